#!/usr/bin/env bash
# The sums that examples/paper/get-data expects are those of the texts in ../shared/data.
# Usage: sums_test.sh SOURCE_TREE
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/expect.sh"
tree=$1
texts=$tree/../shared/data
[[ -d $texts ]] || { echo "SKIPPED: there is no $texts"; exit 77; }

compared=0
while read -r name _ sequences tokens sum; do
  [[ $name == "#"* ]] && continue
  compared=$((compared + 1))
  run bash -c "gzip -dc <'$texts/$name.gz' | sha256sum"
  [[ $output == "$sum "* ]] || fail "the sum of $name"
  run bash -c "gzip -dc <'$texts/$name.gz' | awk 'NF { ++t } !NF { ++n } END { print n, t }'"
  [[ $output == "$sequences $tokens" ]] || fail "sequences and tokens of $name"
done <"$tree/examples/paper/texts"
((compared == 10)) || fail "expected ten texts, found $compared"
finish
