#!/bin/bash
# tuned_test.sh: after tuning, broadcasts of a program that knows nothing of colltune are twice as
# fast on two sites for some sizes and roots, and none is slower. Untuned collectives are in the
# table to show how well two times of the same call agree.
. tests/cluster/cluster.sh
skip_unless_possible
profile=$TEST_TMPDIR/profile.yaml

# tune OPTION...: of `tune`
tune() {
  on two_sites -- "$PWD/tuner/colltune" tune -o "$profile" --ops bcast --ranks 16 \
    --bytes 1K:1M:x16 "$@"
  cat "$err" "$out"
}

tune --budget 4m
grep -q '^compare models: ' "$err" || fail "trials that compare models show no progress"
tune --budget 8m --resume # confirms it
on two_sites --env LD_PRELOAD="$PWD/tuner/intercept/libcolltune.so" --env COLLTUNE_LOG=1 \
  --env COLLTUNE_PROFILE="$profile" -- "$PWD/tests/cluster/compare" 5
cat "$err" "$out"
awk '$1 == "bcast" && $NF >= 2 { ++fast } END { exit !fast }' "$out" ||
  fail "no broadcast is twice as fast"
awk '$1 == "bcast" && $NF < 0.8 { ++slow } END { exit slow }' "$out" || fail "a broadcast is slower"
