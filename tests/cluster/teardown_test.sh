#!/bin/bash
# teardown_test.sh: no process, network namespace or device is left, however a run ends.
. tests/cluster/cluster.sh
skip_unless_possible

mark=teardown-$$-$RANDOM # on the command line of each of the run's programs
seconds=600              # that each would take

namespaces() {
  # A namespace lives while a process or a mount does: so no mount may show one, either.
  { readlink /proc/[0-9]*/ns/net 2>/dev/null || true; grep -h nsfs /proc/self/mountinfo || true; } | sort -u
}

state() {
  namespaces
  ip -o link | awk '{ print $2 }'
  pgrep -f "$mark" || true
}

# The kernel takes devices away a little later than the processes.
nothing_left() {
  for _ in $(seq 50); do
    state >"$TEST_TMPDIR/after"
    cmp -s "$TEST_TMPDIR/before" "$TEST_TMPDIR/after" && return
    sleep 0.1
  done
  diff "$TEST_TMPDIR/before" "$TEST_TMPDIR/after" || fail "this is left after $1"
}

# start: of ranks that wait in MPI, which is what they run
start() {
  printf 'hosts: {host: {count: 4}}\n' >"$TEST_TMPDIR/four.yaml"
  : >"$out"
  "$run" "$TEST_TMPDIR/four.yaml" -- sh -c "echo up; sleep $seconds" "$mark" >"$out" 2>"$err" </dev/null &
  pid=$!
  for _ in $(seq 100); do
    [ "$(grep -c up "$out")" = 4 ] && return
    sleep 0.1
  done
  fail "not up in 10 s"
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

state >"$TEST_TMPDIR/before"
# With job control a child takes SIGINT as one that was started from a terminal.
set -m
"$run" "$TEST_TMPDIR/one.yaml" -- sh -c true "$mark" &
pid=$!
ends 0 "a normal end"
start; kill -INT $pid; ends 3 SIGINT
start; kill -TERM $pid; ends 3 SIGTERM
start; kill -HUP $pid; ends 3 SIGHUP
start; kill -KILL $pid; ends 137 "SIGKILL of run"
start; kill -KILL "$(pgrep -P $pid)"; ends 137 "SIGKILL of its first child"
start; kill -KILL "$(find_one "mpiexec.* -launcher")"; ends 137 "SIGKILL of mpiexec"
