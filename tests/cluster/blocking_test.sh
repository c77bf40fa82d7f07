#!/bin/bash
# blocking_test.sh: ranks that wait leave the processors alone, also where colltune is preloaded.
. tests/cluster/cluster.sh
skip_unless_possible

printf 'hosts: {host: {count: 4}}\nlink: {latency: 50ms}\n' >"$TEST_TMPDIR/slow.yaml"
# Of real time, of the processors' for programs and for the kernel, in seconds.
TIMEFORMAT='%R %U %S'
{
  time "$run" "$TEST_TMPDIR/slow.yaml" --env LD_PRELOAD="$PWD/tuner/intercept/libcolltune.so" \
    --env COLLTUNE_FORCE=barrier:dissemination --env COLLTUNE_LOG=1 -- "$pingpong" 1 10 >"$out" 2>"$err"
} 2>"$TEST_TMPDIR/times" || fail "exit code $?"
grep -q '^colltune: barrier on 4 ranks.*dissemination.*(forced)' "$err" || fail "colltune does not intercept"
# Ranks that look for messages all the time take what they get of all processors: 1 of 2 busy ones.
between "the share of a processor" 0 "$(awk '{ print ($2 + $3) / $1 }' "$TEST_TMPDIR/times")" 0.5
