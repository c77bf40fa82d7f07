#!/bin/bash
# resume_smpi_test.sh TUNER: a tuning is killed again and again, and each time resumes from its
# journal. It asks for the same trials as an uninterrupted tuning, in the same order, or about the same
# problems after a tie that a clock decided, and ends with its measured decisions. A damaged journal is
# reported, and its good part used.
set -eu
tuner=$PWD/$1
cd "$PWD"

fail() {
  echo "$*"
  exit 1
}

command=(tests/under_smpirun.sh loggp 8 "$tuner" tune --ops bcast,alltoall,gather,scatterv,barrier
  --ranks 2,5,8 --bytes 8:256K:x2 --memory 256K --quiet -o)
tune() { "${command[@]}" "$@"; }

# The rows' decisions, without what differs between runs: dates, digits of clocks.
decisions() { grep -E '^  [a-z_]+:$|^    - ranks|ranks_per_node|^        - bytes|^          choice' "$1"; }

# The same of measured ones. A clock that starts anew rounds the same time otherwise, by 30 ps, so that
# another one of two equally fast candidates is timed three times; what is interpolated chooses between
# such candidates by the last digit.
measured() {
  awk '
    /^  [a-z_]+:$/ || /^    - / || /^      ranks_per_node/
    held != "" && $1 != "interpolated:" { print held }
    { held = "" }
    /^        - bytes/ { bytes = $0 }
    /^          choice/ { held = bytes $0 }' "$1"
}

# A journal's trials without these fields: by default collective, layout, size, root and choices are left.
trials() {
  sed -nE "/\"answer\"/ { s/^[^{]*//; s/\"(run|spent|${2-samples|}median|low|high)\":[-+.e0-9]*,?//g; p; }" "$1"
}

# The problems of a journal's trials, sorted.
problems() {
  trials "$1" | sed 's/,"confirms".*//' | sort
}

# asks_the_same JOURNAL: the trials of the whole tuning, in the same order. After two equally fast
# candidates of which another one was timed three times, the order may differ, and which candidates are
# timed; the problems do not.
asks_the_same() {
  trials "$1" >"$TEST_TMPDIR/trials"
  cmp -s "$TEST_TMPDIR/trials" "$TEST_TMPDIR/asked" && return 0
  trials "$1" '' >"$TEST_TMPDIR/timed"
  trials "$whole.journal" '' >"$TEST_TMPDIR/timed_asked"
  asked=$(cmp "$TEST_TMPDIR/trials" "$TEST_TMPDIR/asked" | sed 's/.* line //')
  timed=$(cmp "$TEST_TMPDIR/timed" "$TEST_TMPDIR/timed_asked" | sed 's/.* line //')
  [ "${timed:-0}" -lt "${asked:-0}" ] || { diff "$TEST_TMPDIR/trials" "$TEST_TMPDIR/asked"; return 1; }
  problems "$1" | diff - "$TEST_TMPDIR/problems"
}

whole=$TEST_TMPDIR/whole.yaml
tune "$whole" >"$TEST_TMPDIR/out" || fail "tune: $(cat "$TEST_TMPDIR/out")"
decisions "$whole" >"$TEST_TMPDIR/expected"
[ "$(wc -l <"$TEST_TMPDIR/expected")" -gt 50 ] || fail "hardly a decision: $(cat "$whole")"
measured "$whole" >"$TEST_TMPDIR/expected_measured"
[ "$(wc -l <"$TEST_TMPDIR/expected_measured")" -gt 50 ] || fail "hardly measured: $(cat "$whole")"
trials "$whole.journal" >"$TEST_TMPDIR/asked"
[ "$(wc -l <"$TEST_TMPDIR/asked")" -gt 50 ] || fail "hardly a trial: $(cat "$whole.journal")"
problems "$whole.journal" >"$TEST_TMPDIR/problems"

# Twice the same.
tune "$TEST_TMPDIR/again.yaml" >/dev/null
decisions "$TEST_TMPDIR/again.yaml" | cmp - "$TEST_TMPDIR/expected" || fail "two tunings differ"

# count FILE: sets `lines` to how many it has, without another process
count() {
  local all=()
  [ ! -e "$1" ] || mapfile -t all <"$1"
  lines=${#all[@]}
}

# Killed 20 times, each time after as many further lines of the journal as a seeded generator draws. A
# tuning that comes to its end is compared, and another one begun; the last one is left to come to its
# end.
killed=$TEST_TMPDIR/killed.yaml
count "$whole.journal"
most=$((lines / 8))
RANDOM=7
kills=0
ends=0
while [ $kills -lt 20 ] || [ $ends -lt 1 ]; do
  resume=""
  if [ -s "$killed.journal" ]; then resume=--resume; fi
  count "$killed.journal"
  enough=$((lines + 1 + RANDOM % most))
  # shellcheck disable=SC2086  # no word or one
  setsid "${command[@]}" "$killed" $resume >"$TEST_TMPDIR/out" 2>&1 &
  pid=$!
  if [ $kills -lt 20 ]; then
    while kill -0 $pid 2>/dev/null; do
      count "$killed.journal"
      [ "$lines" -lt $enough ] || break
      sleep 0.02
    done
    if kill -KILL -- -$pid 2>/dev/null; then
      wait $pid 2>/dev/null || true
      while kill -0 -- -$pid 2>/dev/null; do sleep 0.02; done # it still holds its lock
      kills=$((kills + 1))
      continue
    fi
  fi
  wait $pid || fail "resume: $(cat "$TEST_TMPDIR/out")"
  asks_the_same "$killed.journal" || fail "after $kills kills it asks otherwise"
  measured "$killed" | diff - "$TEST_TMPDIR/expected_measured" || fail "after $kills kills it decides otherwise"
  ends=$((ends + 1))
  rm "$killed" "$killed.table" "$killed.journal"
done

# A damaged line: what precedes it is used, the rest measured again.
tune "$killed" >"$TEST_TMPDIR/out" 2>&1 || fail "once more: $(cat "$TEST_TMPDIR/out")"
count "$killed.journal"
[ "$lines" -gt 20 ] || fail "a journal of $lines lines"
middle=$((lines / 2))
sed -i "${middle}s/answer/anzwer/" "$killed.journal"
tune "$killed" --resume >"$TEST_TMPDIR/out" 2>&1 || fail "damaged: $(cat "$TEST_TMPDIR/out")"
grep -q "killed.yaml.journal:$middle:" "$TEST_TMPDIR/out" ||
  fail "not reported: $(cat "$TEST_TMPDIR/out")"
[ -s "$killed.journal.bad" ] || fail "the damaged part is lost"
measured "$killed" | cmp - "$TEST_TMPDIR/expected_measured" || fail "a damaged journal decides otherwise"
echo "1 passed, 0 failed: killed $kills times, ended $ends times"
