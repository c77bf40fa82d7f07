#!/bin/sh
# same_test.sh RANKS PROGRAM...: the programs have the same output as without us.
. tests/intercept/preload.sh
ranks=$1
shift
for program; do
  plain "$ranks" "$programs/$program"
  for algorithm in $("$programs/list_algorithms" bcast); do
    preloaded "COLLTUNE_FORCE=bcast:$algorithm COLLTUNE_LOG=1" "$ranks" "$programs/$program"
    same_output "$program with $algorithm"
    logged "1..2147483647 B: $algorithm (forced)"
  done
done
