# Helpers for the shell tests, which source this file. A test works in $work, which is removed at the end.

set -uo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# run COMMAND...: stores its exit status in $status, and standard output and error in $output.
run() {
  output=$("$@" 2>&1 </dev/null)
  status=$?
}

fail() {
  echo "FAILED: $1"
  echo "--- status ${status:-?}, output:"
  echo "${output:-}"
  echo "---"
  failures=$((failures + 1))
}

expect_status() { [[ $status == "$1" ]] || fail "$2: expected exit status $1"; }
expect_output() { [[ $output == *"$1"* ]] || fail "$2: expected '$1' in the output"; }
expect_silence() { [[ -z $output ]] || fail "$1: expected no output"; }

# finish: the last line of a test.
finish() {
  ((failures == 0)) && echo "passed"
  exit $((failures > 0))
}
