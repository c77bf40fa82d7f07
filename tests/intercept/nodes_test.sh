#!/bin/sh
# nodes_test.sh: six ranks on three simulated nodes, of which one has three of them: the ranks per
# node of each communicator, and the same output as without us.
set -eu
unset COLLTUNE_DISABLE COLLTUNE_FORCE COLLTUNE_LOG COLLTUNE_PROFILE || true
hosts=$TEST_TMPDIR/hosts
printf '%s\n' node-0 node-0 node-0 node-1 node-1 node-2 >"$hosts"

simulate() {
  # TMPDIR: see tests/under_smpirun.sh
  TMPDIR=$TEST_TMPDIR "$TEST_SRCDIR/smpi/smpirun" -np 6 -platform tests/smpi/cluster16.xml \
    -hostfile "$hosts" --cfg=smpi/simulate-computation:no --log=root.thres:error \
    tests/intercept/sizes_smpi.so
}

simulate >"$TEST_TMPDIR/out.plain"
export COLLTUNE_LOG=1 COLLTUNE_FORCE=bcast:chain
simulate >"$TEST_TMPDIR/out" 2>"$TEST_TMPDIR/err"
[ -s "$TEST_TMPDIR/out" ]
cmp "$TEST_TMPDIR/out.plain" "$TEST_TMPDIR/out"

# MPI_COMM_WORLD and its copy; its even ranks, two of them on one node; its odd ranks, on three.
{
  for layout in '6 ranks (3' '6 ranks (3' '3 ranks (2' '3 ranks (1'; do
    echo "colltune: bcast on $layout per node), 0..0 B: library (empty message)"
    echo "colltune: bcast on $layout per node), 1..2147483647 B: chain (forced)"
  done
  for _ in 1 2 3 4 5 6; do echo 'colltune: bcast on 1 ranks (1 per node), 0.. B: library (one rank)'; done
} | sort >"$TEST_TMPDIR/expected"
grep '^colltune: bcast ' "$TEST_TMPDIR/err" | sort | diff "$TEST_TMPDIR/expected" -
