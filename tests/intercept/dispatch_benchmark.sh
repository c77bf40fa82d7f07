#!/bin/sh
# dispatch_benchmark.sh: nanoseconds that the preload library adds to an 8-byte broadcast which it
# passes on, as median and 99th percentile; see dispatch.c. To be run by `bazel run`.
set -eu
preload=$PWD/tuner/intercept/libcolltune.so
programs=$PWD/tests/intercept
mpiexec=$PWD/../mpi/mpiexec
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# On 1 and 2 ranks all is the library's, or all of 8 bytes.
"$programs/write_profile" "$scratch/library" here 2,2,1,1048576,library
"$programs/write_profile" "$scratch/sizes" here 2,2,1,4,chain 2,2,5,64,library 2,2,65,1048576,chain

# measure WHAT RANKS SETTING
measure() {
  printf '%-28s %s rank(s): ' "$1" "$2"
  "$mpiexec" -n "$2" -bind-to core env LD_PRELOAD="$preload" "$3" "$programs/dispatch" 8
}

for ranks in 1 2; do
  printf '%-28s %s rank(s): ' "no preload" "$ranks"
  "$mpiexec" -n "$ranks" -bind-to core "$programs/dispatch" 8
  measure "inactive" "$ranks" COLLTUNE_DISABLE=1
  measure "active, library for all" "$ranks" "COLLTUNE_PROFILE=$scratch/library"
done
measure "active, library for the size" 2 "COLLTUNE_PROFILE=$scratch/sizes"
measure "(chain instead)" 2 COLLTUNE_FORCE=bcast:chain
