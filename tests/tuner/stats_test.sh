#!/bin/bash
# stats_test.sh COLLTUNE: `stats` merges ranks, compares with the profile, and names damaged files.
# `tune --from-stats` plans the calls of the statistics, and refuses others.
set -u
colltune=$PWD/$1
good=$PWD/tests/tuner/profile.yaml
cd "$TEST_TMPDIR" || exit 1
export HOME=$TEST_TMPDIR MPIEXEC=$TEST_SRCDIR/mpi/mpiexec

# fails REASON: ends the test with what the last command wrote
fails() {
  echo "$1:"
  cat out err
  exit 1
}

# stats EXIT_CODE ARGUMENT...
stats() {
  local wanted=$1 code=0
  shift
  "$colltune" stats "$@" >out 2>err || code=$?
  [ $code = "$wanted" ] || fails "colltune stats $*: exit $code, wanted $wanted"
}

# says FILE TEXT: a line is just that, but for the number of blanks
says() { sed 's/  */ /g; s/^ //; s/ $//' "$1" | grep -qxF -- "$2" || fails "no line '$2' in $1"; }

header() {
  echo "{\"colltune_stats\":1,\"job\":\"$1\",\"rank\":$2,\"ranks\":4,\"profile\":\"$3\",\"clock_us\":0.02,\"seconds\":2}"
}
# calls OP BYTES CHOICE WHY CALLS MICROSECONDS: on MPI_COMM_WORLD
calls() {
  echo "{\"communicator\":0,\"communicators\":1,\"name\":\"MPI_COMM_WORLD\",\"ranks\":4,\"ranks_per_node\":4,\"sites\":0,\"mapping\":\"any\",\"op\":\"$1\",\"bytes\":[$2,$2],\"mean_bytes\":$2,\"choice\":\"$3\",\"why\":\"$4\",\"calls\":$5,\"samples\":60,\"mean_us\":$6,\"median_us\":$6}"
}
# rank NUMBER: of four that take the longer for the broadcast the higher their number
rank() {
  header job "$1" "$good"
  calls bcast 4096 binomial profile 1000 $((6 + $1))
  calls bcast 100000 library 'no rule' 10 100
  calls scan 64 library 'no row' 100 2.5
  echo '{"end":3}'
}
for i in 0 1 2 3; do rank $i >app.$i; done

# 1000 of 6 to 9 us, 10 of 100 and 100 of 2.5 us. 5 us are expected.
stats 0 app
[ ! -s err ] || fails "a warning"
says out "1 job, 4 of 4 ranks, 2.00 s each: 8.75 ms (0.4 %) of it in collectives"
says out "4 ranks, 4 per node: MPI_COMM_WORLD"
says out "bcast on 4 ranks, 4 per node 4K 1000 binomial 7.50 ms 85.7 % 7.50 us 6.00 us 5.00 us 1.20"
says out "bcast on 4 ranks, 4 per node 100000 10 library 1.00 ms 11.4 % 100 us 100 us - - no rule"
says out "scan on 4 ranks, 4 per node 64 100 library 250 us 2.9 % 2.50 us 2.50 us - - no row"
says out "fits: none of 1 lines with an expectation takes more than 2 times as long"
says out "without a rule: 14.3 % of the time in collectives"
says out "to tune for these calls: colltune tune --from-stats app"
cp out whole
stats 0 app.0 app.1 app.2 app.3
cmp <(sed 's/ app.*//' whole) <(sed 's/ app.*//' out) || fails "files by name are other ones"

stats 1 app --factor 1.1
says out "does not fit: 1 of 1 lines with an expectation take more than 1.1 times as long, also on the rank that waits least"
says out "bcast on 4 ranks, 4 per node 4K 1000 binomial 7.50 ms 85.7 % 7.50 us 6.00 us 5.00 us 1.20 slower than expected"
stats 1 app --factor 1.1 --csv -
says out "bcast,4,4,0,any,4096,4096,4096,1000,binomial,profile,0.0075,0.857143,240,6,5,1.2"
[ "$(wc -l <out)" = 4 ] || fails "not a header and three lines"
stats 0 app --csv app.csv
says app.csv "scan,4,4,0,any,64,64,64,100,library,no row,0.00025,0.028571,240,2.5,,"

