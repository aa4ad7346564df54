#!/usr/bin/env bash
# Tests scripts/check-ratio on both sides of its limit.
# Usage: check_ratio_test.sh SOURCE_TREE
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
check=$1/scripts/check-ratio

mkdir -p "$work"/{src/base,include,tests/base}
seq 1 70 >"$work/src/base/a.cc"
seq 1 30 >"$work/include/a.h"
seq 1 1000 >"$work/src/notes.txt"
seq 1 59 >"$work/tests/base/a_test.cc"
run "$check" "$work"
expect_status 1 "59 lines for 100"
expect_output "59 lines of tests for 100 lines of core: 59%" "59 lines for 100"

seq 1 1 >"$work/tests/helper.sh"
run "$check" "$work"
expect_status 0 "60 lines for 100"
expect_output "60%" "60 lines for 100"

finish
