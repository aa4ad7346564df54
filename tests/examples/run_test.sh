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
  for method in lbfgs hybrid sag sag-nus sag-nus-star sg; do
    grep -q "\"name\":\"$method\"" "$work/out/$task/results.jsonl" || fail "$task has no $method"
  done
done

# The second start has nothing left to do.
before=$(grep '"record":"run"' "$work/out/ocr/results.jsonl")
paper --quick --tasks ocr --out "$work/out"
expect_status 0 "again"
[[ $(grep '"record":"run"' "$work/out/ocr/results.jsonl") == "$before" ]] || fail "runs were made again"

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

paper --data "$work/texts" --tasks ocr --methods sag --out "$work/own"
expect_status 1 "a folder without the texts"
expect_output "has no ocr.train.crfsuite.gz" "a folder without the texts"
paper --tasks ocr,poker
expect_status 2 "an unknown task"
expect_output "unknown task 'poker'" "an unknown task"
paper --passes
expect_status 2 "a missing value"
finish
