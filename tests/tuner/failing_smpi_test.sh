#!/bin/bash
# failing_smpi_test.sh COLLTUNE: failing candidates in the simulator, where a deadlock ends the
# process: each start leaves out one candidate more, until none is left that fails.
set -u
colltune=$1
files=$TEST_TMPDIR

fail() {
  echo "$*"
  exit 1
}

simulated() { tests/under_smpirun.sh loggp 4 "$colltune" "$@"; }

resume=
starts=0
until simulated tune --search exhaustive --ops bcast --ranks 4 --bytes 64,1K --budget 1m -o "$files/t.yaml" $resume >"$files/out" 2>"$files/err"; do
  starts=$((starts + 1))
  [ $starts -le 2 ] || fail "start $starts: $(cat "$files/err")"
  resume=--resume
done
# hangs, crashes
[ $starts = 2 ] || fail "$starts starts"
grep -q '"choices":\["hangs"\],"failed":"deadlock: ' "$files/t.yaml.journal" || fail "$(cat "$files/t.yaml.journal")"
for name in error_on_one error_on_all throws_on_one throws_on_all declines_late wrong_on_one wrong_on_all hangs crashes; do
  grep -q "^left out: bcast:$name on 4 ranks" "$files/out" || fail "does not name $name: $(cat "$files/out")"
  ! grep -qE "^ +choice: $name" "$files/t.yaml" || fail "chose $name"
done
grep -qE '^ +choice: [a-z]' "$files/t.yaml" || fail "nothing is decided"
