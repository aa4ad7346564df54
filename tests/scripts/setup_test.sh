#!/usr/bin/env bash
# Tests scripts/setup with fake versions of dpkg-query, apt-get and id.
# Usage: setup_test.sh SOURCE_TREE
source "$(dirname "${BASH_SOURCE[0]}")/expect.sh"
tree=$1

mkdir -p "$work/bin" "$work/tree/scripts"
cp "$tree/scripts/setup" "$work/tree/scripts/"
printf '%s\n' '# a comment' '' 'alpha   # first' 'beta' '  g++  #third' '[tests]' 'gamma' >"$work/tree/packages.txt"

# The fakes: $work/status/NAME contains the dpkg status of a package; apt-get installs by writing it.
mkdir "$work/status"
cat >"$work/bin/dpkg-query" <<EOF
#!/bin/bash
cat "$work/status/\${!#}" 2>/dev/null || { echo "no packages found matching \${!#}" >&2; exit 1; }
EOF
cat >"$work/bin/apt-get" <<EOF
#!/bin/bash
echo "\$DEBIAN_FRONTEND \$*" >>"$work/apt.log"
[[ -e $work/apt-fails ]] && { echo "E: no such thing"; exit 100; }
for word; do [[ \$word == -* || \$word == install || \$word == update ]] || echo installed >"$work/status/\$word"; done
exit 0
EOF
cat >"$work/bin/id" <<EOF
#!/bin/bash
cat "$work/uid"
EOF
chmod +x "$work/bin/"*
setup() { run env PATH="$work/bin:$PATH" "$work/tree/scripts/setup" "$@"; }
have() { echo "$2" >"$work/status/$1"; }

echo 1000 >"$work/uid"
have alpha installed
setup
expect_status 1 "a normal user lacks packages"
expect_output "apt-get install --no-install-recommends beta g++" "a normal user lacks packages"
[[ $output != *alpha* ]] || fail "an installed package is named as missing"
[[ ! -e $work/apt.log ]] || fail "apt-get was called for a normal user"

# A removed or half-configured package does not count as installed.
have beta config-files
have g++ not-installed
setup
expect_status 1 "packages that were removed"
expect_output "recommends beta g++" "packages that were removed"

# A package with two architectures has two lines.
printf 'installed\ninstalled\n' >"$work/status/beta"
have g++ installed
setup
expect_status 0 "everything is there"
expect_silence "everything is there"

echo 0 >"$work/uid"
setup
expect_status 0 "root, everything is there"
[[ ! -e $work/apt.log ]] || fail "apt-get was called with nothing to do"

rm "$work/status/g++" "$work/status/beta"
setup
expect_status 0 "root lacks packages"
expect_output "installing beta g++" "root lacks packages"
output=$(cat "$work/apt.log")
expect_output "noninteractive -q -o DPkg::Lock::Timeout=300 update" "apt-get is asked for news first"
expect_output "install -y --no-install-recommends beta g++" "apt-get installs"
setup
expect_silence "a second time there is nothing to do"

setup --tests
expect_output "installing gamma" "the tests need more"
setup --tests
expect_silence "a second time there is nothing to do for the tests"

rm "$work/status/beta"
touch "$work/apt-fails"
setup
expect_status 1 "apt-get fails"
expect_output "E: no such thing" "apt-get fails: its own words"
expect_output "could not install: beta" "apt-get fails"

finish
