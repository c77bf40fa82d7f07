#!/bin/sh
# refused_test.sh: faults are reported, with file and line where there is one, and nothing is
# started.
. tests/cluster/cluster.sh

# refused MESSAGE ARGUMENT...: of run
refused() {
  message=$1
  shift
  code=0
  "$run" "$@" >"$out" 2>"$err" </dev/null || code=$?
  [ $code = 2 ] || fail "exit code $code of $*"
  [ ! -s "$out" ] || fail "$* was started"
  grep -qF -- "$message" "$err" || fail "no '$message' in"
}

file=$TEST_TMPDIR/bad.yaml
printf 'hosts:\n  a: {count: 2}\nlinks:\n  - {between: [a, b], latency: 1ms}\n' >"$file"
refused "$file:4: no host and no group of hosts is called 'b'" "$file" -- echo started
printf 'hosts: {a: {}}\nlink: {latency: 5}\n' >"$file"
refused "$file:2: latency is '5', not a time" "$file" -- echo started
printf 'hosts: {a: {}}\nlink: [\n' >"$file"
refused "$file:" "$file" -- echo started
refused "nowhere: neither a file" nowhere -- echo started
refused "equal16.yaml has 16 hosts" equal16 -n 17 -- echo started
refused "--env A: not NAME=VALUE" equal16 --env A -- echo started
refused "command is required" equal16
