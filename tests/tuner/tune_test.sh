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

# tune starts itself on the cores, ends within two minutes, and prints what it wrote.
SECONDS=0
"$colltune" tune >out 2>err || fail "tune: $(cat err)"
[ $SECONDS -lt 120 ] || fail "tune took $SECONDS s"
profile=$(sed -n 's/^wrote //p' out)
[ -f "$profile" ] && [ -f "$profile.table" ] || fail "no profile: $(cat out)"
cores=$(nproc)
grep -q "^bcast on $cores ranks" out || fail "no table: $(cat out)"
[ "$(grep -cE '^ +[0-9]+[KM]?  ' out)" -ge 20 ] || fail "fewer than 20 sizes: $(cat out)"

# What it wrote is what it printed; every size has the library's own time as evidence.
"$colltune" show "$profile" >shown
grep -qF "$(grep '^bcast on' out)" shown || fail "show differs: $(cat shown)"
"$colltune" explain "$profile" bcast 64K -n "$cores" >why
grep -qE '^  library +[0-9]' why || fail "no evidence: $(cat why)"
"$colltune" explain "$profile" bcast 64K -n 4711 | grep -q "not measured" || fail "extrapolates"

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
[ "$(grep -c '^bcast,binomial,per_destination,' rows.csv)" = $((2 * 12 * (cores - 1))) ] ||
  fail "rows: $(wc -l rows.csv)"
"$colltune" measure --algorithm all --method round_time --bytes 8 --reps 10 --csv - >rows
implementations=$("$colltune" list bcast | grep -c '^bcast:')
[ "$(grep -c ',round_time,' rows)" = $((10 * implementations)) ] || fail "rows: $(cat rows)"

# Ctrl-C: code 3, and no file, whole or half.
"$colltune" tune -o stopped.yaml --bytes 8:64M:x2 >out 2>err &
pid=$!
sleep 2
kill -INT $pid
code=0
wait $pid || code=$?
[ $code = 3 ] || fail "interrupted tune ended with $code: $(cat out err)"
[ -z "$(ls | grep stopped || true)" ] || fail "left behind: $(ls)"

# More ranks than the job has, alone and under a launcher: once, not once a rank.
for launcher in "" "$MPIEXEC -n 2"; do
  code=0
  $launcher "$colltune" tune --ranks 64 2>err || code=$?
  [ $code = 2 ] || fail "tune --ranks 64 ended with $code"
  [ "$(grep -c 'ranks: 64 ranks in a job of' err)" = 1 ] || fail "message: $(cat err)"
done
echo "1 passed, 0 failed"
