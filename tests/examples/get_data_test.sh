#!/usr/bin/env bash
# examples/paper/get-data with small originals of the published forms, from a folder instead of the network.
# Usage: get_data_test.sh SOURCE_TREE
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/expect.sh"
tree=$1
mkdir "$work/paper" "$work/base" "$work/want" "$work/bin"
cp "$tree/examples/paper/get-data" "$work/paper/"

# ---- Originals, and what they are to become ----

printf 'He PRP B-NP\nran VBD B-VP\n\nNo DT O\n\n' | gzip >"$work/base/conll2000-train.txt.gz"
printf 'He\tPRP\tB-NP\nran\tVBD\tB-VP\n\nNo\tDT\tO\n\n' >"$work/want/conll2000.train.tsv"
printf 'So RB O\r\n\r\n' | gzip >"$work/base/conll2000-test.txt.gz"
printf 'So\tRB\tO\n\n' >"$work/want/conll2000.test.tsv"

# One member compressed, one in ISO 8859-1, one in UTF-8.
mkdir -p "$work/ner/data"
printf -- '-DOCSTART- -DOCSTART- O\nItali\353 N B-LOC\n\n' | gzip >"$work/ner/data/ned.train.gz"
printf 'Itali\353 N B-LOC\n\n' >"$work/ner/data/ned.testa"
printf 'Itali\303\253 N B-LOC\n\n' >"$work/ner/data/ned.testb"
printf 'Espa\361a B-LOC\n\n' >"$work/ner/data/esp.train"
tar -czf "$work/base/conll2002-ner.tgz" -C "$work" ner
for part in train testa testb; do
  printf 'Itali\303\253\tN\tB-LOC\n\n' >"$work/want/conll2002-ned.$part.tsv"
done

# letter ID LETTER NEXT FOLD PIXEL...: a line of letter.data with these pixels, numbered from 0, lit.
letter() {
  local line="$1\t$2\t$3\t1\t1\t$4" k
  local lit=" ${*:5} "
  for ((k = 0; k < 128; ++k)); do [[ $lit == *" $k "* ]] && line+='\t1' || line+='\t0'; done
  printf "$line\t\n"
}
{
  letter 1 a 2 0 0 7 8
  letter 2 b -1 0 127
  letter 3 c -1 9 20
  letter 4 d -1 0
} | gzip >"$work/base/letter.data.gz"
printf 'a\tp0_0\tp0_7\tp1_0\nb\tp15_7\n\nd\n\n' >"$work/want/ocr.test.crfsuite"
printf 'c\tp2_4\n\n' >"$work/want/ocr.train.crfsuite"

rest='_\t0\troot\t_\t_'
for part in train dev test; do
  printf "# text = can't\n1-2\tcan't\t_\t_\t_\t_\t_\t_\t_\t_\n1\tca\tcan\tAUX\tMD\t$rest\n" \
    >"$work/base/en_ewt-ud-$part.conllu"
  printf "2\tn't\tnot\tPART\tRB\t$rest\n2.1\tgo\tgo\tVERB\tVB\t$rest\n\n" \
    >>"$work/base/en_ewt-ud-$part.conllu"
  printf "ca\tAUX\tMD\nn't\tPART\tRB\n\n" >"$work/want/ewt-pos.$part.tsv"
done

# The table of the tree with the sums and sizes of these.
while read -r name original _; do
  [[ $name == "#"* ]] && continue
  sum=$(sha256sum <"$work/want/$name")
  echo "$name $original $(grep -c '^$' "$work/want/$name") $(grep -c . "$work/want/$name") ${sum%% *}"
done <"$tree/examples/paper/texts" >"$work/paper/texts"

get_data() { run env SAGITTA_DATA_BASE="file://$work/base" "$work/paper/get-data" "$@"; }

# ---- Good ----

get_data
expect_status 0 "good originals"
for file in "$work"/want/*; do
  gzip -dc "$work/paper/data/${file##*/}.gz" | cmp - "$file" || fail "${file##*/} is not as expected"
done
(($(find "$work/want" -type f | wc -l) == 10)) || fail "expected ten texts"

SAGITTA_DATA_BASE=file:///nowhere run "$work/paper/get-data"
expect_status 0 "everything is there"

# ---- Wrong ----

printf 'No DT B-NP\n\n' | gzip >"$work/base/conll2000-test.txt.gz"
get_data "$work/wrong"
expect_status 1 "other labels"
expect_output "conll2000.test.tsv has the expected number of sequences and tokens, but its content" \
  "other labels"
expect_output "unexpected content: conll2000-test.txt.gz" "other labels"
[[ ! -e $work/wrong/conll2000.test.tsv.gz ]] || fail "a wrong text was left"
[[ -e $work/wrong/ewt-pos.test.tsv.gz ]] || fail "the right texts should be there all the same"

printf 'So RB O\n' | gzip >"$work/base/conll2000-test.txt.gz"
head -n 2 "$work/base/en_ewt-ud-dev.conllu" >"$work/short" && mv "$work/short" "$work/base/en_ewt-ud-dev.conllu"
head -c 40 "$work/base/letter.data.gz" >"$work/short" && mv "$work/short" "$work/base/letter.data.gz"
get_data "$work/short"
expect_status 1 "files that break off"
expect_output "conll2000.test.tsv has the expected number" "a text without its last line"
expect_output "ewt-pos.dev.tsv has 0 sequences with 0 tokens, expected 1 with 2" "a short text"
expect_output "letter.data.gz is incomplete (40 bytes)" "a short archive"
expect_output "could not be downloaded: letter.data.gz" "a short archive"
[[ ! -e $work/short/original/letter.data.gz ]] || fail "an incomplete download was left"

# ---- No network, no programs ----

printf '#!/bin/sh\necho "curl: (6) Could not resolve host" >&2\nexit 6\n' >"$work/bin/curl"
chmod +x "$work/bin/curl"
run env PATH="$work/bin:$PATH" "$work/paper/get-data" "$work/off"
expect_status 1 "no network"
expect_output "cannot download http://www.cnts.ua.ac.be/conll2000/chunking/train.txt.gz" "no network"
expect_output "there is no network" "no network"
expect_output "examples/paper/run uses synthetic data" "no network"
[[ -z $(find "$work/off" -type f) ]] || fail "no network: files were left"

for program in bash env dirname gzip tar awk sed sha256sum; do
  ln -s "$(command -v $program)" "$work/bin/" || fail "cannot link $program"
done
rm "$work/bin/curl"
run env PATH="$work/bin" "$work/paper/get-data" "$work/off"
expect_status 1 "programs are missing"
expect_output "apt-get install libc-bin curl" "programs are missing"
finish
