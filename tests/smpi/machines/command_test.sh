#!/bin/bash
# command_test.sh DRAW: which files the command writes, what it prints, and its exit codes.
set -u
draw=$PWD/$1
cd "$TEST_TMPDIR" || exit 1
failures=0

fail() {
  echo "$*"
  failures=$((failures + 1))
}

# ends CODE TEXT ARGUMENT...: the command ends with this code, and prints a line with the text
ends() {
  local code=$1 text=$2
  shift 2
  "$draw" "$@" >out 2>&1
  local got=$?
  [ $got = "$code" ] || fail "draw $*: exit code $got, not $code"
  grep -qF -- "$text" out || fail "draw $*: printed '$(cat out)', not '$text'"
}

ends 0 'seed 7: ' --seed 7
[ "$(wc -l <out)" = 1 ] || fail "printed $(cat out), not one line"
ends 0 'seed 4: ' --seeds 2-4 -o some/folder --most-hosts 16 --most-ranks 32
[ "$(wc -l <out)" = 3 ] || fail "printed $(cat out), not three lines"
files=$(cd some/folder && echo *)
expected=
for seed in 2 3 4; do expected="$expected seed$seed.cfg seed$seed.hosts seed$seed.truth seed$seed.xml"; done
[ "$files" = "${expected# }" ] || fail "wrote $files"
[ "$(wc -l <some/folder/seed2.hosts)" -le 32 ] || fail "more than 32 ranks"
ends 0 '--most-ranks' --help

touch file
ends 1 'file/seed1.xml: cannot be written' --seed 1 -o file
ends 2 '--seed' -o folder
ends 2 '--seeds 4-2: not FIRST-LAST, rising' --seeds 4-2
ends 2 '--seeds 4-: not FIRST-LAST' --seeds 4-
ends 2 '--seeds x: not FIRST-LAST' --seed x
ends 2 '--most-hosts' --seed 1 --most-hosts 1

[ $failures = 0 ] && echo "1 passed, 0 failed"
exit $((failures > 0))
