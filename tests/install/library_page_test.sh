#!/usr/bin/env bash
# Every piece of C++ in docs/library.md is part of a program in examples/cpp, up to indentation, and these
# programs are compiled and run by install_test.sh.
# Usage: library_page_test.sh SOURCE_TREE
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/expect.sh"
tree=$1

# The lines of standard input without their indentation.
flat() { sed 's/^[[:space:]]*//'; }

programs=$(cat "$tree"/examples/cpp/*.cc | flat)
awk -v work="$work" '
  /^```cpp$/ { file = work "/block" ++count; inside = 1; next }
  /^```$/ { inside = 0 }
  inside { print > file }
  END { print count }
' "$tree/docs/library.md" >"$work/count"
[[ $(cat "$work/count") -ge 8 ]] || fail "docs/library.md has hardly any code"
for block in "$work"/block*; do
  [[ $programs == *"$(flat <"$block")"* ]] ||
    fail "code of docs/library.md is in no program of examples/cpp:"$'\n'"$(cat "$block")"
done

finish
