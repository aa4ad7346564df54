#!/usr/bin/env bash
# examples/paper/run on small synthetic data.
# Usage: run_test.sh SOURCE_TREE PROGRAM
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/expect.sh"
tree=$1
export SAGITTA=$2
paper() { run "$tree/examples/paper/run" "$@"; }

paper --quick --out "$work/out"
expect_status 0 "four tasks"
expect_output "conll2002: SYNTHETIC data" "four tasks"
for task in ocr conll2000 conll2002 pos; do
  expect_output "$work/out/$task/" "the place of the results of $task"
  grep -q '^{"record":"end"' "$work/out/$task/results.jsonl" || fail "$task is not complete"
  for method in lbfgs hybrid sag:ahead=1 sag-nus:ahead=1 sag-nus-star:ahead=1 sg; do
    grep -q "\"name\":\"$method\"" "$work/out/$task/results.jsonl" || fail "$task has no $method"
  done
done

# The second start has nothing left to do.
before=$(grep '"record":"run"' "$work/out/ocr/results.jsonl")
paper --quick --tasks ocr --out "$work/out"
expect_status 0 "again"
[[ $(grep '"record":"run"' "$work/out/ocr/results.jsonl") == "$before" ]] || fail "runs were made again"

# Other seeds: only what is random, with the best step size and the optimum of the first seed. Figures of all.
paper --quick --tasks ocr --seeds 2 --out "$work/out"
expect_status 0 "two seeds"
seed=$work/out/ocr.seed2/results.jsonl
eta=$(grep '"name":"sg"' "$work/out/ocr/results.jsonl" | grep '"mark":"best"' | grep -o '"eta":[0-9][^,]*' | cut -d: -f2)
grep -q "\"name\":\"sg:eta=$eta\"" "$seed" || fail "the second seed has not the best step size $eta"
grep -q '"name":"lbfgs"' "$seed" && fail "L-BFGS is not random"
grep -q '"given":' "$seed" || fail "the optimum was computed again"
if command -v python3 >/dev/null; then
  printf 'Text.\n<!-- table seeds -->\nold\n<!-- end -->\n<!-- table gaps -->\n<!-- end -->\n' >"$work/page.md"
  run "$tree/examples/paper/draw" --publish "$work/out" --results "$work/published"
  expect_status 0 "publishing"
  run "$tree/examples/paper/draw" --results "$work/published" --images "$work/images" --page "$work/page.md"
  expect_status 0 "drawing"
  for figure in objective-passes test-passes objective-seconds seeds; do
    [[ $(head -c 4 "$work/images/$figure.svg") == "<svg" && $(tail -n 1 "$work/images/$figure.svg") == "</svg>" ]] ||
      fail "no figure $figure"
  done
  grep -q '^| OCR | SAG-NUS\* | 2 |' "$work/page.md" || fail "the table of seeds"
  grep -q '^| SG |' "$work/page.md" || fail "the table of gaps"
  grep -q '^old' "$work/page.md" && fail "an old table is left"
fi

# The texts of a folder, and our own templates.
mkdir "$work/texts"
"$SAGITTA" synth ner --sequences 40 | gzip >"$work/texts/conll2002-ned.train.tsv.gz"
"$SAGITTA" synth ner --sequences 20 --seed 2 | gzip >"$work/texts/conll2002-ned.testb.tsv.gz"
"$SAGITTA" synth pos --sequences 40 | awk '{ print NF ? $1 "\tX\t" $NF : "" }' | gzip >"$work/texts/ewt-pos.train.tsv.gz"
"$SAGITTA" synth pos --sequences 20 | awk '{ print NF ? $1 "\tX\t" $NF : "" }' | gzip >"$work/texts/ewt-pos.test.tsv.gz"
"$SAGITTA" synth chunk --sequences 40 | gzip >"$work/texts/conll2000.train.tsv.gz"
"$SAGITTA" synth chunk --sequences 20 | gzip >"$work/texts/conll2000.test.tsv.gz"
paper --data "$work/texts" --tasks conll2000,conll2002,pos --methods oeg,sag --passes 2 --out "$work/own"
expect_status 0 "texts of a folder"
expect_output "pos: data from $work/texts" "texts of a folder"
expect_output "--methods oeg,oeg:start=10,oeg:permutation=off,sag " "a set and a method"

# Known step sizes and optimum, which are those of the real data.
paper --data "$work/texts" --known --tasks conll2000 --methods sg --passes 2 --out "$work/known"
expect_status 0 "known step sizes"
expect_output "--methods sg:eta=0.01,sg:eta=0.1 " "known step sizes"
expect_output "--optimum 0.8622758129" "the known optimum"
paper --data synth --known --tasks conll2000 --out "$work/known"
expect_status 1 "known step sizes of synthetic data"
expect_output "about the real data" "known step sizes of synthetic data"

paper --data "$work/texts" --tasks ocr --methods sag --out "$work/own"
expect_status 1 "a folder without the texts"
expect_output "has no ocr.train.crfsuite.gz" "a folder without the texts"
paper --tasks ocr,poker
expect_status 2 "an unknown task"
expect_output "unknown task 'poker'" "an unknown task"
paper --passes
expect_status 2 "a missing value"
finish
