#!/bin/sh
# tune_smpi_test.sh TUNER CHECKER: tunes a simulated machine, and has every decision of the profile
# checked against the truth. A profile with a wrong decision must fail the check. Then off the grid: odd
# sizes, any ranks and roots, on equal and on unlike nodes.
set -eu
tuner=$1
profile=$TEST_TMPDIR/profile.yaml
tests/under_smpirun.sh loggp 16 "$tuner" tune --ops bcast,allgather,alltoallv \
  --bytes 8:512K:x4 --memory 512K --quiet -o "$profile"
tests/under_smpirun.sh loggp 16 "$2" "$profile"

# off_grid MACHINE PROFILE MEAN WORST: at 60 points none is slower than the library's own, and the
# regrets are no larger than these.
off_grid() {
  tests/under_smpirun.sh "$1" 16 "$tuner" evaluate "$2" --points 60 --communicators prefix --memory 512K --quiet \
    --csv "$2.csv"
  awk -F, -v mean="$3" -v worst="$4" 'NR > 1 { n++; sum += $11; if ($11 > most) most = $11; if ($13) slower++ }
    END { printf "%d points, regret %.2f %%, worst %.1f %%, %d slower\n", n, 100 * sum / n, 100 * most, slower
          exit !(n == 60 && sum / n <= mean && most <= worst && !slower) }' "$2.csv"
}

off_grid loggp "$profile" 0.02 0.5

# On unlike nodes each root has its own best choice.
unlike=$TEST_TMPDIR/unlike.yaml
tests/under_smpirun.sh unlike16 16 "$tuner" tune --ops bcast,gather --bytes 8:32K:x4 --quiet \
  -o "$unlike"
off_grid unlike16 "$unlike" 0.02 0.3

sed '/^  bcast:/,/^  allgather:/s/choice: flat$/choice: chain/' "$profile" >"$profile.wrong"
if cmp -s "$profile" "$profile.wrong"; then
  echo "the profile never chooses flat: nothing to falsify"
  exit 1
fi
if tests/under_smpirun.sh loggp 16 "$2" "$profile.wrong" >"$TEST_TMPDIR/out"; then
  echo "the check passes a wrong profile"
  exit 1
fi
tail -1 "$TEST_TMPDIR/out"
