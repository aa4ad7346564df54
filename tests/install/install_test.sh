#!/usr/bin/env bash
# Installs a build, moves the installed tree to another place, and there builds and runs examples/cpp with
# the static and the shared library, through CMake's find_package and through pkg-config.
# Usage: install_test.sh SOURCE_TREE BUILD_TREE, with CMAKE, CXX, CXXFLAGS and VERSION in the environment
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/expect.sh"
tree=$1 build=$2
prefix=$work/elsewhere
soname=libsagitta.so.${VERSION%.*}

run "$CMAKE" --install "$build" --prefix "$work/prefix"
expect_status 0 "cmake --install"
mv "$work/prefix" "$prefix"
lib=$(dirname "$(compgen -G "$prefix/lib*/libsagitta.a")")

for file in bin/sagitta bin/sagitta-{crfsuite,crf_learn,crf_test,wapiti} \
  "${lib#"$prefix/"}"/{libsagitta.a,libsagitta.so,"$soname","libsagitta.so.$VERSION"} \
  "${lib#"$prefix/"}"/{cmake/sagitta/sagittaConfig.cmake,pkgconfig/sagitta.pc,pkgconfig/sagitta-static.pc} \
  share/man/man1/{sagitta,sagitta-train,sagitta-crfsuite}.1 share/bash-completion/completions/sagitta \
  share/zsh/site-functions/_sagitta share/doc/sagitta/LICENSE; do
  [[ -e $prefix/$file ]] || fail "$file is not installed"
done
for header in "$tree"/include/sagitta/*.h; do
  run cmp "$header" "$prefix/include/sagitta/${header##*/}"
  expect_status 0 "an installed header"
  [[ ${header##*/} == sagitta.h ]] || grep -q '^#pragma GCC visibility push(default)$' "$header" ||
    fail "$header does not make its declarations visible"
done
run grep -rIlF -e "$tree" -e "$build" -e "$work/prefix" "$prefix"
expect_silence "installed text files that name the place where they were built"

run "$prefix/bin/sagitta" --version
expect_status 0 "the installed program"
expect_output "sagitta $VERSION" "the installed program"
run grep -x "version: $VERSION" "$tree/CITATION.cff"
expect_status 0 "the version in CITATION.cff"

# The shared library: its name, no search path of its own, and nothing but the public interface.
run readelf -d "$lib/libsagitta.so"
expect_output "Library soname: [$soname]" "readelf"
[[ $output != *RPATH* && $output != *RUNPATH* ]] || fail "the shared library has a search path"
exported=$(nm -D --defined-only -C "$lib/libsagitta.so" | sed -E 's/^[0-9a-f]* . //; /^SAGITTA_/d; s/@.*$//')
for name in 'sagitta::Train(' 'sagitta::Tagger::Tag[abi:cxx11](' 'sagitta::Corpus::EncodeHeldOut(' 'sagitta::Version(' \
  'sagitta::crfsuite::Train(' 'typeinfo for sagitta::Error' 'typeinfo for sagitta::Diverged'; do
  [[ $exported == *"$name"* ]] || fail "$name is not exported"
done
run grep -vE '^((typeinfo|typeinfo name|vtable) for )?sagitta::' <<<"$exported"
expect_silence "exported names of others"
run grep -E 'Impl|^[^(]*internal::' <<<"$exported"
expect_silence "exported names that are not public"
# Every exported class or function is declared in a public header.
while read -r name; do
  grep -qw -- "$name" "$tree"/include/sagitta/*.h || fail "$name is exported, but in no public header"
done < <(grep -oE 'sagitta::(crfsuite::)?~?[A-Za-z_0-9]+' <<<"$(sed 's/(.*//' <<<"$exported")" | sed 's/.*:://' | sort -u)

# expect_examples FOLDER SUFFIX: tag_words trains, tags and scores; tag_file tags with its model.
expect_examples() {
  local words=$1/tag_words$2 file=$1/tag_file$2
  run "$words" "$work/words.model"
  expect_status 0 "$words"
  expect_output "training: 6 sequences" "$words"
  expect_output "token accuracy 1.000" "$words"
  [[ -s $work/words.model ]] || fail "$words left no model"
  run "$file" "$work/words.model" "$work/words.txt"
  expect_status 0 "$file"
  [[ $output == DET$'\n'NOUN$'\n\n'NOUN$'\n'VERB ]] || fail "$file: the labels"
  # An error of the library is caught in the program.
  run "$words" "$work/no/such/folder/words.model"
  expect_status 1 "$words with a file that cannot be written"
  run "$file" "$work/words.txt" "$work/words.txt"
  expect_status 1 "$file with a file that is not a model"
  expect_output "not a model" "$file with a file that is not a model"
  rm -f "$work/words.model"
}
printf '\tword=the\n\tword=dog\n\n\tword=birds\n\tword=sing\n' >"$work/words.txt"

run "$CMAKE" -S "$tree/examples/cpp" -B "$work/example" -DCMAKE_PREFIX_PATH="$prefix" -G Ninja
expect_status 0 "find_package(sagitta)"
run "$CMAKE" --build "$work/example"
expect_status 0 "building the examples with CMake"
expect_examples "$work/example" ""
expect_examples "$work/example" _shared
run readelf -d "$work/example/tag_words_shared"
expect_output "Shared library: [$soname]" "a program with the shared library"
run readelf -d "$work/example/tag_words"
[[ $output != *libsagitta* ]] || fail "a program with the static library needs the shared one"

# The shared library alone: no other package is looked for.
mkdir "$work/alone"
cat >"$work/alone/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(alone LANGUAGES CXX)
set(CMAKE_DISABLE_FIND_PACKAGE_ZLIB ON)
find_package(sagitta REQUIRED COMPONENTS shared)
if(TARGET sagitta::sagitta OR NOT TARGET sagitta::sagitta_shared)
  message(FATAL_ERROR "wrong targets")
endif()
END
run "$CMAKE" -S "$work/alone" -B "$work/alone/build" -DCMAKE_PREFIX_PATH="$prefix" -G Ninja
expect_status 0 "find_package(sagitta COMPONENTS shared)"

export PKG_CONFIG_PATH=$lib/pkgconfig
for kind in "" -static; do
  for name in tag_words tag_file; do
    # shellcheck disable=SC2046,SC2086  # flags are words
    run "$CXX" -std=c++20 $CXXFLAGS -pthread "$tree/examples/cpp/$name.cc" -o "$work/$name" \
      $(pkg-config --cflags --libs sagitta$kind)
    expect_status 0 "building $name with pkg-config sagitta$kind"
  done
  [[ -n $kind ]] || export LD_LIBRARY_PATH=$lib
  expect_examples "$work" ""
  unset LD_LIBRARY_PATH
done
run pkg-config --modversion sagitta
[[ $output == "$VERSION" ]] || fail "pkg-config: the version"

run "$work/tag_words"
expect_status 2 "the example without a file name"

finish
