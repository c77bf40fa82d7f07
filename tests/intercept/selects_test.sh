#!/bin/sh
# selects_test.sh: algorithms of the MPI library that a program selects by itself, through MPI_T or the
# environment, are used and stay selected; while it selects none, ours are used (see selects.c).
. tests/intercept/preload.sh
program=$programs/selects
# By their places in the library's lists: reduce 1, allreduce 3, scan 3.
native=barrier:mpich:dissemination,bcast:mpich:binomial,reduce:mpich:binomial
native=$native,allreduce:mpich:recursive_doubling,scan:mpich:recursive_doubling
native=$native,gather:mpich:binomial,allgather:mpich:ring,alltoall:mpich:pairwise
own=barrier:dissemination,bcast:chain,reduce:binomial,allreduce:ring,gather:binomial,allgather:ring
library=bcast:library,reduce:library,allreduce:library,scan:library

plain 2 "$program"
[ "$(grep -c '^selected .*: 2, ' "$out.plain")" = 8 ] || fail "the program's own values are not read"
[ "$(grep -c '^free .*: 0, ' "$out.plain")" = 8 ] || fail "the program's own values are not read"
preloaded "COLLTUNE_FORCE=$native COLLTUNE_LOG=1" 2 "$program"
followed
sed -i -E '/^(first|free) /{/ REDUCE/s/during 0/during 1/;/(ALLREDUCE|SCAN)/s/during 0/during 3/}' "$out.plain"
same_output "native"

for force in $own $library; do
  plain 2 "$program"
  preloaded "COLLTUNE_FORCE=$force" 2 "$program"
  same_output "$force"
done

# Selected before MPI begins, they are the program's for good.
for force in $native $own; do
  plain 2 "$program" before
  grep -q '^first REDUCE: 2, result 2, during 2' "$out.plain" || fail "not selected before MPI_Init"
  preloaded "COLLTUNE_FORCE=$force" 2 "$program" before
  same_output "$force, selected before MPI_Init"
done
(
  export MPIR_CVAR_REDUCE_INTRA_ALGORITHM=nb MPIR_CVAR_BCAST_INTRA_ALGORITHM=nb
  plain 2 "$program"
  grep -q '^first REDUCE: 2, result 2, during 2' "$out.plain" || fail "not selected by the environment"
  preloaded "COLLTUNE_FORCE=reduce:mpich:binomial,bcast:mpich:binomial" 2 "$program"
  same_output "selected by the environment"
)
