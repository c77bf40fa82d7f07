#!/bin/bash
# regions_test.sh COLLTUNE: a profile whose rows are for many communicators each goes through `show`,
# `explain`, `report`, `diff`, `export` and `import`, and comes back from files with thresholds.
set -u
colltune=$PWD/$1
profile=$PWD/tests/tuner/regions.yaml
cd "$TEST_TMPDIR" || exit 1
export HOME=$TEST_TMPDIR

# fails REASON: ends the test with what the last command wrote
fails() {
  echo "$1:"
  cat out err
  exit 1
}

# runs EXIT_CODE ARGUMENT...
runs() {
  local wanted=$1 code=0
  shift
  "$colltune" "$@" >out 2>err || code=$?
  [ $code = "$wanted" ] || fails "colltune $*: exit $code, wanted $wanted"
}

# says FILE TEXT: a line is just that, but for blanks
says() { sed 's/  */ /g; s/^ //; s/ $//' "$1" | grep -qxF -- "$2" || fails "no line '$2' in $1"; }

# explained TEXT ARGUMENT...: a line of `explain` is just that
explained() {
  local text=$1
  shift
  runs 0 explain "$profile" "$@"
  says out "$text"
}

runs 0 show "$profile"
says out "bcast on 2 to 3 nodes of 2 to 4 ranks"
says out "bcast on 4 nodes of 2 to 4 ranks, roots 1 to 3"

# 6 ranks on 2 nodes were never measured, 4 on one were. Of roots 1 to 3, and of all others, the
# profile does not say which was.
explained "bcast of 4096 bytes on 6 ranks: binomial for 0 to 8191 bytes" \
  bcast 4K -n 6 --ranks-per-node 3
says out "interpolated between 1 node of 4 ranks and 4 nodes of 4 ranks: the expected saving may be off by 25 %"
if grep -q "measured" out; then fails "nothing was measured there"; fi
explained "measured at this size: binomial takes 0.50 of the library's time" \
  bcast 4K -n 4 --ranks-per-node 4
explained "measured at this size, with a root that the machine treats like rank 2: binomial takes 0.50 of the library's time" \
  bcast 8K -n 16 --root 2
explained "measured at this size, with a root that the machine treats like rank 5: scatter_ring_allgather takes 0.50 of the library's time" \
  bcast 8K -n 16 --root 5

# Rows may differ by the sites, or the order of the ranks: which is asked for has to be said.
sed '/^hull/,$d' "$profile" >placed.yaml
cat >>placed.yaml <<END
tables:
  bcast:
    - {nodes: [2, 2], ranks_per_node: [2, 2], mapping: block, rules: [{bytes: [0, 9], choice: binomial, evidence: []}]}
    - {nodes: [2, 2], ranks_per_node: [2, 2], mapping: cyclic, rules: [{bytes: [0, 9], choice: chain, evidence: []}]}
    - {nodes: [4, 5], ranks_per_node: [1, 1], sites: 1, rules: [{bytes: [0, 9], choice: flat, evidence: []}]}
    - {nodes: [4, 5], ranks_per_node: [1, 1], sites: 2, rules: [{bytes: [0, 9], choice: binomial, evidence: []}]}
END
# placed TEXT ARGUMENT...: likewise, of that profile
placed() {
  local text=$1
  shift
  runs 0 explain placed.yaml "$@"
  says out "$text"
}
placed "bcast of 8 bytes on 4 ranks: chain for 0 to 9 bytes" \
  bcast 8 -n 4 --ranks-per-node 2 --mapping cyclic
says out "the row is for 2 nodes of 2 ranks, cyclic"
placed "bcast of 8 bytes on 5 ranks: binomial for 0 to 9 bytes" bcast 8 -n 5 --sites 2
says out "the row is for 4 to 5 nodes of 1 rank, on 2 sites"
placed "bcast of 8 bytes on 5 ranks: flat for 0 to 9 bytes" bcast 8 -n 5 --sites 1
runs 2 explain placed.yaml bcast 8 -n 4 --ranks-per-node 2
says err "colltune: there are rows for block and for cyclic mapping: say --mapping"
runs 2 explain placed.yaml bcast 8 -n 5
says err "colltune: there are rows for 1 and for 2 sites: say --sites"
runs 0 explain placed.yaml bcast 8 -n 5 --sites 3
grep -q "library, as this number of ranks, on 3 sites, was not measured" out || fails "no row"

