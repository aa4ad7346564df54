#!/usr/bin/env bash
# scripts/test-python with a fake Python: what it installs, when it skips, and its exit status.
# Usage: test_python_test.sh SOURCE_TREE
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
tree=$1

mkdir -p "$work/tree/scripts" "$work/tree/tests/python" "$work/tree/build" "$work/bin"
cp "$tree/scripts/test-python" "$work/tree/scripts/"
echo alpha >"$work/tree/tests/python/requirements.txt"

# The fake logs every call of pip and pytest. `offline` and `red` are files that make it fail.
cat >"$work/bin/fake" <<EOF
#!/bin/bash
case "\$*" in
  "-m venv "*) mkdir -p "\$3/bin" && cp "$work/bin/fake" "\$3/bin/python" ;;
  "-c import pytest") [[ -e $work/has-pytest ]] ;;
  "-m pip download "*) [[ ! -e $work/offline ]] ;;
  "-m pip install "*) echo "\$*" >>"$work/log"; touch "$work/has-pytest"; [[ ! -e $work/broken ]] ;;
  "-m pytest "*) echo "\$*" >>"$work/log"; [[ ! -e $work/red ]] ;;
esac
EOF
chmod +x "$work/bin/fake"
test_python() {
  : >"$work/log"
  run env PYTHON="$work/bin/fake" "$work/tree/scripts/test-python" "$@"
  log=$(cat "$work/log")
}
expect_log() { [[ $log == *"$1"* ]] || fail "$2: expected '$1' in the calls: $log"; }

touch "$work/offline"
test_python
expect_status 77 "PyPI cannot be reached"
expect_output "PyPI cannot be reached" "PyPI cannot be reached"
[[ -z $log ]] || fail "something was installed without PyPI"

rm "$work/offline"
test_python -k one
expect_status 0 "PyPI can be reached"
expect_log "-r tests/python/requirements.txt" "the requirements are installed"
expect_log "--no-build-isolation" "the package is built"
expect_log "tests/python -k one" "options are passed to pytest"
[[ $log != *SAGITTA_STATIC_LIBRARY* ]] || fail "a library that does not exist is used"

touch "$work/offline" "$work/tree/build/libsagitta.a"
test_python
expect_status 0 "once installed, PyPI is not needed"
[[ $log != *requirements.txt* ]] || fail "the requirements are installed again"
expect_log "SAGITTA_STATIC_LIBRARY=" "a library that exists is used"

rm "$work/offline"
echo beta >>"$work/tree/tests/python/requirements.txt"
test_python
expect_log "requirements.txt" "new requirements are installed"

touch "$work/red"
test_python
expect_status 1 "a test fails"
rm "$work/red"
touch "$work/broken"
test_python
expect_status 1 "the package cannot be built"

finish
