#!/bin/sh
# tune_smpi_test.sh TUNER CHECKER: tunes a simulated machine, and has every decision of the profile
# checked against the truth. A profile with a wrong decision must fail the check. Then off the grid: odd sizes, any ranks and roots.
set -eu
profile=$TEST_TMPDIR/profile.yaml
tests/under_smpirun.sh loggp 16 "$1" tune --ops bcast,allgather,reduce,alltoallv --ranks 2,3,7,8,16 \
  --bytes 8:512K:x2 --memory 512K --quiet -o "$profile"
tests/under_smpirun.sh loggp 16 "$2" "$profile"

tests/under_smpirun.sh loggp 16 "$1" evaluate "$profile" --points 60 --memory 512K --quiet \
  --csv "$TEST_TMPDIR/regret.csv"
awk -F, 'NR > 1 { n++; sum += $11; if ($11 > worst) worst = $11; if ($13) slower++ }
  END { printf "%d points, regret %.2f %%, worst %.1f %%, %d slower\n", n, 100 * sum / n, 100 * worst, slower
        exit !(n == 60 && sum / n <= 0.02 && !slower) }' "$TEST_TMPDIR/regret.csv"

sed '/^  bcast:/,/^  reduce:/s/choice: flat$/choice: chain/' "$profile" >"$profile.wrong"
if cmp -s "$profile" "$profile.wrong"; then
  echo "the profile never chooses flat: nothing to falsify"
  exit 1
fi
if tests/under_smpirun.sh loggp 16 "$2" "$profile.wrong" >"$TEST_TMPDIR/out"; then
  echo "the check passes a wrong profile"
  exit 1
fi
tail -1 "$TEST_TMPDIR/out"
