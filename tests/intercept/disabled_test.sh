#!/bin/sh
# disabled_test.sh: with COLLTUNE_DISABLE=1 no collective is performed by us and nothing is printed,
# whatever else is set; see messages.c.
. tests/intercept/preload.sh
ranks=3
profile=$TEST_TMPDIR/profile.yaml
"$programs/write_profile" "$profile" here 3,3,0,100000,chain || fail "no profile"
setting=$("$programs/list_algorithms" | head -n 1)
plain "$ranks" "$programs/collectives_mpi"

# sent SETTINGS: how many messages of ours there are in all
sent() {
  preloaded "$1" "$ranks" "$programs/collectives_mpi"
  same_output "$1"
  [ "$(grep -c '^messages of ours: ' "$err")" = "$ranks" ] || fail "$1: not all are counted"
  messages=$(awk '/^messages of ours: / {sum += $4} END {print sum}' "$err")
}

# Those of Open MPI's Fortran procedures are counted, too.
ours=$preload
preload=$programs/libmessages.so
sent COLLTUNE_DISABLE=
without=$messages
preload="$ours $programs/libmessages.so"

# silent SETTINGS: nothing of us with those
silent() {
  sent "COLLTUNE_DISABLE=1 $1"
  [ "$messages" = "$without" ] || fail "$1: $messages messages though disabled, not $without"
  ! grep -v '^messages' "$err" || fail "$1: something is printed"
}

for settings in "COLLTUNE_FORCE=$setting COLLTUNE_LOG=2" "COLLTUNE_PROFILE=$profile COLLTUNE_LOG=1"; do
  sent "$settings"
  [ "$messages" -gt "$without" ] || fail "$settings: no messages of ours"
  logged 'colltune: bcast on 3 ranks'
  silent "$settings"
done
silent COLLTUNE_FORCE=nonsense
silent COLLTUNE_PROFILE=/nowhere
silent COLLTUNE_LOG=9
silent 'COLLTUNE_FORCE=bcats:chain COLLTUNE_LOG=yes'
