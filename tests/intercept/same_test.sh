#!/bin/sh
# same_test.sh RANKS PROGRAM...: the programs have the same output as without us.
. tests/intercept/preload.sh
ranks=$1
shift
for program; do
  plain "$ranks" "$programs/$program"
  for algorithm in $(bcast_algorithms); do
    # Rounds of several messages: MPICH tells of a wrong one on MPI_COMM_WORLD, and ends the program.
    case $program,$algorithm in truncation,double_tree*) continue ;; esac
    preloaded "COLLTUNE_FORCE=bcast:$algorithm COLLTUNE_LOG=1" "$ranks" "$programs/$program"
    same_output "$program with $algorithm"
    logged "1..2147483647 B: $algorithm (forced)"
  done
done