# Savings between measured layouts are expected ones, and count as such.
runs 0 report "$profile" -o page.html
grep -qF "binomial is expected to take 25 % less than the library; not measured" page.html ||
  fails "a saving that was not measured is reported as measured"
grep -qF "binomial takes 50 % less than the library" page.html || fails "no measured saving"

runs 0 diff "$profile" "$profile"
says out "they decide alike"
sed '/nodes: \[2, 3\]/,/nodes: \[4, 4\]/s/choice: binomial$/choice: chain/' "$profile" >chain.yaml
runs 1 diff "$profile" chain.yaml
says out "bcast on 2 to 3 nodes of 2 to 4 ranks"

# MPICH tells all these layouts apart, and no roots.
runs 0 export --quiet "$profile" --to mpich-json --release 4.2 -o mpich.json
[ "$(grep -c " is wanted for " err)" = 1 ] || fails "MPICH deviates elsewhere"
says err "bcast on 4 nodes of 2 to 4 ranks, 8 to 16 ranks in all, roots 1 to 3, 0 to 4611686018427387904 bytes: MPIR_Bcast_intra_binomial is wanted for binomial, and MPIR_Bcast_intra_scatter_ring_allgather runs"

# imports FORMAT FILE RANKS_PER_NODE LINE...: `show` has these lines for the imported broadcasts
imports() {
  local format=$1 file=$2 per_node=$3
  shift 3
  runs 0 import "$file" --from "$format" --ranks 2:20 --ranks-per-node "$per_node" -o back.yaml
  runs 0 show back.yaml
  for line in "$@"; do says out "$line"; done
}

# back BYTES CHOICE RANKS RANKS_PER_NODE: the imported profile decides so
back() {
  runs 0 explain back.yaml bcast "$1" -n "$3" --ranks-per-node "$4"
  grep -q "^bcast of .*: $2\( for\|, as\)" out || fails "$3 ranks: not $2"
}

runs 0 import mpich.json --from mpich-json --release 4.2 --ranks 2:20 --ranks-per-node 3 -o back.yaml
runs 0 show back.yaml
says out "bcast on 2 to 7 nodes of 3 ranks, 4 to 9 ranks in all"
back 8K mpich:scatter_ring_allgather 9 3
back 4K mpich:binomial 9 3
back 4K mpich:scatter_ring_allgather 12 3
back 4K library 13 3

# Open MPI tells one node and one rank a node from all others, where the most ranks per node decide.
runs 0 export --quiet "$profile" --to openmpi-json -o openmpi.json
says err "bcast on 4 nodes of 2 to 3 ranks, 8 to 12 ranks in all, 0 to 8191 bytes: scatter_allgather_ring is wanted for scatter_ring_allgather, and binomial runs"
imports openmpi-json openmpi.json 1 "bcast on 2 to 4 nodes of 1 rank" "bcast on 5 to 20 nodes of 1 rank"
back 1K binomial 4 1
back 1K library 5 1
imports openmpi-json openmpi.json 20 "bcast on 1 node of 2 to 3 ranks" "bcast on 1 node of 5 to 20 ranks"
back 4K knomial:k=2:segment=8K 3 3
back 4K binomial 4 4

# Intel MPI knows numbers of ranks alone: what it is told holds on any nodes.
runs 0 export --quiet "$profile" --to intel -o intel.sh
imports intel intel.sh 4 "bcast on 1 to 12 nodes of 1 to 12 ranks, 5 to 12 ranks in all"
back 4K binomial 12 3
back 4K binomial 12 12
back 4K scatter_ring_allgather 13 4
echo "1 passed, 0 failed"
