#!/bin/sh
# warnings_test.sh: each fault of the settings is reported in one line, and the application runs as
# without us.
. tests/intercept/preload.sh
program=$programs/sizes
profile=$TEST_TMPDIR/profile.yaml
write=$programs/write_profile
plain 2 "$program"

# warns TEXT SETTINGS: one warning with TEXT, and nothing else on standard error
warns() {
  preloaded "$2" 2 "$program"
  same_output "$2"
  [ "$(wc -l <"$err")" = 1 ] || fail "$2: not one line"
  logged "colltune: warning: $1"
  grep -q "; using the MPI library's own collectives\$" "$err" || fail "$2: no consequence named"
}

silent() {
  preloaded "$1" 2 "$program"
  same_output "$1"
  [ ! -s "$err" ] || fail "$1: not silent"
}

silent A=b
silent COLLTUNE_LOG=1
silent "COLLTUNE_FORCE= COLLTUNE_PROFILE= COLLTUNE_LOG= COLLTUNE_DISABLE="
silent "COLLTUNE_DISABLE=1 COLLTUNE_FORCE=nonsense COLLTUNE_PROFILE=/nowhere COLLTUNE_LOG=9"
silent "COLLTUNE_DISABLE=1 COLLTUNE_FORCE=bcast:chain COLLTUNE_LOG=1"
silent "COLLTUNE_FORCE=bcast:chain COLLTUNE_LOG=0"
silent "COLLTUNE_FORCE=bcast:chain COLLTUNE_ACCELERATOR=follow"

known='known are library, flat,'
warns "COLLTUNE_FORCE: unknown algorithm 'nonsense' for bcast; $known" COLLTUNE_FORCE=bcast:nonsense
warns "COLLTUNE_FORCE: unknown algorithm '' for bcast; $known" COLLTUNE_FORCE=bcast:
warns "COLLTUNE_FORCE: no collective 'bcats'; known: bcast" COLLTUNE_FORCE=bcats:chain
warns "COLLTUNE_FORCE: 'chain' is not COLLECTIVE:ALGORITHM" COLLTUNE_FORCE=chain
warns "COLLTUNE_FORCE: bcast stands twice" COLLTUNE_FORCE=bcast:chain,bcast:flat
warns "COLLTUNE_FORCE: nothing after the last comma" COLLTUNE_FORCE=bcast:chain,
warns "COLLTUNE_FORCE: '' is not COLLECTIVE:ALGORITHM" COLLTUNE_FORCE=,bcast:chain
warns "COLLTUNE_LOG: '3' is not 0, 1 or 2" "COLLTUNE_LOG=3 COLLTUNE_FORCE=bcast:chain"
warns "COLLTUNE_LOG: 'yes' is not 0, 1 or 2" COLLTUNE_LOG=yes
warns "COLLTUNE_DISABLE: 'true' is neither 0 nor 1" COLLTUNE_DISABLE=true
warns "COLLTUNE_ACCELERATOR: 'on' is neither library nor follow" "COLLTUNE_ACCELERATOR=on COLLTUNE_FORCE=bcast:chain"
# Nothing of a bad setting is followed, whatever else is right.
warns "COLLTUNE_LOG: '3' is not 0, 1 or 2" "COLLTUNE_LOG=3 COLLTUNE_PROFILE=/nowhere"

use() { echo "COLLTUNE_PROFILE=$profile COLLTUNE_FORCE=bcast:chain COLLTUNE_LOG=1"; }
fresh() {
  rm -rf "$profile" "$profile.table"
  "$write" "$profile" here 2,2,0,100000,chain || fail "no profile"
}

warns "$profile: cannot be read: No such file" "$(use)"
mkdir "$profile"
warns "$profile: is not a regular file" "$(use)"
fresh
rm "$profile.table"
warns "$profile: has no compiled table" "$(use)"
fresh
echo "an edit" >>"$profile"
warns "$profile.table: was compiled from another version" "$(use)"
fresh
echo "not a table" >"$profile.table"
warns "$profile.table: is not a compiled table" "$(use)"
fresh
echo "more" >>"$profile.table"
warns "$profile: is no usable compiled table: its size is wrong" "$(use)"
fresh
cp "$profile.table" "$profile"
truncate -s -4 "$profile"
warns "$profile: is no usable compiled table" "$(use)"
fresh
# The version follows the magic of 8 bytes.
printf '\143' | dd of="$profile.table" bs=1 seek=8 conv=notrunc 2>"$TEST_TMPDIR/dd"
warns "$profile: is no usable compiled table: it is of version 99" "$(use)"
rm -f "$profile"
"$write" "$profile" "Abacus 3000" 2,2,0,100000,chain
warns "$profile: made for another cluster: " "$(use)"
logged "Abacus 3000"
: >"$profile"
warns "$profile" "$(use)"

# Only the first rank's environment and files count. A shell sets each rank's, as the launcher of Open MPI 5
# crashes where programs are separated by colons.
# shellcheck disable=SC2016  # for that shell
run "$out" "$err" 2 sh -c 'export COLLTUNE_FORCE=bcast:chain COLLTUNE_LOG=1
  [ "${PMI_RANK-$OMPI_COMM_WORLD_RANK}" = 0 ] || export COLLTUNE_FORCE=nonsense COLLTUNE_PROFILE=/nowhere
  LD_PRELOAD=$0 exec "$1"' "$preload" "$program" || fail "ranks with unequal environments"
same_output "unequal environments"
logged "bcast on 2 ranks (2 per node), 1..2147483647 B: chain (forced)"
! grep -q warning "$err" || fail "another rank's environment was read"
