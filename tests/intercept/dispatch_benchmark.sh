#!/bin/sh
# dispatch_benchmark.sh: nanoseconds that the preload library adds to calls of 8 bytes, as median
# and 99th percentile. It passes the calls on, counts them for statistics, selects an algorithm of
# the library's own, or performs one of ours; see dispatch.c. The cost of counting a call is the
# difference of "counted" and "active". To be run by `bazel run`.
set -eu
preload=$PWD/tuner/intercept/libcolltune.so
programs=$PWD/tests/intercept
mpiexec=$PWD/../mpi/mpiexec
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# All of the broadcasts is the library's, or all of 8 bytes.
"$programs/write_profile" "$scratch/library" here 2,2,1,1048576,library
"$programs/write_profile" "$scratch/sizes" here 2,2,1,4,chain 2,2,5,64,library 2,2,65,1048576,chain

# measure WHAT COLLECTIVE RANKS [SETTING...]: without a setting there is no preload. Calls are on
# MPI_COMM_WORLD, or on a duplicate of it where $communicator is "dup".
communicator=
measure() {
  what=$1 op=$2 ranks=$3
  shift 3
  printf '%-9s %-32s %s rank(s): ' "$op" "$what" "$ranks"
  "$mpiexec" -n "$ranks" --bind-to core env ${1:+LD_PRELOAD="$preload"} "$@" "$programs/dispatch" "$op" 8 ${communicator:+"$communicator"}
}

for ranks in 1 2; do
  for op in bcast allreduce alltoall barrier; do
    measure "no preload" $op $ranks
    measure "inactive" $op $ranks COLLTUNE_DISABLE=1
    measure "active, library for all" $op $ranks "COLLTUNE_PROFILE=$scratch/library"
    measure "counted" $op $ranks "COLLTUNE_STATS=$scratch/stats"
    measure "counted, library for all" $op $ranks "COLLTUNE_PROFILE=$scratch/library" \
      "COLLTUNE_STATS=$scratch/stats"
    communicator=dup measure "active, on a duplicate" $op $ranks "COLLTUNE_PROFILE=$scratch/library"
  done
done
measure "active, library for the size" bcast 2 "COLLTUNE_PROFILE=$scratch/sizes"
measure "the library's, selected" bcast 2 COLLTUNE_FORCE=bcast:mpich:binomial
measure "ours" bcast 2 COLLTUNE_FORCE=bcast:binomial
measure "the library's, selected" allreduce 2 COLLTUNE_FORCE=allreduce:mpich:recursive_doubling
measure "ours" allreduce 2 COLLTUNE_FORCE=allreduce:recursive_doubling
measure "the library's, selected" alltoall 2 COLLTUNE_FORCE=alltoall:mpich:pairwise
measure "ours" alltoall 2 COLLTUNE_FORCE=alltoall:pairwise
measure "the library's, selected" barrier 2 COLLTUNE_FORCE=barrier:mpich:dissemination
measure "ours" barrier 2 COLLTUNE_FORCE=barrier:dissemination
