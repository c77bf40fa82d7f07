#!/bin/bash
# deb_test.sh DEB: the command that is marked for it makes a package with all its files, and lintian
# finds nothing; dpkg installs and removes it.
set -eu -o pipefail
deb=$PWD/$1 changelog=$PWD/.install/changelog
marked=$(tests/marked_commands.sh deb_test .install/README.md)
cd "$TEST_TMPDIR"
export HOME=$PWD

fail() {
  echo "$1"
  exit 1
}

code=0
"$deb" --output packages 2>err || code=$?
[ $code = 2 ] && grep -qF "deb: use: bazel run //:deb -- -o FOLDER" err || fail "wrong use: exit $code: $(cat err)"
command=$(sed -n "s#^bazel run //:deb --#'$deb'#p" <<<"$marked")
BUILD_WORKING_DIRECTORY=$PWD bash -eu -c "$command" >out
version=$(sed -n '1s/^colltune (\(.*\)).*/\1/p' "$changelog")
package=packages/colltune_${version}_$(dpkg --print-architecture).deb
[ "$(eval echo "$(sed -n 's/^sudo apt install //p' <<<"$marked")")" = "./$package" ] || fail "packages: $(ls packages)"

# The same again is the same file.
"$deb" -o "$PWD/again" >out
cmp "$package" "again/$(basename "$package")"

field() { dpkg-deb -f "$package" "$1"; }
[ "$(field Version)" = "$version" ] || fail "version $(field Version)"
for needed in libc6 libmpich12 "libyaml-cpp[0-9.]+"; do
  field Depends | grep -qE "(^|, )$needed( |,|\$)" || fail "does not depend on $needed: $(field Depends)"
done
field Recommends | grep -qx mpich || fail "recommends $(field Recommends)"

dpkg-deb -c "$package" >contents
awk '$2 != "root/root" || $1 !~ /^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|lrwxrwxrwx)$/ { print; bad = 1 } END { exit bad }' \
  contents || fail "owners or modes"
for file in bin/colltune lib/colltune/libcolltune.so lib/libcolltune_measure.so.1 share/doc/colltune/copyright \
  share/doc/colltune/changelog.gz share/man/man1/colltune-tune.1.gz; do
  grep -q " ./usr/$file\$" contents || fail "no $file in: $(cat contents)"
done
! grep -E 'manifest|LICENSE' contents || fail "what a package does not have"

lintian --fail-on error,warning --tag-display-limit 0 --allow-root "$package" || fail "lintian"

# Without those that it depends on, which are not there.
mkdir -p root/var/lib/dpkg/updates root/var/lib/dpkg/info
touch root/var/lib/dpkg/status
run() { PATH=$PATH:/usr/sbin:/sbin fakeroot dpkg --root="$PWD/root" --force-depends --force-script-chrootless --log=/dev/null "$@" >out 2>&1 || fail "dpkg $*: $(cat out)"; }
run -i "$package"
root/usr/bin/colltune --version | grep -qF "colltune $version" || fail "the installed command does not run"
dpkg --root="$PWD/root" --verify colltune >out || fail "files differ from their sums: $(cat out)"
run --purge colltune
[ -z "$(find root/usr)" ] || fail "still there: $(find root/usr)"
echo "1 passed, 0 failed"
