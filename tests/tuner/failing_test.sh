#!/bin/bash
# failing_test.sh COLLTUNE: candidates that fail are named and left out, and the rest goes on, on
# real ranks. COLLTUNE has the registry of failing_algorithms.cc.
set -u
colltune=$PWD/$1
cd "$TEST_TMPDIR"
export MPIEXEC=$TEST_SRCDIR/mpi/mpiexec

fail() {
  echo "$*"
  exit 1
}

# reasons FILE...: in the order of a table, what each failing candidate is to be left out for
declare -A reasons=(
  [error_on_one]='error on rank 1: ' [error_on_all]='error on rank 0: '
  [throws_on_one]='error on rank 1: no schedule for this rank'
  [throws_on_all]='error on rank 0: no schedule at all'
  [declines_late]='declined late on rank 1: does not like this rank'
  [wrong_on_one]='wrong result on rank 1' [wrong_on_all]='wrong result on rank [01]')
ending=(crashes exits)

# measure: what returns is left out by itself, with the reason in its place; the others have times.
algorithms=$(IFS=, && echo "binomial,${!reasons[*]}")
"$colltune" measure --op bcast --algorithm "$algorithms" --bytes 64,1K --reps 2:3 --csv rows.csv >out 2>err ||
  fail "measure: $? $(cat err)"
for name in "${!reasons[@]}"; do
  [ "$(grep -cE "^$name .*failed: ${reasons[$name]}" out)" = 2 ] || fail "$name: $(cat out)"
  grep -qE "^left out: bcast:$name on 2 ranks, 2 per node, root 0: failed: ${reasons[$name]}" err || fail "$name: $(cat err)"
  ! grep -q "^bcast,$name," rows.csv || fail "$name has times"
done
[ "$(grep -c '^bcast,binomial,' rows.csv)" -ge 4 ] || fail "$(cat rows.csv)"

# Where nothing is left it says so by its exit code.
"$colltune" measure --op bcast --algorithm wrong_on_all --bytes 64 --reps 2:3 >out 2>&1
[ $? = 4 ] || fail "nothing left: $(cat out)"

# What ends the job is left out by another start, which the command makes itself.
for name in "${ending[@]}"; do
  "$colltune" measure --op bcast --algorithm "$name,binomial" --bytes 64 --reps 2:3 >out 2>err || fail "$name: $? $(cat err)"
  grep -qE "^$name .*failed: crash \((SIGSEGV|exit)\) on rank 1" out || fail "$name: $(cat out)"
  grep -qE '^binomial .* [0-9]+ +[0-9]+ ' out || fail "no times: $(cat out)"
done

# Under the user's launcher the file that he names knows it for the next start.
export COLLTUNE_FAILURES=$PWD/failures
"$MPIEXEC" -n 2 "$colltune" measure --op bcast --algorithm crashes,binomial --bytes 64 --reps 2:3 >out 2>&1
[ $? != 0 ] || fail "a crash went unnoticed: $(cat out)"
[ "$(grep -c '"choices":\["crashes"\],"failed":"crash (SIGSEGV) on rank 1"' failures)" = 1 ] || fail "$(cat failures)"
"$MPIEXEC" -n 2 "$colltune" measure --op bcast --algorithm crashes,binomial --bytes 64 --reps 2:3 >out 2>&1 || fail "$(cat out)"
unset COLLTUNE_FAILURES

# tune: all of them, and one that hangs; without the one that exits, whose schedule is as flat's.
"$colltune" tune --ops bcast --bytes 64,1K,16K --budget 6s --patience 2s --confirmations 1 -o t.yaml >out 2>err ||
  fail "tune: $? $(cat out err)"
for name in "${!reasons[@]}" crashes hangs; do
  grep -q "^left out: bcast:$name on 2 ranks" out || fail "tune does not name $name: $(cat out)"
  ! grep -qE "^ +choice: $name" t.yaml || fail "tune chose $name"
done
[ "$(grep -c 'starts again' err)" -ge 2 ] || fail "$(cat err)"
# A candidate that fails is left out for root 0 or for others; the budget may end before the rest.
for root in 0 1; do "$colltune" explain t.yaml bcast 1K -n 2 --root "$root"; done >why
for reason in 'hangs is left out: hang: has not moved for 2 s' \
  'crashes is left out: crash \(SIGSEGV\) on rank [01]' 'wrong_on_one is left out: wrong result on rank [01]'; do
  grep -qE "; $reason" why || fail "$reason: $(cat why)"
done

# verify: a choice that fails does not fit. evaluate: it goes on.
sed 's/^\( *choice: \)[a-z"].*/\1throws_on_one/' t.yaml >wrong.yaml
"$colltune" verify wrong.yaml --seconds 5s >out 2>err
[ $? = 1 ] || fail "verify: $(cat out err)"
grep -qE 'throws_on_one: failed: error on rank 1' out || fail "$(cat out)"
# What has ended the tuning it knows by the journal.
cp t.yaml.journal known
COLLTUNE_FAILURES=$PWD/known "$colltune" evaluate t.yaml --points 3 --reps 20:20 --confidence 0.9 >out 2>err ||
  fail "evaluate: $? $(cat out err)"
for name in "${!reasons[@]}" crashes hangs exits; do
  grep -qE "^left out: bcast:$name on 2 ranks" err || fail "evaluate does not name $name: $(cat err)"
done
