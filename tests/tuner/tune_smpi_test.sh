#!/bin/sh
# tune_smpi_test.sh TUNER CHECKER: tunes a simulated machine, and has every decision of the profile
# checked against the truth. A profile with a wrong decision must fail the check.
set -eu
profile=$TEST_TMPDIR/profile.yaml
tests/under_smpirun.sh loggp 32 "$1" tune --ops bcast --ranks 2,3,4,7,8,13,16,32 \
  --bytes 1:1M:x2 -o "$profile"
tests/under_smpirun.sh loggp 32 "$2" "$profile"

sed 's/choice: flat$/choice: chain/' "$profile" >"$profile.wrong"
if cmp -s "$profile" "$profile.wrong"; then
  echo "the profile never chooses flat: nothing to falsify"
  exit 1
fi
if tests/under_smpirun.sh loggp 32 "$2" "$profile.wrong" >"$TEST_TMPDIR/out"; then
  echo "the check passes a wrong profile"
  exit 1
fi
tail -1 "$TEST_TMPDIR/out"
