#!/bin/bash
# profile_checks_smpi_test.sh COLLTUNE: verdicts of `evaluate` and `verify` on profiles written by
# hand, on a machine where every time follows from its parameters: o = 2 us, L = 10 us, G = 0.8
# ns/B.
set -u
program=$1
folder=$TEST_TMPDIR
failures=0

fail() {
  echo "$*"
  failures=$((failures + 1))
}

# has TEXT FILE
has() { grep -qF -- "$1" "$2" || { fail "no '$1' in:"; cat "$2"; }; }

# colltune EXIT_CODE RANKS ARGUMENT...: what it says is in the files out and err.
colltune() {
  local wanted=$1 ranks=$2 code=0
  shift 2
  tests/under_smpirun.sh loggp "$ranks" "$program" "$@" >"$folder/out" 2>"$folder/err" || code=$?
  [ $code = "$wanted" ] || { fail "colltune $*: exit $code, wanted $wanted"; cat "$folder"/{out,err}; }
}

# profile CHOICE BYTES CHOICE_US LIBRARY_US RANKS...
profile() {
  local choice=$1 bytes=$2 time=$3 library=$4
  shift 4
  cat <<END
colltune_profile: 1
fingerprint: {mpi: "$mpi", cpu: "simulated", cores: 1}
provenance: {created: "2026-01-01T00:00:00Z", command: "by hand", method: "round_time", clock: "MPI_Wtime", confidence: 0.99, margin: 0.03, hosts: ["node"]}
network: []
tables:
  bcast:
END
  for ranks in "$@"; do
    cat <<END
    - ranks: $ranks
      ranks_per_node: 1
      rules:
        - bytes: [0, $bytes]
          choice: $choice
          evidence:
            - bytes: $bytes
              reason: "by hand"
              candidates:
                - {choice: $choice, samples: 20, median_us: $time, low_us: $time, high_us: $time}
                - {choice: library, samples: 20, median_us: $library, low_us: $library, high_us: $library}
END
  done
}

# Another machine's profile: verify answers no, evaluate refuses; both say what differs.
mpi=another
profile flat 8 26 42 8 >"$folder/foreign.yaml"
colltune 1 2 verify "$folder/foreign.yaml"
has "does not fit: made for another cluster: the MPI library is '" "$folder/out"
mpi=$(sed -n "s/.*the MPI library is '\([^']*\)'.*/\1/p" "$folder/out")
colltune 2 2 evaluate "$folder/foreign.yaml" --points 1
has "made for another cluster: the MPI library is '$mpi', the profile is for 'another'" "$folder/err"

# A chain of 1 byte takes (p-1) (L + 2 o). Up to 9 ranks nothing is faster than the root that sends
# to all, (p-1) o + L + o, since a second hop would end after 2 (L + 2 o) = 28 us.
profile chain 1 98 42 2 3 4 5 6 7 8 >"$folder/chain.yaml"
colltune 0 8 evaluate "$folder/chain.yaml" --points 12 --csv -
awk -F, -v wanted=12 '
  NR == 1 { next }
  {
    hops = $2 - 1; regret = hops * 14 / (hops * 2 + 12) - 1
    if ($6 != "chain" || $11 < regret - 0.01 || $11 > regret + 0.01) { print "wanted", regret, "in", $0; bad = 1 }
    if ($2 == 8 || $5 > 0) varied = 1
    if ($13 != ($12 > 0.01)) { print "significance:", $0; bad = 1 }
  }
  END { if (NR != wanted + 1 || !varied) { print NR, "lines"; bad = 1 } exit bad }' "$folder/out" ||
  fail "regret"

# No row, no choice: the library's own.
profile chain 1 98 42 8 >"$folder/chain8.yaml"
colltune 0 5 evaluate "$folder/chain8.yaml" --points 2 --csv "$folder/rows.csv"
[ "$(grep -c '^bcast,[2-5],1,1,[0-4],library,' "$folder/rows.csv")" = 2 ] || fail "$(cat "$folder/rows.csv")"
has "bcast                      2" "$folder/out"

# 64 KiB on 16 ranks: flat takes 15 (o + m G) + L + o = 828 us, SMPI's own, a binomial tree,
# 4 (L + 2 o + m G) = 266 us: a factor of 3.12.
profile flat 65536 200 266 16 32 >"$folder/flat.yaml"
colltune 1 16 verify "$folder/flat.yaml"
has "bcast on 16 ranks, 1 per node, 65536 bytes, root 0: flat: claimed 0.75, now 3.12 of the library's time: SLOWER" "$folder/out"
has "skipped: 1 rows for communicators that this job of 16 ranks cannot form" "$folder/out"
has "does not fit: 1 of 1 decisions checked" "$folder/out"

# 8 bytes on 8 ranks: flat takes 7 o + L + o = 26 us, three steps of the tree 42 us.
profile flat 8 26 42 8 >"$folder/good.yaml"
colltune 0 8 verify "$folder/good.yaml"
has "claimed 0.62, now 0.62 of the library's time: holds" "$folder/out"
has "fits: 1 of 1 decisions checked" "$folder/out"

# Too few ranks for any row: no answer.
colltune 2 4 verify "$folder/good.yaml"
has "nothing to check on 4 ranks" "$folder/err"

[ $failures = 0 ] && echo "1 passed, 0 failed"
exit $((failures > 0))
