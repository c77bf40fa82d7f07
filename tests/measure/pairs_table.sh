#!/bin/sh
# pairs_table.sh: time to measure all pairs of 16 simulated nodes, one after another and as the
# check for interference decides; see all_pairs_test.cc. To be run by `bazel run`.
set -eu
export SMPIRUN="$PWD/../smpi/smpirun"
echo "network              in turn      chosen   ratio  difference  interference  chosen"
for platform in cluster16:AllPairsOnASwitch hub16:AllPairsOnAHub; do
  tests/under_smpirun.sh "${platform%%:*}" 16 "$PWD/tests/measure/all_pairs_test_smpi.so" \
    --gtest_filter="${platform#*:}.*" | grep -E '^(switch|hub)|FAILED'
done
