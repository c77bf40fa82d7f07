#!/bin/bash
# tune_test.sh COLLTUNE APPLICATION: the whole way on this machine with real MPI: tune, show,
# explain, measure, run.
set -eu
colltune=$PWD/$1
application=$PWD/$2
cd "$TEST_TMPDIR"
export XDG_DATA_HOME=$TEST_TMPDIR/data MPIEXEC=$TEST_SRCDIR/mpi/mpiexec

fail() {
  echo "$*"
  exit 1
}

# A dry run says what would be asked, alone and under a launcher, and writes nothing.
for launcher in "" "$MPIEXEC -n 2"; do
  # shellcheck disable=SC2086
  $launcher "$colltune" tune --ops bcast,barrier --budget 20s -o dry/run.yaml --dry-run >plan 2>err ||
    fail "dry run: $(cat err)"
  grep -qE '^bcast +20, 8 to 4M +[0-9]+ to [0-9]+ +[0-9]+ ' plan || fail "plan: $(cat plan)"
  grep -qE '^estimated time: .*20 s' plan || fail "plan: $(cat plan)"
  [ "$(grep -c '^all, at first' plan)" = 1 ] || fail "not once: $(cat plan)"
done
"$colltune" tune --dry-run >plan || fail "dry run: $(cat plan)"
rm -f plan err
[ -z "$(ls)" ] || fail "a dry run has left: $(ls -R)"

# tune starts itself on the cores, keeps its budget, and prints what it wrote.
SECONDS=0
"$colltune" tune --ops bcast,allreduce --budget 20s >out 2>err || fail "tune: $(cat err)"
[ $SECONDS -lt 120 ] || fail "tune took $SECONDS s"
profile=$(sed -n 's/^wrote //p' out)
[ -f "$profile" ] && [ -f "$profile.table" ] || fail "no profile: $(cat out)"
cores=$(nproc)
grep -q "^bcast on $cores ranks" out || fail "no table: $(cat out)"
[ "$(grep -cE '^ +[0-9]+[KM]?  ' out)" -ge 12 ] || fail "fewer than 6 sizes each: $(cat out)"

# What it wrote is what it printed; every size has the library's own time as evidence.
"$colltune" show "$profile" >shown
grep -qF "$(grep '^bcast on' out)" shown || fail "show differs: $(cat shown)"
"$colltune" explain "$profile" bcast 64K -n "$cores" >why
grep -qE '^  library +[0-9]' why || fail "no evidence: $(cat why)"
grep -qE '^winner .*, runner-up ' why || fail "no margin: $(cat why)"
grep -qE '^probability of being wrong, by these samples: (below )?[0-9.]+ %' why || fail "$(cat why)"
"$colltune" explain "$profile" bcast 64K -n 4711 | grep -q "not measured" || fail "extrapolates"

# Alone it runs once and four times more, prints once, and all runs have confirmed what is chosen.
[ "$(grep -c '^wrote ' out)" = 1 ] || fail "not one result: $(cat out)"
[ "$(grep -c '"kind":"run"' "$profile.journal")" = 5 ] || fail "not five runs: $(cat out)"
# unconfirmed PROFILE: the evidence of choices other than the library's own that no second run confirmed
unconfirmed() {
  awk '/^ +choice: / { choice = $2 }
    /^ +reason: / && choice != "library" && !/; confirmed by / { print choice, $0 }' "$1"
}
[ -z "$(unconfirmed "$profile")" ] || fail "not confirmed: $(unconfirmed "$profile")"

# Under the user's launcher the first run says what to do, and doing it confirms. (By such a rule
# something is decided on any machine.)
guarded="-o guard.yaml --ops bcast,allreduce --bytes 8,64,512 --margin 0 --confidence 0.5"
# shellcheck disable=SC2086
"$MPIEXEC" -n 2 "$colltune" tune $guarded --quiet >first || fail "tune: $(cat first)"
[ "$(tail -1 first)" = "  mpiexec ... colltune tune $guarded --quiet --resume" ] ||
  fail "last line: $(cat first)"
waiting=$(sed -n "s/^\([0-9]*\) decisions\{0,1\} for something else .* waits\{0,1\} for a second run.*/\1/p" first)
[ "${waiting:-0}" -gt 0 ] || fail "nothing waits: $(cat first)"
[ "$(grep '^ *choice: ' guard.yaml | sort -u)" = "          choice: library" ] ||
  fail "chooses what was not confirmed: $(cat guard.yaml)"
