#!/bin/sh
# clock_sync_table.sh [RANKS...]: cost and quality of each scheme of clock synchronisation, in
# virtual time; see clock_sync_table.cc. To be run by `bazel run`. The default of 16, 128 and 1000
# ranks takes some five minutes.
set -eu
[ $# -gt 0 ] || set -- 16 128 1000
for ranks; do
  SMPIRUN=$PWD/../smpi/smpirun tests/under_smpirun.sh cluster1000 "$ranks" \
    tests/measure/clock_sync_table_program.so
done
