#!/bin/bash
# budget_test.sh COLLTUNE SLOW: where messages take 20 ms from the first question on, as on a machine
# that has become busy, a tuning ends soon after its budget, and decides for the library.
set -eu
colltune=$PWD/$1
slow=$PWD/$2
cd "$TEST_TMPDIR"
export MPIEXEC=$TEST_SRCDIR/mpi/mpiexec
budget=4

fail() {
  echo "$*"
  exit 1
}

# To the end, each question would take 300 repetitions of some 20 candidates that take 40 ms.
SECONDS=0
LD_PRELOAD=$slow "$colltune" tune --ops bcast --bytes 8:4K:x8 --budget ${budget}s -o t.yaml \
  >out 2>err || fail "tune: $(cat out err)"
took=$SECONDS
spent=$(grep -o '"spent":[^,]*' t.yaml.journal | awk -F: '{ sum += $2 } END { print sum }')
cut=$(grep -c '"cut_short":true' t.yaml.journal) || true
echo "took $took s, questions $spent s, $cut of them cut short"
[ "$cut" -gt 0 ] || fail "nothing was cut short: is it slow? $(cat t.yaml.journal)"
# Each part of the budget (trials, search, each run that confirms) may go over it by a repetition.
awk -v spent="$spent" -v budget=$budget 'BEGIN { exit !(spent < 2 * budget) }' ||
  fail "questions took $spent s, of a budget of $budget s"
# Also the network's experiments, and five starts of the job.
[ "$took" -lt 60 ] || fail "took $took s"
! grep "^ *choice: " t.yaml | grep -v "choice: library$" ||
  fail "decides by too little"
echo "1 passed, 0 failed"
