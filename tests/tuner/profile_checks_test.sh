#!/bin/bash
# profile_checks_test.sh COLLTUNE: `evaluate` and `verify` on two real ranks, and their errors.
set -u
colltune=$PWD/$1
MPIEXEC=$TEST_SRCDIR/mpi/mpiexec
foreign=$PWD/tests/tuner/profile.yaml
cd "$TEST_TMPDIR" || exit 1
failures=0

fail() {
  echo "$*"
  failures=$((failures + 1))
}

# run EXIT_CODE ARGUMENT...: on two ranks; what it says is in the files out and err.
run() {
  local wanted=$1 code=0
  shift
  "$MPIEXEC" -n 2 "$colltune" "$@" >out 2>err || code=$?
  [ $code = "$wanted" ] || { fail "colltune $*: exit $code, wanted $wanted"; cat out err; }
}

# has TEXT FILE: once, not once a rank
has() { [ "$(grep -cF -- "$1" "$2")" = 1 ] || { fail "not once '$1' in:"; cat "$2"; }; }

# This machine's profile, written by hand but for the fingerprint.
sed -n '/^provenance/,/^network/p' "$foreign" >middle
profile() {  # CHOICE
  cat - middle <<END
colltune_profile: 1
fingerprint: $fingerprint
END
  cat <<END
tables:
  bcast:
    - ranks: 2
      ranks_per_node: 2
      rules:
        - bytes: [0, 1024]
          choice: $1
          evidence:
            - {bytes: 8, reason: "by hand", candidates: []}
            - {bytes: 1024, reason: "by hand", candidates: []}
END
}

run 1 verify "$foreign"
has "does not fit: made for another cluster" out
mpi=$(sed -n "s/.*the MPI library is '\([^']*\)'.*/\1/p" out)
cpu=$(sed -n "s/.*the processor is '\([^']*\)'.*/\1/p" out)
cores=$(sed -n "s/.*the number of cores is '\([^']*\)'.*/\1/p" out)
sockets=$(sed -n "s/.*the number of sockets is '\([^']*\)'.*/\1/p" out)
device=$(sed -n "s/.*the MPI library's device is '\([^']*\)'.*/\1/p" out)
fingerprint="{mpi: \"$mpi\", cpu: \"$cpu\", cores: ${cores:-3}, sockets: ${sockets:-1}, device: \"${device:-unknown}\"}"
profile binomial >profile.yaml

run 0 evaluate profile.yaml --ops bcast --points 5 --reps 12:20 --csv rows.csv
[ "$(head -1 rows.csv)" = "op,ranks,ranks_per_node,bytes,root,choice,choice_us,best,best_us,library_us,regret,slowdown,significant,communicator,evidence" ] ||
  fail "columns: $(head -1 rows.csv)"
[ "$(grep -c '^bcast,2,2,[0-9]*[13579],[01],binomial,' rows.csv)" = 5 ] || fail "rows: $(cat rows.csv)"
has "of 5 points the choice is the best" out
cut -d, -f1-6 rows.csv >points
run 0 evaluate profile.yaml --points 5 --reps 12:20 --csv - --quiet
cut -d, -f1-6 out | cmp - points || fail "not the same points again"

# Whatever this machine is busy with, it cannot stop answering.
"$MPIEXEC" -n 2 "$colltune" verify profile.yaml --tolerance 100 >out 2>err || fail "verify: $(cat out err)"
has "fits: 2 of 2 decisions checked" out

run 2 evaluate profile.yaml --ops reduce
has "profile.yaml: decides nothing about reduce" err
run 2 evaluate profile.yaml --reps 5
has "it takes 16" err
run 2 evaluate "$foreign"
has "made for another cluster" err
run 2 evaluate none.yaml
has "none.yaml: cannot be read" err
run 2 verify none.yaml
run 2 evaluate profile.yaml --csv none/rows.csv
profile library >library.yaml
run 2 verify library.yaml
has "nothing to check on 2 ranks" err

# Interrupted: code 3, and the rows until then. Progress as for a terminal names points as they begin:
# where it names a second one, there is a row.
set -m # what runs in the background heeds Ctrl-C
COLLTUNE_TERMINAL=1 "$colltune" evaluate profile.yaml --points 100000 --csv kept.csv >out 2>err &
pid=$!
until [ "$(grep -o "evaluate: " err | wc -l)" -ge 2 ]; do
  kill -0 $pid || { fail "no second point: $(cat out err)"; break; }
  sleep 0.05
done
kill -INT $pid
code=0
wait $pid || code=$?
[ $code = 3 ] || fail "interrupted evaluate ended with $code: $(cat out err)"
[ "$(wc -l <kept.csv)" -gt 1 ] || fail "lost what was measured: $(cat err)"
grep -q "interrupted after [1-9][0-9]* of 100000 points" err || fail "$(cat err)"

[ $failures = 0 ] && echo "1 passed, 0 failed"
exit $((failures > 0))