# Another profile, and one that is gone.
sed 's/median_us: 5,/median_us: 2,/; s/low_us: 4.9/low_us: 1/' "$good" >faster.yaml
stats 1 app --profile faster.yaml
stats 2 app --profile none.yaml
says err "colltune: none.yaml: cannot be read: No such file or directory"
for i in 0 1 2 3; do sed "s#$good#$PWD/gone.yaml.table#" app.$i >gone.$i; done
stats 0 gone
says err "colltune: the profile that was used is not there any more: $PWD/gone.yaml: cannot be read: No such file or directory; --profile names another"
for i in 0 1 2 3; do sed "s#$good##" app.$i >free.$i; done
stats 0 free
says err "colltune: no profile was used; --profile compares the times with what one expects"

# What is damaged is named; the others stand for what is missing.
cp app.0 bad.0
sed '3s/"calls":10/"calls":x/' app.1 >bad.1
head -c 300 app.2 >bad.2
rank 3 | sed '1s/"job":"job"/"job":"older"/' >bad.3
stats 0 bad
says err "colltune: bad.1:3: not an object of JSON"
says err "colltune: bad.2:2: not an object of JSON"
says err "colltune: bad.2:3: the end is missing"
says err "colltune: bad.2: has no calls"
says err "colltune: bad.3: of another job than the ones before; left out"
grep -q '^1 job, 2 of 4 ranks' out || fails "not two ranks"
: >empty.0
stats 2 empty
says err "colltune: no statistics to be had: empty.0: is empty: the program has not come to MPI_Finalize"
stats 2 none
says err "colltune: no statistics to be had: none: there is no such file, nor none.0"
stats 2 "$good"
grep -q 'not statistics: not an object of JSON' err || fails "not why"
stats 2
stats 2 app --factor 0

# plan EXIT_CODE ARGUMENT...: what 2 ranks would tune
plan() {
  local wanted=$1 code=0
  shift
  "$MPIEXEC" -n 2 "$colltune" tune --dry-run "$@" >out 2>err || code=$?
  [ $code = "$wanted" ] || fails "colltune tune $*: exit $code, wanted $wanted"
}

# two CALLS...: on 2 ranks of one node
two() { sed 's/"ranks":4/"ranks":2/g; s/"ranks_per_node":4/"ranks_per_node":2/'; }
for i in 0 1; do
  { header job $i ""; calls bcast 100 library 'no row' 10 1; calls bcast 4096 library 'no row' 10 1
    calls allreduce 24 library 'no row' 10 9; calls barrier 0 library 'no row' 5 1; } | two >pair.$i
  calls scan 64 library 'no row' 10 1 >>pair.$i
  echo '{"end":5}' >>pair.$i
done
plan 0 --from-stats pair
says out "ranks: 2 (2 per node)"
says err "colltune: this job cannot form communicators of 4 ranks (4 per node): they are left out"
grep -qE '^bcast +2, 100 to 4K +' out || fails "other broadcasts"
grep -qE '^allreduce +24 +' out || fails "other allreduces"
grep -qE '^barrier +0 +' out || fails "no barrier"
! grep -qE '^(scan|reduce) ' out || fails "what cannot be tuned here, or is not called"
plan 0 --from-stats pair.0 pair.1 --ops bcast --bytes 8:1K:x2
grep -qE '^bcast +100 +' out && ! grep -q '^allreduce' out || fails "not one size"
plan 2 --from-stats pair --ops reduce
says err "colltune: --ops: the application does not call reduce, but bcast, allreduce, barrier, scan"
plan 2 --from-stats pair --ranks 4
grep -q -- '^colltune: --ranks: 4 ranks in a job of 2' err || fails "too many ranks"
plan 2 --from-stats pair --ops allreduce --bytes 8
says err "colltune: --from-stats: the application calls nothing on two ranks or more that is left by --ops, --ranks and --bytes"
plan 2 --from-stats app
grep -q 'and the application has no others: start it as that was' err || fails "no communicators"
plan 2 --from-stats none
says err "colltune: no statistics to be had: none: there is no such file, nor none.0"
echo "1 passed, 0 failed"
