#!/usr/bin/env bash
# Tests that scripts/check-style reports what it forbids, with a fake clang-format.
# Usage: check_style_test.sh SOURCE_TREE
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
check=$1/scripts/check-style

mkdir -p "$work/bin" "$work"/tree/{src/{base,cli,compat},include,tests,examples,bench}
cat >"$work/bin/clang-format" <<EOF
#!/bin/bash
[[ \$1 == --version ]] && { echo "Debian clang-format version \$(cat "$work/version")"; exit; }
! grep -q ugly "\${!#}"
EOF
chmod +x "$work/bin/clang-format"
echo 14.0.6 >"$work/version"

# style FILE LINE: checks a tree in which LINE is added to a correct file.
style() {
  printf '%s\n' 'int F() { return 1; }' >"$work/tree/src/base/a.cc"
  printf '%s\n' 'int main() { std::printf("x"); }' >"$work/tree/src/cli/main.cc"
  printf '%s\n' "$2" >>"$work/tree/$1"
  run env PATH="$work/bin:$PATH" "$check" "$work/tree"
}

style src/base/a.cc '// nothing wrong here, nor in fingerprintf()'
expect_status 0 "a correct tree"
expect_silence "a correct tree"

for call in 'std::cout << 1;' 'std::printf("x");' 'std::exit(1);' 'abort();' 'getenv("HOME");'; do
  style src/base/a.cc "$call"
  expect_status 1 "$call"
  expect_output "a.cc:2:$call" "$call"
done
style src/base/a.cc 'int b; '
expect_status 1 "a blank at the end of a line"
style src/base/a.cc 'ugly'
expect_status 1 "a file that clang-format would change"
expect_output "clang-format -i src/base/a.cc" "a file that clang-format would change"

echo 15.0.1 >"$work/version"
style src/base/a.cc 'ugly'
expect_status 77 "another version of clang-format"
expect_output "not checked" "another version of clang-format"

finish
