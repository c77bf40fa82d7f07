#!/bin/bash
# tables.sh: the tables of measure/README.md on measuring, in virtual time: the error and the cost of each
# method, clock synchronisation, and all pairs. To be run by `bazel run`; takes some minutes.
set -euo pipefail
export SMPIRUN=$PWD/../smpi/smpirun

echo "Estimate / truth of five broadcasts (chain, chain_backward, binomial, flat,"
echo "scatter_ring_allgather), 256 B and 64 KiB, 8 to 64 ranks: least .. most"
printf '%-16s %18s %18s %18s\n' method "64 equal nodes" "two sites" "16 unlike nodes"
tests/measure/method_errors.sh | awk -F, '
  NR == 1 { next }
  !($5 in seen) { seen[$5] = 1; names[++n] = $5 }
  { key = $5 "," $1 }
  !(key in low) || $8 < low[key] { low[key] = $8 }
  !(key in high) || $8 > high[key] { high[key] = $8 }
  function range(key) { return sprintf("%.3f .. %.3f", low[key], high[key]) }
  END {
    for (i = 1; i <= n; ++i) {
      name = names[i]
      printf "%-16s %18s %18s %18s\n", name, range(name ",cluster64"), range(name ",grid64"),
        range(name ",unlike16")
    }
  }'

echo
echo "A scatter and a gather for each size from 0 to 100 KB, 1 KB apart, on 16 unlike nodes"
tests/under_smpirun.sh unlike16 16 "$PWD/tests/measure/method_costs_test_smpi.so" |
  grep -E '^(scatter|gather) '

echo
tests/measure/clock_sync_table.sh 16 128 1000

echo
tests/measure/pairs_table.sh
