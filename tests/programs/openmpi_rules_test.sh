#!/bin/sh
# openmpi_rules_test.sh: Open MPI follows the rules that a profile is exported to. For ranks of the
# profile it sends as many messages between as many ranks as our algorithm does, below and from the
# size on at which the profile changes. All other communicators behave as without the rules, and all
# results are right. Open MPI itself says which rules it follows only if built for debugging.
# OPENMPI_INCLUDE: the folder of its mpi.h.
set -eu
colltune=$PWD/tuner/colltune
work=$TEST_TMPDIR
export HOME="${HOME:-$work}" # Open MPI 5 does not start without one
include=${OPENMPI_INCLUDE:-/usr/lib/$(gcc -print-multiarch)/openmpi/include}
below=4092 from=4096

fail() {
  echo "FAILED: $*" >&2 # most callers redirect what is printed
  exit 1
}

[ -e "$include/mpi.h" ] || fail "no $include/mpi.h: apt-get install --no-install-recommends libopenmpi-dev"
command -v mpiexec.openmpi >/dev/null || fail "apt-get install --no-install-recommends openmpi-bin"
case $(mpiexec.openmpi --version | head -n 1) in
*' 4.'* | *' 5.'*) ;;
*) echo "skipped: Open MPI 6 takes rules by JSON" && exit ;;
esac
gcc -O1 -Wall -Wextra -I"$include" -o "$work/calls" tests/programs/openmpi_rules.c -l:libmpi.so.40
cd "$work"

# run RANKS [OPTION...]: what each call sent.
run() {
  ranks=$1
  shift
  timeout 100 mpiexec.openmpi --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 "$@" \
    -n "$ranks" ./calls 0 $below $from >out 2>err || {
    code=$?
    cat out err >&2
    fail "exit code $code on $ranks ranks with $*"
  }
  cat out
}

# write_profile: of lines "COLLECTIVE CHOICE CHOICE", the choices below and from the size on.
write_profile() {
  cat <<END
colltune_profile: 1
fingerprint: {mpi: "any", cpu: "any", cores: 1}
provenance: {created: "", command: "", method: "", clock: "", confidence: 0.99, margin: 0.03, hosts: []}
network: []
tables:
END
  while read -r collective small large; do
    echo "  $collective:"
    rules="{bytes: [0, 4611686018427387904], choice: \"$small\", evidence: []}"
    [ "$small" = "$large" ] || rules="{bytes: [0, $((from - 1))], choice: \"$small\", evidence: []}
      , {bytes: [$from, 4611686018427387904], choice: \"$large\", evidence: []}"
    for ranks in 2 4; do
      echo "    - {ranks: $ranks, ranks_per_node: $ranks, rules: [$rules]}"
    done
  done
}

# Lines "FROM TO MESSAGES" to how many each rank sends and receives, whichever rank it is.
degrees() {
  awk -v ranks="$1" '{ out[$1] += $3; in_[$2] += $3 }
    END { for (i = 0; i < ranks; ++i) print out[i] + 0, in_[i] + 0 }' | sort | tr '\n' ','
}

# expected COLLECTIVE CHOICE RANKS BYTES
expected() {
  bytes="--bytes $4"
  [ "$1" != barrier ] || bytes=
  # shellcheck disable=SC2086  # two words or none
  "$colltune" show "$1:$2" -n "$3" $bytes --format goal >goal 2>err || fail "$1:$2: $(cat err)"
  awk '/^rank/ { from = $2 } / send / { print from, $5, 1 }' goal | degrees "$3"
}

# observed COLLECTIVE RANKS BYTES. A rank of Open MPI 5 sends itself a block of its own, too.
observed() {
  sed -n "s/^$1 $3: *//p" followed | tr ' ' '\n' | grep . | tr '>:' '  ' | awk '$1 != $2' | degrees "$2"
}

# check LINES: two choices for each collective.
check() {
  write_profile <"$1" >profile.yaml
  "$colltune" export profile.yaml --to openmpi-rules -o rules >out 2>err || fail "$(cat err)"
  ! grep -E 'not there|and .* runs' err || fail "$1 is not what Open MPI has"
  for ranks in 2 3 4 5; do
    run $ranks --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename rules \
      --mca coll_han_priority 0 >followed
    run $ranks --mca coll_han_priority 0 >alone
    case $ranks in
    3 | 5) diff alone followed || fail "$1 changes what runs on $ranks ranks" ;;
    *)
      while read -r collective small large; do
        for case in "$below $small" "$from $large"; do
          want=$(expected "$collective" "${case#* }" "$ranks" "${case%% *}")
          got=$(observed "$collective" "$ranks" "${case%% *}")
          [ "$want" = "$got" ] ||
            fail "$collective of ${case%% *} bytes on $ranks ranks: $got, not $want as ${case#* }"
          checked=$((checked + 1))
        done
      done <"$1"
      ;;
    esac
  done
}

checked=0
cat >first <<END
allgather recursive_doubling ring
allgatherv ring bruck:k=2
allreduce recursive_doubling ring
alltoall bruck:k=2 pairwise
alltoallv pairwise pairwise
barrier flat flat
bcast binomial chain_pipelined:segment=1K
exscan chain chain
gather flat flat
reduce binomial chain:segment=1K
reduce_scatter recursive_halving ring
reduce_scatter_block recursive_halving recursive_halving
scan chain chain
scatter flat flat
END
cat >second <<END
allgather neighbor_exchange bruck:k=2
allgatherv neighbor_exchange ring
allreduce segmented_ring:segment=256 rabenseifner
alltoall flat bruck:k=2
alltoallv flat flat
barrier dissemination:k=2 dissemination:k=2
bcast binary:segment=2K scatter_ring_allgather
gather binomial binomial
reduce rabenseifner flat
scatter binomial binomial
END
cat >third <<END
barrier tree:k=2 tree:k=2
bcast knomial:k=4:segment=1K scatter_recursive_doubling_allgather
scatter flat_nonblocking flat_nonblocking
END
cat >fourth <<END
barrier recursive_doubling recursive_doubling
bcast chain flat_nonblocking
END
for lines in first second third fourth; do check "$lines"; done
echo "  Open MPI followed $checked rules."
