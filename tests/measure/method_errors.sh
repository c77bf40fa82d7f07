#!/bin/bash
# method_errors.sh PLATFORM... [-- OPTION...]: the error of each method on three simulated clusters,
# as a row of CSV for each broadcast, size and number of ranks. OPTION: one of the method_errors
# program, e.g. -- --methods per_destination,rounds --ranks 8,16
set -euo pipefail
declare -A sites=([cluster64]=1 [grid64]=2 [unlike16]=1)
platforms=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  platforms+=("$1")
  shift
done
[ $# -eq 0 ] || shift
[ ${#platforms[@]} -gt 0 ] || platforms=(cluster64 grid64 unlike16)
export SMPIRUN=$PWD/../smpi/smpirun
header=1
for platform in "${platforms[@]}"; do
  if [ -z "${sites[$platform]:-}" ]; then
    echo "method_errors: no platform '$platform'; there are: ${!sites[*]}" >&2
    exit 2
  fi
  tests/under_smpirun.sh "$platform" 64 tests/measure/method_errors_smpi.so "$platform" \
    --sites "${sites[$platform]}" "$@" | tail -n "+$header"
  header=2
done
