# Shared by the benchmark scripts: locations, medians, times to a gap.

set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
shared=${SAGITTA_SHARED:-$top/../shared}
sagitta=${SAGITTA:-$top/build/sagitta}
work=${BENCH_WORK:-${TMPDIR:-/tmp}/sagitta-bench}
mkdir -p "$work"

die() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

[ -x "$sagitta" ] || die "$sagitta does not exist; build it (scripts/demo does) or set SAGITTA"

# The median of the numbers on standard input, one per line.
median() {
  sort -g | awk '{ x[NR] = $1 } END { print NR % 2 ? x[(NR+1)/2] : (x[NR/2] + x[NR/2+1]) / 2 }'
}

# seconds COMMAND: prints its CPU time; its output is in $work/out and $work/err.
seconds() {
  local TIMEFORMAT='%U %S'
  { time "$@" > "$work/out" 2> "$work/err"; } 2> "$work/times" || die "failed: $*"
  awk '{ print $1 + $2 }' "$work/times"
}

# The last value of a numeric field in a log: field FILE NAME
field() {
  grep -o "\"$2\":[-+.0-9eE]*" "$1" | tail -n 1 | cut -d: -f2
}

# Rows "seconds objective" for the passes of a log.
passes() {
  sed -n 's/^{"record":"pass".*"seconds":\([-+.0-9eE]*\),.*"objective":\([-+.0-9eE]*\)[,}].*/\1 \2/p' "$1"
}

# The time at which the relative gap falls below GAP, from rows "seconds objective" on standard input,
# with interpolation of the logarithm of the gap: time_to F_STAR GAP
time_to() {
  awk -v star="$1" -v want="$2" '
    { gap = ($2 - star) / star
      if (gap <= want) {
        if (NR == 1 || gap <= 0) { print $1; done = 1; exit }
        part = (log(before) - log(want)) / (log(before) - log(gap))
        print seconds + part * ($1 - seconds); done = 1; exit
      }
      before = gap; seconds = $1 }
    END { if (!done) print "nan" }'
}

# Writes the attribute text of a data file, unless it exists: expand TEMPLATE DATA.tsv.gz OUT
expand() {
  [ -s "$3" ] && return
  python3 "$shared/yardstick/expand.py" "$shared/templates/$1" "$shared/data/$2" "$3.part"
  mv "$3.part" "$3"
}

# Writes the four tasks to $work as NAME.train.txt and NAME.test.txt.
make_tasks() {
  [ -d "$shared/data" ] || die "needs the benchmark data in $shared (set SAGITTA_SHARED)"
  expand conll2000.template conll2000.train.tsv.gz "$work/conll2000.train.txt"
  expand conll2000.template conll2000.test.tsv.gz "$work/conll2000.test.txt"
  expand conll2002.pattern conll2002-ned.train.tsv.gz "$work/ner.train.txt"
  expand conll2002.pattern conll2002-ned.testb.tsv.gz "$work/ner.test.txt"
  expand ewt.pattern ewt-pos.train.tsv.gz "$work/pos.train.txt"
  expand ewt.pattern ewt-pos.test.tsv.gz "$work/pos.test.txt"
  for part in train test; do
    [ -s "$work/ocr.$part.txt" ] || gunzip -c "$shared/data/ocr.$part.crfsuite.gz" > "$work/ocr.$part.txt"
  done
}

# The tasks with a development set: CoNLL-2002 NER with the features of a common Python tutorial (spanish, dutch) and
# with the pattern of the benchmarks (spanish2, dutch2), dev testa, test testb; CoNLL-2000 chunking (conll2000), dev the
# last tenth of the training data; EWT tags (pos).
dev_tasks="spanish dutch spanish2 dutch2 conll2000 pos"

# Writes one of them to $work as TASK.fit.txt, TASK.dev.txt and TASK.heldout.txt.
make_dev_task() {
  local to="$work/$1" language=esp part n
  [ -d "$shared/data" ] || die "needs the benchmark data in $shared (set SAGITTA_SHARED)"
  [[ $1 == dutch* ]] && language=ned
  case $1 in
    spanish | dutch)
      for part in train:fit testa:dev testb:heldout; do
        tutorial conll2002-$language.${part%:*}.tsv.gz "$to.${part#*:}.txt"
      done ;;
    spanish2 | dutch2)
      for part in train:fit testa:dev testb:heldout; do
        expand conll2002.pattern conll2002-$language.${part%:*}.tsv.gz "$to.${part#*:}.txt"
      done ;;
    conll2000)
      expand conll2000.template conll2000.train.tsv.gz "$to.all.txt"
      expand conll2000.template conll2000.test.tsv.gz "$to.heldout.txt"
      n=$(sequences "$to.all.txt")
      awk -v n="$n" 'BEGIN { RS = "" } NR <= int(0.9 * n) { print $0 "\n" }' "$to.all.txt" > "$to.fit.txt"
      awk -v n="$n" 'BEGIN { RS = "" } NR > int(0.9 * n) { print $0 "\n" }' "$to.all.txt" > "$to.dev.txt" ;;
    pos)
      for part in train:fit dev:dev test:heldout; do
        expand ewt.pattern "ewt-pos.${part%:*}.tsv.gz" "$to.${part#*:}.txt"
      done ;;
    *) die "unknown task $1" ;;
  esac
}

# The features of the Python tutorial: tutorial DATA.tsv.gz OUT
tutorial() {
  [ -s "$2" ] && return
  python3 "$shared/yardstick/tutorial_features.py" "$shared/data/$1" "$2.part"
  mv "$2.part" "$2"
}

# The number of sequences of a file.
sequences() { awk 'BEGIN { RS = "" } END { print NR }' "$1"; }

# The first N sequences of a file: first N FILE
first() { awk -v n="$1" 'BEGIN { RS = "" } NR > n { exit } { print $0 "\n" }' "$2"; }
