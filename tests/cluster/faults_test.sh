#!/bin/bash
# faults_test.sh: a rank is killed, or a link goes down, while `tune` measures:
# - The job ends and names the rank and its host.
# - Nothing is left running, the journal keeps all measurements, and --resume finishes.
# - Links that stall for less than --patience are waited for.
. tests/cluster/cluster.sh
skip_unless_possible
colltune=$PWD/tuner/colltune
profile=$TEST_TMPDIR/profile.yaml
journal=$profile.journal
cluster=$TEST_TMPDIR/three.yaml
printf 'hosts: {host: {count: 3}}\nlink: {latency: 1ms}\n' >"$cluster"
tune="tune -o $profile --ops bcast --ranks 3 --bytes 1K,64K --budget 12s --patience 5s"

entries() {
  grep -c "\"kind\":\"$1\"" "$journal" 2>/dev/null || true
}

ranks_left() {
  pgrep -f "^$colltune $tune" || true
}

# The process of rank $1, which leads a group; its witness does not.
rank() {
  for process in $(ranks_left); do
    [ "$(ps -o pgid= "$process" | tr -d ' ')" = "$process" ] || continue
    if tr '\0' '\n' <"/proc/$process/environ" | grep -qx "PMI_RANK=$1"; then echo "$process"; fi
  done
}

# link_of PROCESS up|down: of its host
link_of() {
  nsenter --net="/proc/$1/ns/net" ip link set data "$2"
}

# The process of the cluster's switch, which goes before others.
switch() {
  ps -eo pid,ni,args | awk -v cluster="$cluster" '$2 == -20 && index($0, cluster) { print $1 }'
}

# start: a tuning, as process $pid
start() {
  rm -f "$profile"*
  # shellcheck disable=SC2086  # words
  "$run" "$cluster" -- "$colltune" $tune >"$out" 2>"$err" </dev/null &
  pid=$!
}

# await COMMAND ARGUMENT...: until it prints something but 0
await() {
  for _ in $(seq 1800); do
    case $("$@") in "" | 0) sleep 0.1 ;; *) return 0 ;; esac
  done
  fail "not within three minutes: $*"
}

# says TIMES PATTERN: in as many lines, the tuning has said so
says() {
  [ "$(cat "$out" "$err" | grep -cE -- "$2")" = "$1" ] || fail "not $1 times: '$2'"
}

# cut_off RANK: the tuning has found out that its data link is down
cut_off() {
  local number=$(($1 + 1)) # of its host
  says 1 "rank $1 on host$number does not answer at 10\.77\.0\.$number \(.*\), but at 10\.78\.0\.$number: a link is down"
  says 1 'does not answer'
}

# ends CODE MESSAGE: the tuning ends so; CODE is a pattern
ends() {
  code=0
  wait "$pid" || code=$?
  # shellcheck disable=SC2053  # a pattern
  [[ $code == $1 ]] || fail "exit code $code, not $1"
  cat "$out" "$err" | grep -qE -- "$2" || fail "no '$2' in"
  for _ in $(seq 50); do
    [ -z "$(ranks_left)" ] && return
    sleep 0.1
  done
  fail "ranks are left"
}

# resumes: and keeps the lines of the journal
resumes() {
  cp "$journal" "$TEST_TMPDIR/before"
  # shellcheck disable=SC2086
  on "$cluster" -- "$colltune" $tune --resume
  head -c "$(stat -c %s "$TEST_TMPDIR/before")" "$journal" | cmp - "$TEST_TMPDIR/before" ||
    fail "the journal was changed"
  [ -s "$profile" ] || fail "no profile"
}

start
await entries answer
kill -KILL "$(rank 1)"
ends '[1-9]*' "colltune: rank 1 on host2 \(process [0-9]+\) was killed or crashed; what was \
measured is in $journal; go on with --resume" # and one of Hydra's codes
says 1 'was killed or crashed'
resumes
echo "ok: a rank is killed"

start
await entries network
kill -TERM "$pid"
ends 3 'colltune: interrupted'
says 0 'was killed or crashed'
echo "ok: a tuning is interrupted"

start
await entries network
link_of "$(rank 1)" down
ends 4 'bcast of .* on 3 ranks .* has not moved for 5 s; it is recorded'
cut_off 1
[ "$(entries hung)" = 1 ] || fail "what hung is not recorded"
resumes
echo "ok: a link goes down"

start
await rank 2
process=$(rank 2) # to find it takes long on a busy machine
await entries run
sleep 1 # the network's experiments have begun, and take three
link_of "$process" down
ends 4 'a network experiment, .*, has not moved for 5 s'
cut_off 2
resumes
echo "ok: a link goes down early"

start
await entries network
kill -STOP "$(switch)"
sleep 2
kill -CONT "$(switch)"
ends 0 'bcast on 3 ranks'
echo "ok: all links stall for a while"
