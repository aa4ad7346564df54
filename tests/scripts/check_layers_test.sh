#!/usr/bin/env bash
# scripts/check-layers must complain of every kind of include that it forbids, and of nothing else.
# Usage: check_layers_test.sh SOURCE_TREE
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
check=$1/scripts/check-layers

# A tree of three layers beside a fourth one that is correct as it stands.
fresh() {
  rm -rf "$work/tree"
  mkdir -p "$work/tree"/{src/{base,kernels,dict,data,cli,compat/{shared,one,two}},include/sagitta}
  cat >"$work/tree/CMakeLists.txt" <<'EOF'
sagitta_module(base HEADERS error LIBRARIES ZLIB::ZLIB)
sagitta_module(kernels DEPENDS base LIBRARIES hwy::hwy)
sagitta_module(dict DEPENDS base LIBRARIES data)
sagitta_module(data DEPENDS dict HEADERS corpus other)
EOF
  put src/base/file.h '#include <zlib.h>' '#include "sagitta/error.h"'
  put src/kernels/add.cc '#include "hwy/highway.h"' '#include "base/file.h"'
  put src/dict/dict.cc '#include "dict/dict.h"' '#include "base/file.h"'
  put src/data/data.cc '#include "base/file.h"' '#include "dict/dict.h"' '// #include "cli/x.h"'
  put src/cli/main.cc '#include <CLI/CLI.hpp>' '#include "cli/options.h"' '#include "sagitta/error.h"'
  put src/compat/one/main.cc '#include "cli/options.h"' '#include "compat/shared/x.h"' '#include "compat/one/y.h"'
  put include/sagitta/error.h '#include <string>'
  put include/sagitta/corpus.h '#include "sagitta/error.h"' '#include "sagitta/other.h"'
  put include/sagitta/other.h '#include <vector>'
  put include/sagitta/sagitta.h '#include "sagitta/error.h"' '#include "sagitta/corpus.h"' '#include "sagitta/other.h"'
}
put() {
  local file=$work/tree/$1
  shift
  printf '%s\n' "$@" >>"$file"
}
# expect_complaint FILE INCLUDE COMPLAINT
expect_complaint() {
  fresh
  put "$1" "$2"
  run "$check" "$work/tree"
  expect_status 1 "$1 with $2"
  expect_output "$1:" "$1 with $2"
  expect_output "$3" "$1 with $2"
}

fresh
run "$check" "$work/tree"
expect_status 0 "a correct tree"
expect_silence "a correct tree"

expect_complaint src/base/file.h '#include "dict/dict.h"' 'base may not include "dict/dict.h"'
expect_complaint src/dict/dict.cc '#include "data/data.h"' 'dict may not include "data/data.h"'
expect_complaint src/kernels/add.cc '#include "dict/dict.h"' 'kernels may not include'
expect_complaint src/data/data.cc '#include "kernels/add.h"' 'data may not include'
expect_complaint src/data/data.cc '#  include "cli/options.h"' 'data may not include'
expect_complaint src/data/data.cc '#include "hwy/highway.h"' 'Highway outside kernels'
expect_complaint src/data/data.cc '#include "data.h"' 'data may not include "data.h"'
expect_complaint src/cli/main.cc '#include "dict/dict.h"' 'which is not public'
expect_complaint src/cli/main.cc '#include "compat/shared/x.h"' 'which is not public'
expect_complaint src/compat/one/main.cc '#include "dict/dict.h"' 'which is not public'
expect_complaint src/compat/one/main.cc '#include "compat/two/z.h"' 'compat/one may not include "compat/two/z.h"'
expect_complaint src/compat/shared/x.h '#include "compat/one/y.h"' 'compat/shared may not include'
expect_complaint src/data/data.cc '#include "compat/shared/x.h"' 'data may not include'
expect_complaint include/sagitta/error.h '#include "base/file.h"' 'a public header includes'
expect_complaint include/sagitta/error.h '#include <nlohmann/json.hpp>' 'a foreign one'
expect_complaint include/sagitta/error.h '#include <zlib.h>' 'a foreign one'

expect_complaint include/sagitta/error.h '#include "sagitta/corpus.h"' 'error.h may not include "sagitta/corpus.h"'
expect_complaint src/dict/dict.cc '#include "sagitta/corpus.h"' 'dict may not include "sagitta/corpus.h"'
expect_complaint src/data/data.cc '#include "sagitta/sagitta.h"' 'data may not include "sagitta/sagitta.h"'
expect_complaint src/data/data.cc '#include "sagitta/unknown.h"' 'data may not include "sagitta/unknown.h"'
expect_complaint include/sagitta/new.h '#include <string>' 'belongs to no module'
expect_complaint include/sagitta/other.h '#include "sagitta/corpus.h"' 'public headers include each other'

fresh
sed -i /corpus/d "$work/tree/include/sagitta/sagitta.h"
run "$check" "$work/tree"
expect_status 1 "a public header that sagitta.h lacks"
expect_output 'sagitta.h: does not include "sagitta/corpus.h"' "a public header that sagitta.h lacks"

fresh
mkdir "$work/tree/src/graph"
put src/graph/tree.cc '#include "base/file.h"'
run "$check" "$work/tree"
expect_status 1 "a folder that CMakeLists.txt does not know"
expect_output "module graph is not in CMakeLists.txt" "a folder that CMakeLists.txt does not know"

finish
