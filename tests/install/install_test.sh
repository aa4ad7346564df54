#!/usr/bin/env bash
# Installs a build, moves the installed tree to another place, and there builds and runs examples/cpp
# through CMake's find_package and through pkg-config.
# Usage: install_test.sh SOURCE_TREE BUILD_TREE, with CMAKE, CXX and CXXFLAGS in the environment
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/expect.sh"
tree=$1 build=$2
prefix=$work/elsewhere

run "$CMAKE" --install "$build" --prefix "$work/prefix"
expect_status 0 "cmake --install"
mv "$work/prefix" "$prefix"

for file in bin/sagitta bin/sagitta-{crfsuite,crf_learn,crf_test,wapiti} lib*/libsagitta.a \
  lib*/cmake/sagitta/sagittaConfig.cmake \
  lib*/pkgconfig/sagitta.pc share/doc/sagitta/LICENSE; do
  compgen -G "$prefix/$file" >/dev/null || fail "$file is not installed"
done
for header in "$tree"/include/sagitta/*.h; do
  run cmp "$header" "$prefix/include/sagitta/${header##*/}"
  expect_status 0 "an installed header"
done
run grep -rIlF -e "$tree" -e "$build" -e "$work/prefix" "$prefix"
expect_silence "installed text files that name the place where they were built"

run "$prefix/bin/sagitta" --version
expect_status 0 "the installed program"

# expect_example PROGRAM: trains, tags and scores.
expect_example() {
  run "$1" "$work/words.model"
  expect_status 0 "$1"
  expect_output "training: 6 sequences" "$1"
  expect_output "token accuracy 1.000" "$1"
  [[ -s $work/words.model ]] || fail "$1 left no model"
  rm -f "$work/words.model"
}

run "$CMAKE" -S "$tree/examples/cpp" -B "$work/example" -DCMAKE_PREFIX_PATH="$prefix" -G Ninja
expect_status 0 "find_package(sagitta)"
run "$CMAKE" --build "$work/example"
expect_status 0 "building the example with CMake"
expect_example "$work/example/tag_words"

export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(compgen -G "$prefix/lib*/pkgconfig")
for static in "" --static; do
  # shellcheck disable=SC2046,SC2086  # flags are words
  run "$CXX" -std=c++20 $CXXFLAGS "$tree/examples/cpp/tag_words.cc" -o "$work/tag_words" \
    $(pkg-config $static --cflags --libs sagitta)
  expect_status 0 "building the example with pkg-config $static"
  expect_example "$work/tag_words"
done

run "$work/tag_words"
expect_status 2 "the example without a file name"
run "$work/tag_words" "$work/no/such/folder/words.model"
expect_status 1 "the example with a file that cannot be written"

finish
