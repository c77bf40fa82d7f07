#!/bin/bash
# profiles_test.sh COLLTUNE: the list of `profiles`; `run` takes the profile that the list marks.
set -u
colltune=$PWD/$1
foreign=$PWD/tests/tuner/profile.yaml
cd "$TEST_TMPDIR" || exit 1
export HOME=$TEST_TMPDIR
unset XDG_DATA_HOME COLLTUNE_PROFILE COLLTUNE_PROFILE_PATH || true

fail() {
  echo "$1"
  exit 1
}

"$colltune" profiles >none || fail "no profiles: exit $?"
grep -qxF "$HOME/.local/share/colltune: none" none || fail "folders: $(cat none)"
grep -qxF "none is used here without being named" none || fail "none: $(cat none)"

folder=$HOME/.local/share/colltune
mkdir -p "$folder"
cp "$foreign" "$folder/other.yaml"
"$colltune" compile "$folder/other.yaml" >out || fail "compile: $(cat out)"
"$colltune" profiles >others || fail "profiles: exit $?"
grep -qF "  $folder/other.yaml: Another MPI 1.0 (unknown), Another CPU, 3 cores, 1 sockets; not for this machine: the MPI library is" \
  others || fail "others: $(cat others)"
"$colltune" run -- true 2>err && fail "runs with a foreign profile"
grep -qF "no profile in" err || fail "run: $(cat err)"

# The foreign one, for this machine.
part() { sed -n "s/.*the $1 is '\([^']*\)', the profile.*/\1/p" others; }
sed "s/^fingerprint:.*/fingerprint: {mpi: \"$(part 'MPI library')\", cpu: \"$(part processor)\", cores: \
$(nproc --all), device: \"$(part "MPI library's device")\"}/" "$foreign" >"$folder/here.yaml"
sockets=$(part "number of sockets")
[ -z "$sockets" ] || sed -i "s/, device:/, sockets: $sockets, device:/" "$folder/here.yaml"
"$colltune" compile "$folder/here.yaml" >out || fail "compile: $(cat out)"
"$colltune" profiles >here || fail "profiles: exit $?"
grep -qF "* $folder/here.yaml: " here || fail "here: $(cat here)"
"$colltune" run -- env >out || fail "run: exit $?"
grep -qxF "COLLTUNE_PROFILE=$folder/here.yaml" out || fail "run takes: $(grep COLLTUNE out)"

# A table alone is as good.
mv "$folder/here.yaml" kept.yaml
"$colltune" run -- env >out || fail "run by a table: exit $?"
grep -qxF "COLLTUNE_PROFILE=$folder/here.yaml.table" out || fail "run takes: $(grep COLLTUNE out)"
mv kept.yaml "$folder/here.yaml"

# Two are for this machine.
cp "$folder/here.yaml" "$folder/too.yaml"
cp "$folder/here.yaml.table" "$folder/too.yaml.table"
"$colltune" run -- true 2>err && fail "runs with one of two profiles"
grep -qF "too.yaml: is for this machine, but so is $folder/here.yaml: name one" err || fail "two: $(cat err)"
"$colltune" profiles >two || fail "profiles of two: exit $?"
grep -qF "  $folder/too.yaml: " two || fail "not listed: $(cat two)"
grep -qF "none is used here without being named: $folder/too.yaml: is for" two || fail "$(cat two)"
COLLTUNE_PROFILE=$folder/too.yaml "$colltune" run -- env >out || fail "named: exit $?"
grep -qxF "COLLTUNE_PROFILE=$folder/too.yaml" out || fail "run takes: $(grep COLLTUNE out)"

# The host's own is compiled anew after an edit, also where it is damaged.
own=$folder/$(uname -n).yaml
cp "$folder/here.yaml" "$own"
for damage in missing edited broken; do
  case $damage in
    edited) echo "# edited" >>"$own" ;;
    broken) printf '\377' | dd of="$own.table" bs=1 seek=100 conv=notrunc 2>dd ;;
  esac
  "$colltune" run -- env >out 2>err || fail "$damage: exit $?: $(cat err)"
  grep -qxF "COLLTUNE_PROFILE=$own" out || fail "$damage: run takes: $(grep COLLTUNE out)"
done
rm "$own" "$own.table"

# Nothing is taken from the current folder.
cd "$folder" || exit 1
rm too.yaml too.yaml.table
mkdir "$HOME/empty"
XDG_DATA_HOME=$HOME/empty "$colltune" run -- true 2>err && fail "takes the current folder's"
COLLTUNE_PROFILE_PATH=. "$colltune" run -- true 2>err && fail "takes a folder that is relative"
grep -qF "COLLTUNE_PROFILE_PATH: '.' does not begin with /" err || fail "relative: $(cat err)"
exit 0
