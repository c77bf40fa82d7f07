#!/bin/bash
# output_test.sh COLLTUNE: files that commands write: - is standard output, a symbolic link is
# followed, and a name may have all that a file's name may have.
set -u
colltune=$PWD/$1
good=$PWD/tests/tuner/profile.yaml
cd "$TEST_TMPDIR" || exit 1
export HOME=$TEST_TMPDIR

fail() {
  echo "$1"
  head -n 20 out err
  exit 1
}

# writes COMMAND...: with a file's name added
writes() { "$colltune" --quiet "$@" >out 2>err || fail "$*: exit $?"; }

# Of a profile, what does not differ between two starts.
lasting() { grep -vE '^ *(created|command):' "$1"; }

odd=$'it\'s: a "name", \\ with\nall.html'
mkdir store links
for command in "export $good --to csv" "export $good --to c-header" "report $good" \
  "report $good --format csv --op bcast"; do
  # shellcheck disable=SC2206  # several words
  words=($command)
  writes "${words[@]}" -o store/plain
  writes "${words[@]}" -o -
  cmp out store/plain || fail "$command -o -"
  writes "${words[@]}"
  cmp out store/plain || fail "$command"
  writes "${words[@]}" -o "$odd"
  [ ! -s out ] && cmp "$odd" store/plain || fail "$command -o '$odd'"
  # A link to a file that is there, and to one that is not yet.
  for target in there not_yet; do
    [ $target = not_yet ] || echo before >store/there
    ln -sf ../store/$target links/link
    writes "${words[@]}" -o links/link
    [ -L links/link ] && cmp store/$target store/plain || fail "$command -o links/link"
    rm store/$target
  done
done

"$colltune" export "$good" --to mpich-json --release 4.2 -o decisions.json 2>err || fail "export: exit $?"
import=(import decisions.json --from mpich-json --release 4.2 --ranks 4)
writes "${import[@]}" -o plain.yaml
writes "${import[@]}" -o -
cmp <(lasting out) <(lasting plain.yaml) || fail "import -o -"
ln -s ../store/p.yaml links/p.yaml
writes "${import[@]}" -o links/p.yaml
[ -L links/p.yaml ] && cmp <(lasting store/p.yaml) <(lasting plain.yaml) || fail "import -o links/p.yaml"
[ -f store/p.yaml.table ] || fail "no table beside the target"
rm store/p.yaml.table
"$colltune" compile links/p.yaml >out 2>err || fail "compile: exit $?"
grep -qxF "wrote links/../store/p.yaml.table" out || fail "compile"
[ -f store/p.yaml.table ] || fail "no table beside the target"
[ "$(find links | sort | xargs)" = "links links/link links/p.yaml" ] || fail "beside the link: $(find links)"
[ ! -e ./- ] || fail "a file of the name -"

code=0
"$colltune" export "$good" --to csv >/dev/full 2>err || code=$?
[ $code = 2 ] && grep -qx "colltune: standard output: cannot be written: No space left on device" err ||
  fail "a full disk: exit $code"
