#!/bin/bash
# prediction_table.sh [PLATFORM...]: the predictions of every algorithm of the registry at 4, 7, 16
# and 32 ranks and 9 sizes against the truth, on each of the machines of tests/smpi, and the regret
# of choosing by them. To be run by `bazel run`; takes some minutes for each machine. With
# ROWS=DIRECTORY the rows of the table are kept there, as PLATFORM.csv: platform, collective,
# algorithm, ranks, bytes of a block, true microseconds, and those of each model. Beside them are
# the measurements that the models are fitted to, PLATFORM.samples.csv, for `colltune fit`.
set -euo pipefail
export SMPIRUN=$PWD/../smpi/smpirun
program=$PWD/tests/models/prediction_table_smpi.so

printf "%-10s %-10s %6s %7s %7s %7s %7s  where (in %%)\n" machine model rows median 90th 95th worst
platforms=("$@")
if [ $# = 0 ]; then
  platforms=(loggp speeds16 unlike16 cluster64 fattree grid64 escalating)
fi
for name in "${platforms[@]}"; do
  ranks=32
  arguments=(--models "${MODELS:-configured,loggp}")
  if [ "$name" = grid64 ]; then
    ranks=64
    arguments+=(--sites 2)
  fi
  if [ -n "${ROWS:-}" ]; then
    arguments+=(--rows "$ROWS/$name.csv" --samples "$ROWS/$name.samples.csv")
  fi
  tests/under_smpirun.sh "$name" "$ranks" "$program" "$name" "${arguments[@]}"
done
