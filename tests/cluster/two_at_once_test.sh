#!/bin/sh
# two_at_once_test.sh: two clusters whose hosts have the same names and addresses do not meet.
. tests/cluster/cluster.sh
skip_unless_possible

for milliseconds in 5 9; do
  printf 'hosts: {host: {count: 4}}\nlink: {latency: %dms}\n' $milliseconds >"$TEST_TMPDIR/$milliseconds.yaml"
  "$run" "$TEST_TMPDIR/$milliseconds.yaml" -- "$pingpong" 1 100 >"$out.$milliseconds" 2>"$err.$milliseconds" &
  eval "pid_$milliseconds=\$!"
done
# shellcheck disable=SC2154  # set by eval
# Between one of each it would take 14 ms; a busy machine may add some.
for milliseconds in 5 9; do
  eval "pid=\$pid_$milliseconds"
  wait "$pid" || fail "exit code $? with $milliseconds ms: $(cat "$err.$milliseconds")"
  cp "$out.$milliseconds" "$out"
  for host in host2 host3 host4; do
    between "the median round trip to $host in us" $((2000 * milliseconds)) "$(of $host 3)" $((2000 * milliseconds + 3000))
  done
done
