#!/bin/bash
# teardown_test.sh: no process, network namespace or device is left, however a run ends.
. tests/cluster/cluster.sh
skip_unless_possible

mark=teardown-$$-$RANDOM # on the command line of each of the run's programs

# Which of the namespaces whose names are in $out.own there still are: a process has them, or a mount.
namespaces_left() {
  {
    readlink /proc/[0-9]*/ns/net || true
    awk '$4 ~ /^net:/ { print $4 }' /proc/self/mountinfo
  } 2>/dev/null | grep -xFf "$out.own" || true
}

left() {
  namespaces_left
  ip -o link | awk '{ print $2 }' | grep -E '^(switch|port[0-9]+|control|data)[@:]' || true
  pgrep -af "$mark" || true
}

# The kernel takes namespaces away a little later than the last process.
nothing_left() {
  for _ in $(seq 50); do
    [ -z "$(left)" ] && return
    sleep 0.1
  done
  left
  fail "this is left after $1"
}

# start: 4 ranks that sleep for $seconds, as process $pid; their network namespaces go to $out.own
start() {
  printf 'hosts: {host: {count: 4}}\n' >"$TEST_TMPDIR/four.yaml"
  : >"$out"
  "$run" "$TEST_TMPDIR/four.yaml" -- sh -c "echo up; sleep $seconds" "$mark" >"$out" 2>"$err" </dev/null &
  pid=$!
  for _ in $(seq 100); do
    [ "$(grep -c up "$out")" = 4 ] && break
    sleep 0.1
  done
  for process in $(pgrep -f "$mark"); do readlink "/proc/$process/ns/net"; done | sort -u |
    grep -vxF "$(readlink /proc/self/ns/net)" >"$out.own"
  # Of the switch and of each host.
  [ "$(wc -l <"$out.own")" = 5 ] || fail "not up in 10 s"
}

# ends CODE WHAT: the run ends within 20 s, with that code, and nothing is left
ends() {
  code=0
  wait "$pid" || code=$?
  [ $code = "$1" ] || fail "exit code $code after $2, not $1"
  nothing_left "$2"
  echo "ok: $2"
}

# The process of the run whose command line has it.
find_one() {
  pgrep -f "$1.*$mark" | head -n 1
}

# With job control a child takes SIGINT as one that was started from a terminal.
set -m
seconds=3
start; ends 0 "a normal end"
seconds=600
start; kill -INT $pid; ends 3 SIGINT
start; kill -TERM $pid; ends 3 SIGTERM
start; kill -HUP $pid; ends 3 SIGHUP
start; kill -KILL $pid; ends 137 "SIGKILL of run"
start; kill -KILL "$(pgrep -P $pid)"; ends 137 "SIGKILL of its first child"
start; kill -KILL "$(find_one "mpiexec.* -launcher")"; ends 137 "SIGKILL of mpiexec"
