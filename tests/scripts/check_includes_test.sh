#!/usr/bin/env bash
# scripts/check-includes on small trees: which missing standard headers it finds.
# Usage: check_includes_test.sh SOURCE_TREE
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
tree=$1
mkdir -p "$work/src/base" "$work/include/sagitta" "$work/tests/base"

# file PATH LINE...
file() {
  local path=$work/$1
  shift
  printf '%s\n' "$@" >"$path"
}
check() { run "$tree/scripts/check-includes" "$work"; }

file src/base/a.h '#include <vector>' 'std::vector<int> A();'
file src/base/a.cc '#include "base/a.h"' '#include <algorithm>' 'void B(std::vector<int>& v) { std::sort(v.begin(), v.end()); }'
check
expect_status 0 "itself, and through a header of ours"

file src/base/a.cc '#include "base/a.h"' 'void B(std::vector<int>& v) { std::sort(v.begin(), v.end()); }'
check
expect_status 1 "a header that nobody includes"
expect_output "src/base/a.cc:2: std::sort needs <algorithm>" "place, name and header"

file src/base/a.cc '#include "base/a.h"' '// std::sort is not needed' 'const char* text = "std::sort";'
check
expect_status 0 "comments and strings"

file include/sagitta/b.h 'std::string Name();'
check
expect_output "include/sagitta/b.h:1: std::string needs <string>" "public headers"
file include/sagitta/b.h '#include <string>' 'std::string Name();'

file tests/base/c.h '#include "c2.h"' 'std::map<int, int> C();'
file tests/base/c2.h '#include "c.h"' '#include <map>'
check
expect_status 0 "headers that include each other, by a name relative to their folder"

finish
