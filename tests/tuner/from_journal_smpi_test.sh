#!/bin/bash
# from_journal_smpi_test.sh TUNER COLLTUNE: decides anew from the journal of a tuning, without a job.
# The same margin gives the same profile byte for byte; a margin that nothing saves leaves all to the
# library.
set -eu
colltune=$PWD/$2

fail() {
  echo "$*"
  exit 1
}

cd "$PWD"
profile=$TEST_TMPDIR/profile.yaml
tests/under_smpirun.sh unlike16 8 "$1" tune --ops bcast,alltoall,alltoallv --ranks 4,8 --bytes 8:64K:x8 \
  --quiet -o "$profile" >"$TEST_TMPDIR/out"
cp "$profile" "$TEST_TMPDIR/before.yaml"

# refuses TEXT COMMAND...: it exits with 2, says that, and leaves the profile as it was.
refuses() {
  local code=0
  cp "$profile" "$TEST_TMPDIR/kept.yaml"
  "${@:2}" >"$TEST_TMPDIR/out" 2>&1 || code=$?
  [ $code = 2 ] || fail "${*:2}: exit $code, not 2: $(cat "$TEST_TMPDIR/out")"
  grep -qF "$1" "$TEST_TMPDIR/out" || fail "${*:2}: no '$1': $(cat "$TEST_TMPDIR/out")"
  cmp "$profile" "$TEST_TMPDIR/kept.yaml" || fail "${*:2}: the profile changed"
}

others() { grep -c '^          choice: [^l]' "$1" || true; } # rules for something else than library

[ "$(others "$profile")" -gt 3 ] || fail "hardly a decision: $(cat "$profile")"

rm "$profile.table"
"$colltune" compile "$profile" --from-journal >"$TEST_TMPDIR/out" || fail "compile: exit $?"
cmp "$profile" "$TEST_TMPDIR/before.yaml" || fail "the same margin decides otherwise"
[ -s "$profile.table" ] || fail "no compiled table"
grep -qF "wrote $profile" "$TEST_TMPDIR/out" || fail "compile: $(cat "$TEST_TMPDIR/out")"

# Nothing saves 99 % of the time. The profile keeps its margin until another one is asked for.
"$colltune" compile "$profile" --from-journal --margin 0.99 >/dev/null || fail "--margin: exit $?"
"$colltune" compile "$profile" --from-journal >/dev/null || fail "the kept margin: exit $?"
grep -qx '  margin: 0.99' "$profile" || fail "$(grep margin "$profile")"
[ "$(others "$profile")" = 0 ] || fail "$(others "$profile") rules save 99 %"
"$colltune" compile "$profile" --from-journal --margin 0.03 >/dev/null || fail "back: exit $?"
cmp "$profile" "$TEST_TMPDIR/before.yaml" || fail "the first margin decides otherwise"

# A damaged line: the lines before it decide.
journal=$profile.journal
cp "$journal" "$TEST_TMPDIR/journal"
lines=$(wc -l <"$journal")
sed -i "${lines}s/answer/anzwer/" "$journal"
"$colltune" compile "$profile" --from-journal >/dev/null 2>"$TEST_TMPDIR/err" || fail "damaged: exit $?"
grep -qF "$journal:$lines: " "$TEST_TMPDIR/err" || fail "not reported: $(cat "$TEST_TMPDIR/err")"

# A trial is missing: the results after it count all the same, where no decision is needed to know what they
# are for, as for roots of their own.
layouts() { awk '/^    - ranks:/ { rows++ } /^      roots:/ { rows-- } END { print rows }' "$1"; }
missing=$(grep -n '"kind":"answer"' "$TEST_TMPDIR/journal" | sed -n 14p)
sed "${missing%%:*}d" "$TEST_TMPDIR/journal" >"$journal"
"$colltune" compile "$profile" --from-journal >/dev/null || fail "a missing trial: exit $?"
[ "$(layouts "$profile")" = "$(layouts "$TEST_TMPDIR/before.yaml")" ] ||
  fail "a missing trial takes others with it: $(layouts "$profile") layouts"

head -2 "$TEST_TMPDIR/journal" >"$journal"
refuses "has no network" "$colltune" compile "$profile" --from-journal
echo nothing >"$journal"
refuses "$journal:1: " "$colltune" compile "$profile" --from-journal
rm "$journal"
refuses "$journal: No such file" "$colltune" compile "$profile" --from-journal
cp "$TEST_TMPDIR/journal" "$journal"
refuses "margin" "$colltune" compile "$profile" --from-journal --margin 1
refuses "requires --from-journal" "$colltune" compile "$profile" --margin 0.1
sed -i 's/cpu: "simulated"/cpu: "another"/' "$profile"
refuses "is of another machine than the profile" "$colltune" compile "$profile" --from-journal
# Siblings: together by default, which the profile and its journal say.
# tune_siblings NAME OPTION...
tune_siblings() {
  tests/under_smpirun.sh cores64 16 "$1" tune --ops bcast --ranks 2 --bytes 8:512K:x16 --quiet \
    -o "$TEST_TMPDIR/$2.yaml" "${@:3}" >"$TEST_TMPDIR/out"
}
tune_siblings "$1" together
tune_siblings "$1" alone --siblings alone
for name in together alone; do
  grep -qF "; siblings $name" "$TEST_TMPDIR/$name.yaml" || fail "$(grep job: "$TEST_TMPDIR/$name.yaml")"
  cp "$TEST_TMPDIR/$name.yaml" "$TEST_TMPDIR/$name.before"
  "$colltune" compile "$TEST_TMPDIR/$name.yaml" --from-journal >/dev/null || fail "$name: exit $?"
  cmp "$TEST_TMPDIR/$name.yaml" "$TEST_TMPDIR/$name.before" || fail "$name: decides otherwise"
done
grep -qF '"ranks":2,"ranks_per_node":1,"siblings":4,' "$TEST_TMPDIR/together.yaml.journal" ||
  fail "no siblings in $(cat "$TEST_TMPDIR/together.yaml.journal")"
grep -qF siblings <(grep answer "$TEST_TMPDIR/alone.yaml.journal") && fail "siblings of one alone"
"$colltune" explain "$TEST_TMPDIR/together.yaml" bcast 8 -n 2 --ranks-per-node 1 >"$TEST_TMPDIR/out"
grep -qF "timed together with those of its nodes" "$TEST_TMPDIR/out" || fail "$(cat "$TEST_TMPDIR/out")"

# A journal of an older program, which knew no --siblings, is one of communicators alone.
old=$TEST_TMPDIR/alone.yaml.journal
mv "$old" "$TEST_TMPDIR/said"
while IFS= read -r line; do
  case $line in *'"kind":"run"'*) grep -F '"kind":"run"' "$TEST_TMPDIR/together.yaml.journal" ;; *) printf '%s\n' "$line" ;; esac
done <"$TEST_TMPDIR/said" >"$old"
"$colltune" compile "$TEST_TMPDIR/alone.yaml" --from-journal >/dev/null || fail "an old journal: exit $?"
cmp "$TEST_TMPDIR/alone.yaml" "$TEST_TMPDIR/alone.before" || fail "an old journal decides otherwise"
echo "1 passed, 0 failed: $lines lines"
