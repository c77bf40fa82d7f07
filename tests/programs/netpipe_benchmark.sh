#!/bin/sh
# netpipe_benchmark.sh [TURNS]: NetPIPE's time of a message on two ranks, half a round trip, without
# and with the preload library in turns: the median of all turns and the least. Its messages pass
# the library by. To be run by `bazel run`, where nothing else runs.
set -eu
turns=${1:-30}
netpipe=/usr/bin/NPmpich2
preload=$PWD/tuner/intercept/libcolltune.so
mpiexec=$PWD/../mpi/mpiexec
[ -e "$netpipe" ] || {
  echo "no $netpipe: apt-get install --no-install-recommends netpipe-mpich2"
  exit 1
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

# run WITH [VARIABLE=VALUE...]: lines of WITH, bytes and us. NetPIPE takes the best of its trials, each
# of 2000 short or 20 long round trips: some hundredths of a second.
run() {
  with=$1
  shift
  for sizes in "-n 2000 -l 1 -u 64" "-n 20 -l 1048576 -u 1048577"; do
    # shellcheck disable=SC2086  # several words
    "$mpiexec" -n 2 --bind-to core env "$@" "$netpipe" -p 0 $sizes 2>&1 |
      sed -nE "s/.* ([0-9]+) bytes .* in +([0-9.]+) usec/$with \1 \2/p" >>rows
  done
}

for _ in $(seq "$turns"); do
  run without LD_PRELOAD=
  run with "LD_PRELOAD=$preload" COLLTUNE_FORCE=barrier:dissemination
done
printf '%9s %12s %12s %12s %12s\n' bytes without with without with
printf '%9s %12s %12s %12s %12s\n' '' median '' least ''
for bytes in 1 8 64 1048576; do
  printf '%9s' "$bytes"
  for place in median least; do
    for with in without with; do
      awk -v with=$with -v bytes=$bytes '$1 == with && $2 == bytes {print $3}' rows | sort -n |
        awk -v place=$place '{t[NR] = $1} END {printf " %9.2f us", place == "least" ? t[1] : t[int((NR + 1) / 2)]}'
    done
  done
  echo
done
