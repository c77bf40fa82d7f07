#!/bin/bash
# interrupts_test.sh COLLTUNE: a signal ends a tuning within 5 s at any moment, with exit code 3,
# nothing left running, and a journal to go on with.
set -um # background jobs heed SIGINT, as in a terminal
colltune=$PWD/$1
cd "$TEST_TMPDIR" || exit 1
export MPIEXEC=$TEST_SRCDIR/mpi/mpiexec
export COLLTUNE_TEST_JOB=$$-$RANDOM # by this the processes of a job are known
readonly kMost=5000 kGrace=2000     # ms; the second for a busy machine to start and end processes
# So much that the fastest machine is far from its end when it is interrupted.
readonly tune=(tune --bytes 8:4M:x2 --budget 12s -o t.yaml)

failures=0
pid=0   # of the tuning
begin=0 # of its end, in ms

fail() {
  echo "$*"
  failures=$((failures + 1))
}

now() { echo $((${EPOCHREALTIME/./} / 1000)); } # ms

# Processes of the job. (Those of this shell have an environment from before.)
left() {
  local file variable
  for file in /proc/[0-9]*/environ; do
    while IFS= read -r -d '' variable; do
      [ "$variable" = "COLLTUNE_TEST_JOB=$COLLTUNE_TEST_JOB" ] || continue
      file=${file%/environ}
      echo "${file#/proc/}"
      break
    done 2>/dev/null <"$file"
  done 2>/dev/null
}

# await WHAT COMMAND...: until it is true, as long as the tuning runs
await() {
  local what=$1
  shift
  until "$@"; do
    kill -0 "$pid" 2>/dev/null || { fail "ended before there was $what: $(cat out err)" && return; }
    sleep 0.02
  done
}

# ends CODES WHAT: process $pid, which was interrupted at $begin, ends so, and nothing is left.
ends() {
  local code=0 took rest
  while kill -0 "$pid" 2>/dev/null && [ $(($(now) - begin)) -lt 30000 ]; do sleep 0.05; done
  took=$(($(now) - begin))
  kill -KILL "$pid" 2>/dev/null
  wait "$pid" 2>/dev/null || code=$?
  [[ " $1 " == *" $code "* ]] || fail "$2: exit code $code: $(cat out err)"
  [ $took -lt $((kMost + kGrace)) ] || fail "$2: took $took ms"
  rest=$(left)
  [ -n "$rest" ] || return
  fail "$2: left running: $(ps -o pid=,args= -p "${rest//$'\n'/,}")"
  # shellcheck disable=SC2086  # words
  kill -KILL $rest
}

start() {
  rm -f t.yaml*
  "$@" >out 2>err </dev/null &
  pid=$!
}

has_measured() { [ -e t.yaml.journal ] && grep -q "\"kind\":\"$1\"" t.yaml.journal; }

# heeds PID SIGNAL_NUMBER: it is the program, and has got so far that it handles the signal
heeds() {
  local mask
  [ "/proc/$1/exe" -ef "$colltune" ] || return
  mask=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
  [ -n "$mask" ] && [ $((0x$mask >> ($2 - 1) & 1)) = 1 ]
}

# resumes WHAT: there is no journal, or one to go on with
resumes() {
  [ ! -e t.yaml ] || fail "$1: a profile"
  [ -e t.yaml.journal ] || return 0
  "$MPIEXEC" -n 2 "$colltune" "${tune[@]}" --resume --dry-run >plan 2>&1 || fail "$1: $(cat plan)"
}

# At a series of moments, from the first instruction to the first questions. Before it the system
# ends the process; nothing has been started then.
declare -A number=([INT]=2 [TERM]=15 [HUP]=1)
signals=(INT TERM HUP)
at=0
for delay in 0 0.02 0.03 0.04 0.06 0.08 0.1 0.12 0.15 0.2 0.4 0.8; do
  signal=${signals[$((at++ % 3))]}
  codes=3
  start "$colltune" "${tune[@]}"
  [ "$delay" = 0 ] || sleep "$delay"
  heeds "$pid" "${number[$signal]}" || codes="3 $((128 + ${number[$signal]}))"
  begin=$(now)
  kill "-$signal" "$pid"
  ends "$codes" "$signal after $delay s"
done
resumes "soon"

# At once when the process heeds it; impatient users; while it measures.
for again in "" "0.02 0.02" "0.3"; do
  start "$colltune" "${tune[@]}"
  await "a handler" heeds "$pid" 2
  begin=$(now)
  kill -INT "$pid"
  for delay in $again; do
    sleep "$delay"
    kill -INT "$pid" 2>/dev/null
  done
  ends 3 "INT at the first instruction, again after ${again:-nothing}"
done
for kind in run network answer; do
  start "$colltune" "${tune[@]}"
  await "$kind in the journal" has_measured "$kind"
  begin=$(now)
  kill -TERM "$pid"
  ends 3 "TERM after '$kind'"
  grep -q "t.yaml.journal; go on with --resume" err || fail "after '$kind': $(cat err)"
  resumes "TERM after '$kind'"
done

# What was ignored at the start stays ignored.
start bash -c "trap '' HUP INT; exec \"\$@\"" - "$colltune" "${tune[@]}"
await "a handler" heeds "$pid" 15
kill -HUP "$pid"
kill -INT "$pid"
await "an answer" has_measured answer
begin=$(now)
kill -TERM "$pid"
ends 3 "TERM, where HUP and INT are ignored"

# Under the user's own launcher.
start "$MPIEXEC" -n 2 "$colltune" "${tune[@]}"
await "an answer" has_measured answer
begin=$(now)
kill -INT "$pid"
# The code is the launcher's own, which Hydra does not always take from its ranks.
ends "0 3" "INT under mpiexec"
resumes "INT under mpiexec"

# A launcher that heeds nothing, and processes that have left its group and their parents.
cat >deaf <<'END'
#!/bin/bash
trap '' INT TERM HUP
setsid sleep 1000 &
(setsid bash -c 'sleep 1000 & sleep 1000' &)
echo up >up
while :; do sleep 1000; done
END
chmod +x deaf
for command in "${tune[*]}" "measure --runs 2"; do
  rm -f up
  # shellcheck disable=SC2086  # words
  MPIEXEC=$PWD/deaf start "$colltune" $command
  await "a launcher" test -e up
  begin=$(now)
  kill -TERM "$pid"
  ends 3 "$command, with a deaf launcher"
done

# Between two parts of a tuning that starts itself several times.
cat >parts <<'END'
#!/bin/sh
echo part >>calls
[ "$(wc -l <calls)" != 2 ] || kill -INT $PPID
exit 0
END
chmod +x parts
MPIEXEC=$PWD/parts start "$colltune" "${tune[@]}"
begin=$(now)
ends 3 "INT in the second part"
[ "$(wc -l <calls)" = 2 ] || fail "went on after the second part: $(cat calls)"

[ $failures = 0 ] && echo "1 passed, 0 failed"
exit $((failures > 0))
