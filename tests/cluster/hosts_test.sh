#!/bin/sh
# hosts_test.sh: ranks are on hosts of their own, in the order of the description, and talk over the
# data device. They get the variables of --env; programs' input, output and exit code are passed on.
. tests/cluster/cluster.sh
skip_unless_possible

on two_sites -n 9 -- hostname
sort "$out" >"$out.sorted"
printf '%s\n' east1 west1 west2 west3 west4 west5 west6 west7 west8 | cmp - "$out.sorted" ||
  fail "other hosts"

cat >"$TEST_TMPDIR/three.yaml" <<END
hosts: {host: {count: 3}}
END
bytes=1000000
# shellcheck disable=SC2016  # for the inner shell
on "$TEST_TMPDIR/three.yaml" -- sh -c '"$0" "$@" && cd /sys/class/net && [ "$PMI_RANK" != 0 ] ||
  head data/statistics/tx_bytes control/statistics/tx_bytes' "$pingpong" $bytes 3
# Two others, three messages to each and four before those.
sent=$((2 * 7 * bytes))
between "bytes on the data device" $sent "$(grep -A 1 data "$out" | tail -n 1)" $((sent + sent / 10))
between "bytes on the control device" 0 "$(grep -A 1 control "$out" | tail -n 1)" 100000
for host in host2 host3; do
  between "ranks on the node of $host" 1 "$(of $host 4)" 1
done

# shellcheck disable=SC2016  # for the inner shell
echo input | "$run" "$TEST_TMPDIR/three.yaml" -n 1 --env A=b=c --env D= --env LD_PRELOAD=libm.so.6 -- \
  sh -c 'cat; echo "$A,$D,$LD_PRELOAD"; exit 7' >"$out" 2>"$err" && fail "no exit code"
code=$?
[ $code = 7 ] || fail "exit code $code instead of 7"
[ "$(head -n 1 "$out")" = input ] || fail "no input"
grep -qE '^b=c,,libm.so.6:/.*/libblocking.so$' "$out" || fail "other environment"
