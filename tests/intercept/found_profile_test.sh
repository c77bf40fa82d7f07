#!/bin/sh
# found_profile_test.sh: where no profile is named, the profile for this machine is taken from the
# folders for profiles, and each fault of these is reported once.
. tests/intercept/preload.sh
mine=$TEST_TMPDIR/data/colltune
other=$TEST_TMPDIR/other
mkdir -p "$mine" "$other"
"$programs/write_profile" "$mine/here.yaml" here 2,2,1,1000000,chain || fail "no profile"
"$programs/write_profile" "$mine/away.yaml" "Another CPU" 2,2,1,1000000,flat || fail "no profile"
"$programs/write_profile" "$other/away.yaml" "Another CPU" 2,2,1,1000000,flat || fail "no profile"
plain 2 "$programs/sizes"

# with SETTINGS
with() {
  preloaded "HOME=$TEST_TMPDIR COLLTUNE_LOG=1 $1" 2 "$programs/sizes"
  same_output "$1"
}

# warned TEXT: once, and nothing else is chosen
warned() {
  [ "$(grep -cF -- "$1" "$err")" = 1 ] || fail "not once '$1'"
  ! grep -q '(profile)' "$err" || fail "a profile is followed"
}

with "XDG_DATA_HOME=$TEST_TMPDIR/data"
logged "1..1000000 B: chain (profile)"
with "XDG_DATA_HOME=$TEST_TMPDIR/none COLLTUNE_PROFILE_PATH=$other:$mine"
logged "1..1000000 B: chain (profile)"

# Those who have named no folder need no profile either.
with "XDG_DATA_HOME=$TEST_TMPDIR/none"
[ ! -s "$err" ] || fail "something is said"
with "COLLTUNE_PROFILE_PATH=$other"
warned "COLLTUNE_PROFILE_PATH: no profile in $other is for this machine"
with "COLLTUNE_PROFILE_PATH=data"
warned "COLLTUNE_PROFILE_PATH: 'data' does not begin with /"

# Never from the current folder.
cd "$mine" || fail "no folder"
with "XDG_DATA_HOME=$TEST_TMPDIR/none"
[ ! -s "$err" ] || fail "something is said"

# A search that fails says so, and leaves alone what is forced.
cp here.yaml too.yaml
"$programs/write_profile" "$mine/too.yaml" here 2,2,1,1000000,flat || fail "no profile"
with "XDG_DATA_HOME=$TEST_TMPDIR/data"
warned "too.yaml: is for this machine, but so is $mine/here.yaml: name one of them by COLLTUNE_PROFILE"
with "XDG_DATA_HOME=$TEST_TMPDIR/data COLLTUNE_FORCE=bcast:chain"
logged "B: chain (forced)"