[ "$(grep -c '; waits for a second run to confirm it"' guard.yaml)" = "$waiting" ] ||
  fail "not $waiting reasons: $(grep reason guard.yaml)"
# shellcheck disable=SC2086
"$MPIEXEC" -n 2 "$colltune" tune $guarded --quiet --resume --confirm >second || fail "$(cat second)"
[ "$(grep -c '"run":2,.*"confirms":true' guard.yaml.journal)" = "$waiting" ] ||
  fail "the second run did not ask $waiting times: $(cat second)"
[ "$(grep -c '"confirms":true' guard.yaml.journal)" = "$waiting" ] || fail "the first run confirms"
grep -q "^other runs replicated $waiting times, in " second || fail "says: $(cat second)"
! grep -q "wait for a second run" second || fail "still waits: $(cat second)"
[ -z "$(unconfirmed guard.yaml)" ] || fail "not confirmed: $(unconfirmed guard.yaml)"
# shellcheck disable=SC2086
"$MPIEXEC" -n 2 "$colltune" tune $guarded --quiet --confirm >third || fail "$(cat third)"
[ "$(grep -c '"confirms":true' guard.yaml.journal)" = "$waiting" ] || fail "asks again: $(cat third)"
cmp <(sed '/spent/d' second) third || fail "the third run says something else"
# What the journal knows is not planned again, and is left as it is.
cp guard.yaml.journal kept.journal
# shellcheck disable=SC2086
"$MPIEXEC" -n 2 "$colltune" tune $guarded --resume --dry-run >plan || fail "dry run: $(cat plan)"
grep -q "^trials with results: [0-9]" plan || fail "plan: $(cat plan)"
grep -qE '^all, at first +- +0 ' plan || fail "asks again: $(cat plan)"
cmp guard.yaml.journal kept.journal || fail "a dry run has changed the journal"
code=0
"$colltune" tune -o nowhere.yaml --confirm --quiet 2>err || code=$?
[ $code = 2 ] && grep -q "nowhere.yaml.journal: " err || fail "--confirm without a journal: $(cat err)"

# run finds this host's profile by itself, and the application's ranks use it.
COLLTUNE_LOG=1 "$colltune" run -- "$MPIEXEC" -n "$cores" "$application" >with 2>log ||
  fail "run: $(cat log)"
"$MPIEXEC" -n "$cores" "$application" >without
cmp with without || fail "the application's output changed"
grep -q "colltune: bcast on $cores ranks" log || fail "the profile was not used: $(cat log)"

# measure writes a row for each repetition, under the columns that scripts rely on.
"$colltune" measure --algorithm binomial,library --bytes 8,1K --reps 12 --csv rows.csv >summary
head -1 rows.csv | grep -q '^op,algorithm,method,ranks,bytes,root,repetition,seconds,valid,' ||
  fail "columns: $(head -1 rows.csv)"
[ "$(grep -c '^bcast,binomial,per_destination,' rows.csv)" = $((2 * 12 * cores)) ] ||
  fail "rows: $(wc -l rows.csv)"
"$colltune" measure --algorithm all --method round_time --bytes 8 --reps 10 --csv - >rows
# All but those that need a profile's machine.
"$colltune" list bcast >list
implementations=$(($(grep -c '^bcast:' list) - $(grep -c 'needs a profile that knows' list)))
[ "$(grep -c ',round_time,' rows)" = $((10 * implementations)) ] || fail "rows: $(cat rows)"

# MPICH's own algorithms have names, rows, and are refused where there are none of that name.
"$colltune" list bcast | grep -q '^bcast:mpich:binomial .*Force Binomial Tree$' || fail "no native"
"$colltune" measure --algorithm mpich:nb,library --bytes 8 --reps 10:10 --quiet --csv native.csv \
  >summary
grep -q "^bcast,mpich:nb,per_destination,$cores,8," native.csv || fail "rows: $(cat native.csv)"
code=0
"$MPIEXEC" -n 2 "$colltune" measure --algorithm mpich:nonsense 2>err || code=$?
[ $code = 2 ] || fail "an unknown native algorithm ended with $code"
[ "$(grep -c 'known are mpich:binomial' err)" = 1 ] || fail "message: $(cat err)"

# The same as JSON, and drawn; several runs are compared.
"$colltune" measure --op allreduce --algorithm ring,library --bytes 64,4K --reps 20:20 --runs 2 \
  --quiet --json rows.json --plot times.svg >compared || fail "runs: $(cat compared)"
[ "$(wc -l <rows.json)" = $((2 * 2 * 2 * 20)) ] || fail "rows: $(wc -l rows.json)"
grep -q '"run":2' rows.json || fail "no second run: $(head -1 rows.json)"
grep -q "<svg" times.svg || fail "no picture"
grep -q "2 runs cannot tell 2 implementations apart" compared || fail "compared: $(cat compared)"
for method in window global maximum osu; do
  "$colltune" measure --method $method --op alltoall --algorithm pairwise --bytes 1K --reps 5:5 \
    --clock monotonic_raw --csv - | grep -q "^alltoall,pairwise,$method,$cores,1024,0,4," ||
    fail "no fifth row by $method"
done
"$colltune" measure --op barrier --reps 10:20 --quiet >barriers
grep -q "^double_ring" barriers || fail "barriers: $(cat barriers)"
grep -A9 "left by the ranks within" barriers | grep -q "^dissemination" || fail "$(cat barriers)"
"$colltune" measure --algorithm binomial --bytes 8 --reps 10:10 --quiet --processor-costs >costs
grep -A9 "overhead" costs | grep -q "^binomial  *$cores  *8  *1 " || fail "costs: $(cat costs)"
for method in time_based work_based; do
  "$colltune" measure --op iallreduce --method $method --bytes 0,4K --test-interval 1K --csv - --quiet |
    grep -q "^iallreduce,$method,$cores,4096,0,.*,5,[0-9]*\$" || fail "no iallreduce by $method"
done
# Clocks that are synchronised by messages are not good enough for 8 bytes, and it says so.
"$colltune" measure --method window --clock-sync interpolated --bytes 8 --reps 10:10 --quiet >inexact
grep -q "per_destination needs no clocks in step" inexact || fail "inexact: $(cat inexact)"
# A budget ends what would take long.
SECONDS=0
"$colltune" measure --bytes 1M --reps 100000:100000 --seconds 2s --quiet >spent
[ $SECONDS -lt 60 ] || fail "2 seconds took $SECONDS"
# Interrupted: code 3, and the rows until then. Progress as for a terminal names each size that begins:
# at 50 % the second of two sizes, which would take hours.
set -m # what runs in the background heeds Ctrl-C
# interrupt_when PID TEXT FILE: interrupts that process once the file has the text; it ends with code 3.
interrupt_when() {
  local code=0
  until grep -qs "$2" "$3"; do
    kill -0 "$1" || fail "no $2 in $3: $(cat out err)"
    sleep 0.05
  done
  kill -INT "$1"
  wait "$1" || code=$?
  [ $code = 3 ] || fail "interrupted, it ended with $code: $(cat out err)"
}
COLLTUNE_TERMINAL=1 "$colltune" measure --algorithm binomial,library --bytes 8,64M --reps 5000:5000 \
  --csv kept.csv >out 2>err &
interrupt_when $! "measure: 50 %" err
for algorithm in binomial library; do
  [ "$(grep -c "^bcast,$algorithm,per_destination,$cores,8," kept.csv)" = $((5000 * cores)) ] ||
    fail "lost what was measured by $algorithm: $(wc -l kept.csv) $(cat err)"
done

# Ctrl-C: code 3, no profile, whole or half, and a journal to go on with.
"$colltune" tune -o stopped.yaml >out 2>err &
interrupt_when $! '"kind":"run"' stopped.yaml.journal
[ "$(ls | grep stopped)" = stopped.yaml.journal ] || fail "left behind: $(ls)"
grep -q "stopped.yaml.journal; go on with --resume" err || fail "says: $(cat err)"

# More ranks than the job has, alone and under a launcher: once, not once a rank.
for launcher in "" "$MPIEXEC -n 2"; do
  code=0
  $launcher "$colltune" tune --ranks 64 2>err || code=$?
  [ $code = 2 ] || fail "tune --ranks 64 ended with $code"
  [ "$(grep -c 'ranks: 64 ranks in a job of' err)" = 1 ] || fail "message: $(cat err)"
done
echo "1 passed, 0 failed"
