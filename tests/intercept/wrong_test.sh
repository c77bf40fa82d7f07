#!/bin/sh
# wrong_test.sh RANKS: wrong calls of all collectives return the same, and are told to the same error
# handler, as without us, with each algorithm.
. tests/intercept/preload.sh
! is_mpich_5 || { echo "skipped: MPICH 5 goes on otherwise after wrong calls" && exit; }
ranks=$1
plain "$ranks" "$programs/wrong"
[ "$(grep -c 'rank 0' "$out.plain")" -ge 1200 ] || fail "too few wrong calls"
list_settings
while read -r setting; do
  preloaded "COLLTUNE_FORCE=$setting" "$ranks" "$programs/wrong" </dev/null
  same_output "$setting"
done <"$every"
