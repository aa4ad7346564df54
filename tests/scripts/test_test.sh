#!/usr/bin/env bash
# scripts/test on a small tree of its own: how it counts, and what its exit status is.
# Usage: test_test.sh SOURCE_TREE
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
tree=$1
# CTest passes the outer run's settings on; the inner one is to have none of them.
unset CTEST_PARALLEL_LEVEL CTEST_OUTPUT_ON_FAILURE

mkdir -p "$work/tree/scripts"
cp "$tree/scripts/test" "$work/tree/scripts/"
printf '#!/bin/bash\n' >"$work/tree/scripts/setup"
chmod +x "$work/tree/scripts/setup"
cp "$tree/CMakePresets.json" "$work/tree/"

# project LINE...: a tree whose CMakeLists.txt has these lines.
project() {
  printf '%s\n' 'cmake_minimum_required(VERSION 3.25)' 'project(small NONE)' 'enable_testing()' \
    'add_custom_target(thread_test)' "$@" \
    >"$work/tree/CMakeLists.txt"
}
passes='add_test(NAME passes COMMAND true)'
fails='add_test(NAME fails COMMAND false)'
absent='add_test(NAME absent COMMAND /no/such/program)'
# What GoogleTest prints for GTEST_SKIP, and the exit status of our scripts.
skips='add_test(NAME skips COMMAND echo "[  SKIPPED ] x")
set_tests_properties(skips PROPERTIES SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
add_test(NAME skips77 COMMAND sh -c "exit 77")
set_tests_properties(skips77 PROPERTIES SKIP_RETURN_CODE 77)'
only_sanitized() { printf 'if(SAGITTA_SANITIZE)\n%s\nendif()' "$1"; }
# A test's output must not be mistaken for a result.
liar='add_test(NAME liar COMMAND sh -c "echo \"<testcase status=run>\"; exit 1")'

# gtest STATUS LINE...: an entry that is many tests in one process, which writes their results as GoogleTest
# does and ends with STATUS.
gtest() {
  local status=$1
  shift
  printf '%s\n' "$@" >"$work/tree/results.xml"
  printf '%s\n' 'add_test(NAME many COMMAND sh -c' \
    "\"mkdir -p gtest-results; cp \${CMAKE_SOURCE_DIR}/results.xml gtest-results/many.xml; exit $status\")"
}
one='  <testcase name="A" status="run" result="completed" time="0" classname="S" />'
other='  <testcase name="B" status="run" result="completed" time="0" classname="S">'
left_out='  <testcase name="C" status="run" result="skipped" time="0" classname="S">
    <skipped message="a.cc:1&#x0A;no disk"><![CDATA[a.cc:1'

# expect_last LINE STATUS WHAT [scripts/test options]
expect_last() {
  local last=$1 wanted=$2 what=$3
  shift 3
  run "$work/tree/scripts/test" "$@"
  expect_status "$wanted" "$what"
  [[ ${output##*$'\n'} == "$last" ]] || fail "$what: expected the last line '$last'"
}

project "$passes"
expect_last "3 passed, 0 failed" 0 "one test, in three builds"
project "$passes" "$skips"
expect_last "3 passed, 0 failed, 6 skipped" 0 "skipped tests"
expect_output "skips77 (Skipped)" "skipped tests are named"
expect_last "0 passed, 0 failed, 3 skipped" 0 "options for CTest" -R skips77
expect_last "0 passed, 1 failed" 1 "options for CTest that choose no test" -R nothing
project "$(only_sanitized "$passes")"
expect_last "1 passed, 0 failed" 0 "a test that one build has"
project "$passes" "$(only_sanitized "$fails")"
expect_last "3 passed, 1 failed" 1 "a failure under the sanitizers only"
project "$passes" "$absent" "$liar"
expect_last "3 passed, 6 failed" 1 "a program that is not there, and a misleading output"
project "$passes" "$(gtest 0 '<testsuites tests="3" failures="0" disabled="0">' "$one" "$left_out" "$one")"
expect_last "9 passed, 0 failed, 3 skipped" 0 "many tests in one process"
expect_output "skipped: many: S.C: no disk" "the reason why a test was skipped"
project "$(gtest 1 '<testsuites tests="2" failures="1" disabled="0">' "$one" "$other")"
expect_last "3 passed, 3 failed" 1 "one of many tests in one process fails"
project "$(gtest 1 '<testsuites tests="2" failures="0" disabled="0">' "$one" "$one")"
expect_last "6 passed, 3 failed" 1 "a process fails after its tests have passed"
project
expect_last "0 passed, 1 failed" 1 "no test at all"
project "$passes" "$(only_sanitized 'add_custom_target(broken ALL COMMAND false)')"
expect_last "2 passed, 1 failed" 1 "a build that fails"
project 'message(FATAL_ERROR "no")'
expect_last "0 passed, 3 failed" 1 "a configuration that fails"

# The Python package: its own script, whose results are added. Options for CTest leave it out.
touch "$work/tree/pyproject.toml"
# python STATUS [LINE...]: a scripts/test-python that writes these results, if any, and ends with STATUS.
python() {
  local status=$1
  shift
  rm -f "$work/tree/build/python/test-results.xml"
  printf '%s' "$*" >"$work/tree/python.xml"
  printf '%s\n' '#!/bin/bash' 'mkdir -p build/python' \
    '[[ ! -s python.xml ]] || cp python.xml build/python/test-results.xml' "exit $status" \
    >"$work/tree/scripts/test-python"
  chmod +x "$work/tree/scripts/test-python"
}
project "$passes"
python 0 '<?xml version="1.0"?><testsuites name="pytest tests"><testsuite name="pytest" errors="0" failures="0" skipped="2" tests="9" time="1"><testcase/></testsuite></testsuites>'
expect_last "10 passed, 0 failed, 2 skipped" 0 "tests of the Python package"
expect_last "3 passed, 0 failed" 0 "options for CTest leave the Python package out" -R passes
python 1 '<testsuite name="pytest" errors="1" failures="2" skipped="0" tests="9">'
expect_last "9 passed, 3 failed" 1 "tests of the Python package that fail"
python 77
expect_last "3 passed, 0 failed, 1 skipped" 0 "PyPI cannot be reached"
expect_output "skipped: python: PyPI cannot be reached" "the reason is named"
python 1
expect_last "3 passed, 1 failed" 1 "the Python package cannot be built"

finish
