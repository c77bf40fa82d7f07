#!/bin/sh
# mpich_json_test.sh COLLTUNE MESSAGES SEMANTICS: MPICH follows the files that are exported for it,
# and each collective has the right results. The profile imported from them says the same. The
# release is that of the MPICH that runs here.
set -eu
colltune=$PWD/$1
messages=$PWD/$2
semantics=$PWD/$3
of_402=$PWD/tests/tuner/mpich_profile.yaml
yield=$PWD/tests/libyield.so
mpiexec=$TEST_SRCDIR/mpi/mpiexec
export MPIEXEC_TIMEOUT=120
cd "$TEST_TMPDIR"

fail() {
  echo "FAILED: $*"
  cat out err 2>/dev/null
  exit 1
}

# job RANKS PROGRAM [ARGUMENT...]: ranks that wait give way to others
job() {
  ranks=$1
  shift
  "$mpiexec" -n "$ranks" env LD_PRELOAD="$yield" "$@" >out 2>err || fail "exit code $? of $*"
}

# Gives the profile the fingerprint of this machine, which an import has.
echo I_MPI_ADJUST_BCAST=1 >others
"$colltune" import others --from intel --ranks 2 -o here.yaml >out 2>err || fail "no fingerprint"
profile=$PWD/profile.yaml
sed "s|^fingerprint:.*|$(grep '^fingerprint:' here.yaml)|" "$of_402" >"$profile"
"$colltune" export "$profile" --to mpich-json -o selection.json 2>said ||
  fail "no export: $(cat said)"
grep -q MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE said || fail "nobody says what to do: $(cat said)"

# What MPICH does by itself leaves other numbers of messages, where it can.
job 4 "$semantics"
mv out semantics.plain
job 5 "$messages" 250
for line in "bcast 4 1000 3" "bcast 5 1000 4" "reduce 5 1000 4" "allreduce 5 1000 18" \
  "allgather 5 1000 15" "alltoall 5 1000 25" "reduce_scatter 5 1000 10"; do
  grep -qx "$line" out || fail "MPICH alone does not: $line"
done
# A build that takes each rank for a node of its own has no barriers and scans by nodes.
knows_nodes=yes
grep -qx "barrier 5 1000 15" out && grep -qx "scan 5 1000 10" out && knows_nodes=no
if [ $knows_nodes = yes ]; then
  for line in "barrier 5 1000 19" "scan 5 1000 15"; do
    grep -qx "$line" out || fail "MPICH alone does not: $line"
  done
fi

export MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE="$PWD/selection.json"
export MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE="$PWD/selection.json.ch4.json"

# Messages on 2, 3, 4 and 5 ranks, counted by hand. p ranks, of which 2^k are a power of two:
# binomial trees p-1; rings and pairwise exchanges p(p-1); Bruck's and the dissemination
# p ceil(lg p); recursive doubling of allreduce k 2^k + 2(p-2^k), of scans all pairs of ranks that
# differ in one bit, twice; Rabenseifner's allreduce 2k 2^k + 2(p-2^k), and reduction
# k 2^k + 2^k-1 + (p-2^k); broadcasts by a scatter p-1 and an allgather; reduce-scatter by recursive
# doubling on 5 ranks as a scan, and 3 that pass on what ranks 1 to 3 miss. The root of linear ones
# sends to itself nothing, but each rank of scattered ones does.
cat >wanted <<'END'
bcast 996 1 8 11 4
bcast 1000 1 8 11 24
bcast 4100 1 8 11 4
scatter 1000 1 2 3 4
scatterv 1000 1 2 3 4
gather 1000 1 2 3 4
gatherv 1000 1 2 3 4
reduce 1000 3 4 11 12
allreduce 1000 2 4 8 10
allgather 1000 2 6 12 20
allgatherv 1000 2 6 12 20
alltoall 1000 2 6 8 20
alltoall 4100 2 6 8 15
alltoallv 1000 4 9 16 25
alltoallw 1000 4 9 16 25
barrier 1000 2 6 8 15
reduce_scatter_block 1000 2 6 12 20
reduce_scatter 1000 2 6 12 20
reduce_scatter 4100 2 6 12 13
scan 1000 2 4 8 10
exscan 1000 2 4 8 10
END
job 5 "$messages" 249 250 1025
while read -r collective bytes two three four five; do
  for line in "2 $bytes $two" "3 $bytes $three" "4 $bytes $four" "5 $bytes $five"; do
    grep -qx "$collective $line" out || fail "not there: $collective $line"
  done
done <wanted

# The same number of ranks on one, two and four nodes: three algorithms.
job 4 "$messages" 250
grep -qx "bcast 4 1000 11" out || fail "on one node"
if [ $knows_nodes = yes ]; then
  MPIR_CVAR_NUM_CLIQUES=2 job 4 "$messages" 250
  grep -qx "bcast 4 1000 15" out || fail "on two nodes"
  MPIR_CVAR_NOLOCAL=1 job 4 "$messages" 250
  grep -qx "bcast 4 1000 3" out || fail "on four nodes"
fi

# All collectives can be called in all ways, and leave the same memory, but for what pairwise
# exchanges leave in the rest of a buffer in place.
job 4 "$semantics"
sed '/^  reduce_scatter/,/^  scan:/{/^  scan:/!d}' "$profile" >others.yaml
"$colltune" export others.yaml --to mpich-json -o selection.json 2>said || fail "no export"
job 4 "$semantics"
cmp out semantics.plain || fail "other results"

"$colltune" import selection.json --from mpich-json --ranks 2:6 -o imported.yaml >out 2>err ||
  fail "no import"
"$colltune" explain imported.yaml bcast 1000 -n 5 >out 2>err || fail "no explanation"
grep -q "mpich:scatter_ring_allgather for 1000 to 4096 bytes" out || fail "another decision"
"$colltune" explain imported.yaml bcast 1000 -n 6 >out 2>err || fail "no explanation"
grep -q "library for 0 to" out || fail "a decision that is not there"

sed 's/"comm_size<=3"/"comm_sise<=3"/' selection.json >wrong.json
code=0
"$colltune" import wrong.json --from mpich-json --ranks 2 -o none.yaml >out 2>err || code=$?
[ $code = 2 ] || fail "exit code $code of a wrong file"
grep -q "wrong.json: collective=bcast / comm_type=intra / .* / comm_sise<=3: " err || fail "no place"
[ ! -e none.yaml ] || fail "written in spite of it"
