#!/bin/sh
# nodes_test.sh: six ranks on three simulated nodes: the ranks per node of each communicator, the
# rows for their placement, and the same output as without us.
set -eu
unset COLLTUNE_DISABLE COLLTUNE_FORCE COLLTUNE_LOG COLLTUNE_PROFILE COLLTUNE_STATS || true
hosts=$TEST_TMPDIR/hosts

# on NUMBER...: the node of each rank
on() { printf 'node-%s\n' "$@" >"$hosts"; }

simulate() {
  # TMPDIR: see tests/under_smpirun.sh
  TMPDIR=$TEST_TMPDIR "$TEST_SRCDIR/smpi/smpirun" -np 6 -platform tests/smpi/cluster16.xml \
    -hostfile "$hosts" --cfg=smpi/simulate-computation:no --log=root.thres:error \
    tests/intercept/sizes_smpi.so
}

# One node has three of the ranks.
on 0 0 0 1 1 2
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

# Rows for two ways in which two ranks are on each node.
release=$("$TEST_SRCDIR/smpi/smpirun" -version | grep -o 'SimGrid version [0-9.]*[0-9]' | sed 's/.* //')
cat >"$TEST_TMPDIR/profile.yaml" <<END
colltune_profile: 1
fingerprint: {mpi: "SMPI $release", cpu: simulated, cores: 1}
provenance: {created: now, command: none, method: none, clock: none, confidence: 0.99, margin: 0.03, hosts: [node-0]}
network: []
tables:
  bcast:
    - {ranks: 6, ranks_per_node: 2, mapping: cyclic, rules: [{bytes: [1, 9999999], choice: flat, evidence: []}]}
    - {ranks: 6, ranks_per_node: 2, mapping: block, rules: [{bytes: [1, 9999999], choice: chain, evidence: []}]}
END
tuner/colltune compile "$TEST_TMPDIR/profile.yaml" >/dev/null
unset COLLTUNE_FORCE
export COLLTUNE_PROFILE="$TEST_TMPDIR/profile.yaml"
# expect RULE NODE...: what 1 byte gets on MPI_COMM_WORLD, and on its copy, with ranks on such nodes
expect() {
  rule=$1
  shift
  on "$@"
  simulate >"$TEST_TMPDIR/out" 2>"$TEST_TMPDIR/err"
  cmp "$TEST_TMPDIR/out.plain" "$TEST_TMPDIR/out"
  [ "$(grep -c "^colltune: bcast on 6 ranks (2 per node), .*$rule" "$TEST_TMPDIR/err")" -eq 2 ]
}
expect '1..9999999 B: chain (profile)' 1 1 0 0 2 2
expect '1..9999999 B: flat (profile)' 1 0 2 1 0 2
expect 'library (no row)' 1 0 2 2 0 1
