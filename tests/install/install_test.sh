#!/bin/bash
# install_test.sh INSTALL: which files are put where, again and elsewhere, and removal without a
# trace.
set -eu
install=$PWD/$1
cd "$TEST_TMPDIR"

fail() {
  echo "$1"
  exit 1
}

# refuses "WHAT THE MESSAGE HAS" ARGUMENT...
refuses() {
  local message=$1 code=0
  shift
  "$install" "$@" >out 2>err || code=$?
  [ $code = 2 ] || fail "install $*: exit $code: $(cat err)"
  grep -qF -- "$message" err || fail "install $*: wanted '$message', got: $(cat err)"
}

refuses "where?"
refuses "unknown argument 'there'" there
refuses "--prefix names no folder" --prefix
refuses "with --destdir it has to begin with /" --prefix here --destdir d
refuses "there is no such list" --prefix "$PWD/nothing" --uninstall
touch file
refuses "cannot write to $PWD/file/below" --prefix "$PWD/file/below"

# What others have in the folder stays, with its mode.
mkdir -p "a folder/share/colltune/profiles" "a folder/bin" outside
chmod 2775 "a folder/bin"
ln -s "$PWD/outside" "a folder/include"
echo mine >"a folder/share/colltune/profiles/mine.yaml"
(cd "a folder" && find . | sort) >before
umask 077
BUILD_WORKING_DIRECTORY=$PWD "$install" --prefix "a folder" >out 2>err
grep -qF "nothing can be preloaded from a folder with a space" err || fail "no warning: $(cat err)"
grep -qF "installed colltune" out || fail "it says: $(cat out)"
cd "a folder"
for file in bin/colltune lib/colltune/libcolltune.so lib/colltune/libcolltune_mpi.so lib/libcolltune_measure.so \
  lib/pkgconfig/colltune-measure.pc include/colltune.h share/man/man1/colltune.1.gz \
  share/bash-completion/completions/colltune share/modulefiles/colltune \
  share/colltune/profiles/two-cores-mpich.yaml.table share/doc/colltune/LICENSE \
  share/doc/colltune/tuner.md share/doc/colltune/examples/tune.sbatch; do
  [ -e "$file" ] || fail "no $file"
done
for page in share/doc/colltune/*.md share/colltune/profiles/README.md; do
  for target in $(grep -oE '\]\([^)#: ]+' "$page" | sed 's/^](//'); do
    [ -e "$(dirname "$page")/$target" ] || fail "$page: the link to $target leads nowhere"
  done
done
[ "$(stat -c %a bin lib bin/colltune lib/colltune/libcolltune.so | xargs)" = "2775 755 755 644" ] ||
  fail "modes: $(stat -c '%a %n' bin lib bin/colltune lib/colltune/libcolltune.so)"
[ -L include ] && [ -e ../outside/colltune.h ] || fail "the link to a folder was replaced"

# Over an older release, which had a file more, in a folder of its own.
mkdir share/colltune/old
touch share/colltune/old/file
printf '%s\n' share/colltune/old/file share/colltune/old/ >>share/colltune/manifest
echo damaged >bin/colltune
"$install" --prefix "$PWD" >../out 2>../err
[ ! -e share/colltune/old ] || fail "what the older release had is still there"
bin/colltune --version >../out || fail "the command was not replaced"

"$install" --prefix "$PWD" --uninstall
cd ..
(cd "a folder" && find . | sort) | diff before - || fail "that is not what was there before"
[ ! -e outside/colltune.h ] || fail "the header is still there"

# Without a folder before, nothing is left but the prefix.
"$install" --prefix "$PWD/new" >out
"$install" --prefix "$PWD/new" --uninstall
[ -z "$(ls -A new)" ] || fail "still there: $(find new)"

# For a package: all below the prefix, and no list.
BUILD_WORKING_DIRECTORY=$PWD "$install" --destdir="a stage" --prefix /usr >out 2>&1
[ -z "$(cat out)" ] && [ "$(ls -A "a stage")" = usr ] || fail "destdir: $(cat out; ls -A "a stage")"
[ -x "a stage/usr/bin/colltune" ] && [ ! -e "a stage/usr/share/colltune/manifest" ] || fail "destdir: $(find "a stage")"
echo "1 passed, 0 failed"
