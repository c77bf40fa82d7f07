#!/bin/sh
# beyond_smpi_test.sh TUNER TRUTH: compares the decisions extrapolated from 8 to 16 nodes with the
# truth there. A profile that decides wrongly must fail the check.
set -eu
profile=$TEST_TMPDIR/profile.yaml
status=0
tests/under_smpirun.sh loggp 8 "$1" tune --nodes 8,16 --quiet -o "$profile" 2>"$TEST_TMPDIR/refused" ||
  status=$?
[ $status = 2 ]
grep -F 'colltune: --nodes: 8 is not more than the 8 of this job, which are measured' \
  "$TEST_TMPDIR/refused"
tests/under_smpirun.sh loggp 8 "$1" tune --ops bcast,allreduce --nodes 16 --regret 0 \
  --bytes 8:512K:x4 --quiet -o "$profile" >"$TEST_TMPDIR/tuned"
grep '^up to 16 nodes: 2 rows are not measured, but expected by ' "$TEST_TMPDIR/tuned"

# regrets PROFILE TRUTH: of the decisions against the best; fails unless they are 5 % at most on average,
# and half of the decisions at least are not the library.
regrets() {
  for op in bcast allreduce; do
    tests/under_smpirun.sh loggp 16 "$2" "$1" $op 8,100,1K,10K,100K,500K
  done | awk -F, '
    { point = $1 "," $3; if (!(point in best) || $5 < best[point]) best[point] = $5 }
    $6 != "" { time[point] = $5; choice[point] = $4 }
    END {
      for (point in best) {
        ++points
        if (choice[point] != "library") ++ours
        regret = time[point] / best[point] - 1
        sum += regret
        printf "%s: %s, %.1f %% above the best\n", point, choice[point], 100 * regret
      }
      printf "%d points, %d not the library, %.2f %% on average\n", points, ours, 100 * sum / points
      exit !(points == 12 && ours >= 6 && sum / points <= 0.05)
    }'
}

regrets "$profile" "$2"

wrong=$TEST_TMPDIR/wrong.yaml
sed 's/^\( *choice: \).*/\1flat/' "$profile" >"$wrong"
tests/under_smpirun.sh loggp 1 "$1" compile "$wrong"
if regrets "$wrong" "$2"; then
  echo "the check passes decisions that are wrong"
  exit 1
fi
