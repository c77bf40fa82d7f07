#!/bin/sh
# stats_test.sh: COLLTUNE_STATS counts the calls of known programs exactly, and never breaks one.
. tests/intercept/preload.sh
program=$programs/counts
cd "$TEST_TMPDIR"
expected=$TEST_TMPDIR/expected

# counted FILE: "NAME,RANKS,OP,LEAST..MOST,CHOICE (WHY): CALLS" of each line, sorted
counted() {
  sed -nE 's/.*"name":"(.*)","ranks":([0-9]+),.*"op":"([a-z_]+)","bytes":\[([0-9]+),([0-9]+)\].*"choice":"([^"]+)","why":"([^"]+)","calls":([0-9]+),.*/\1,\2,\3,\4..\5,\6 (\7): \8/p' "$1" |
    sort
}

# check FILE: it has just what is in $expected, in any order, and an end
check() {
  sort "$expected" >"$expected.sorted"
  counted "$1" | diff "$expected.sorted" - || fail "$1: other calls"
  [ "$(tail -n 1 "$1")" = "{\"end\":$(wc -l <"$expected")}" ] || fail "$1: no end, or another"
}

# All collectives, on 4 ranks and 2: what sizes each is of is in profiles/FORMAT.md. Of counts 1, 2,
# 3, 4 of 4 bytes the mean is 10, of 1 and 2 it is 6.
all() {
  ranks=$1 mean=$2 half=$3
  for calls in barrier:0:1 bcast:12:2 reduce:16:3 allreduce:8:4 scan:24:5 exscan:28:6 gather:4:7 \
    gatherv:0:8 scatter:20:9 scatterv:0:10 allgather:40:11 "allgatherv:$mean:12" alltoall:36:13 \
    alltoallv:0:14 alltoallw:0:15 "reduce_scatter:$mean:16" reduce_scatter_block:32:17; do
    bytes=${calls#*:}
    bytes=${bytes%:*}
    echo "MPI_COMM_WORLD,$ranks,${calls%%:*},$bytes..$bytes,library (no row): ${calls##*:}"
  done
  why='no row'
  [ "$half" -gt 1 ] || why='one rank'
  echo "$4,$half,allreduce,8..8,library ($why): 20"
  echo ",$ranks,barrier,0..0,library (no row): 300"
  echo "MPI_COMM_SELF,1,allreduce,8..8,library (one rank): 5"
}
for ranks in 4 2; do
  preloaded "COLLTUNE_STATS=all$ranks" $ranks "$program" all
  [ ! -s "$err" ] || fail "we speak"
  for rank in $(seq 0 $((ranks - 1))); do
    name=odd
    [ $((rank % 2)) = 1 ] || name='even \"half\"'
    all $ranks $((2 * ranks + 2)) $((ranks / 2)) "$name" >"$expected"
    check all$ranks.$rank
    head -n 1 all$ranks.$rank | grep -qE "^\{\"colltune_stats\":1,\"job\":\"[^\"]+\",\"rank\":$rank,\"ranks\":$ranks,\"profile\":\"\",\"clock_us\":[0-9.e-]+,\"seconds\":[0-9.]+\}$" ||
      fail "no header: $(head -n 1 all$ranks.$rank)"
  done
done
# All ranks name one job. Of 300 calls on a copy 128 are timed, of which 64 stay, then every second
# one up to the 256th, when again 64 stay, and of the last 44 every fourth one.
[ "$(head -qn 1 all4.? | sed 's/"rank":.//' | sort -u | grep -oE '"job":"[^"]+"' | sort -u | wc -l)" = 1 ] || fail "several jobs"
grep -q '"op":"barrier".*"calls":300,"samples":75,' all4.3 || fail "$(grep barrier all4.3)"
grep -q '"op":"reduce_scatter_block".*"calls":17,"samples":17,' all4.3 || fail "not all of 17 calls"
grep -q '"ranks":2,"ranks_per_node":2,.*"op":"allreduce".*"bytes":\[8,8\],"mean_bytes":8.0,' all4.3 || fail "no layout"

# Sizes by powers of two, and what was chosen for them.
"$programs/write_profile" "$TEST_TMPDIR/profile.yaml" here 2,2,1,2,chain 2,2,3,1023,library || fail "no profile"
preloaded "COLLTUNE_STATS=$TEST_TMPDIR/sizes COLLTUNE_PROFILE=profile.yaml" 2 "$program" sizes
cat >"$expected" <<'LINES'
MPI_COMM_WORLD,2,bcast,0..0,library (empty message): 2
MPI_COMM_WORLD,2,bcast,1..1,chain (profile): 1
MPI_COMM_WORLD,2,bcast,2..2,chain (profile): 1
MPI_COMM_WORLD,2,bcast,3..3,library (profile): 2
MPI_COMM_WORLD,2,bcast,4..7,library (profile): 2
MPI_COMM_WORLD,2,bcast,8..8,library (profile): 1
MPI_COMM_WORLD,2,bcast,1023..1023,library (profile): 1
MPI_COMM_WORLD,2,bcast,1024..1024,library (no rule): 1
LINES
check sizes.0
check sizes.1
grep -qF "\"profile\":\"$TEST_TMPDIR/profile.yaml\"," sizes.1 || fail "the profile is not named"
grep -q '"bytes":\[4,7\],"mean_bytes":5.5,' sizes.0 || fail "no mean"

# What was forced, but does not suit.
preloaded "COLLTUNE_STATS=operations COLLTUNE_FORCE=allreduce:ring" 2 "$program" operations
cat >"$expected" <<'LINES'
MPI_COMM_WORLD,2,allreduce,8..8,ring (forced): 3
MPI_COMM_WORLD,2,allreduce,8..8,library (ring does not suit the call): 4
LINES
check operations.0

# Calls like those before them are counted as if each were looked at by itself, as it is where it is
# printed.
untimed() {
  sed -E 's/"job":"[^"]+"|"(clock_us|seconds|mean_us|median_us)":[0-9.e-]+//g' "$1" | sort
}
for plan in "" "COLLTUNE_PROFILE=profile.yaml" "COLLTUNE_FORCE=bcast:library,allreduce:ring"; do
  preloaded "COLLTUNE_STATS=repeats $plan" 2 "$programs/repeats"
  preloaded "COLLTUNE_STATS=$TEST_TMPDIR/single COLLTUNE_LOG=2 $plan" 2 "$programs/repeats"
  for rank in 0 1; do
    untimed repeats.$rank >each
    untimed single.$rank | diff each - || fail "others than when looked at one by one: $plan"
  done
  for op in allgather allreduce barrier bcast gather reduce scatter; do
    printed=$(grep -c "^colltune: $op on" "$err")
    counted=$(sed -nE "s/.*\"op\":\"$op\".*\"calls\":([0-9]+),.*/\1/p" repeats.0 | awk '{ sum += $1 } END { print sum }')
    [ "$counted" = "$printed" ] && [ "$counted" -ge 200 ] || fail "$counted calls of $op, not $printed"
  done
done
counted repeats.1 | grep -qFx 'MPI_COMM_WORLD,2,allgather,4..4,library (no row): 200' || fail "wrong calls are counted"
counted repeats.0 | grep -qFx ',2,barrier,0..0,library (no row): 300' || fail "communicators are mixed up"

# A file that cannot be written is one warning, and the program runs.
preloaded "COLLTUNE_STATS=none/such" 4 "$program" all
grep -q '^done$' "$out" || fail "the program did not end"
[ "$(wc -l <"$err")" = 1 ] || fail "not one line"
logged "colltune: rank 0: warning: COLLTUNE_STATS: $TEST_TMPDIR/none/such.0: cannot be written: No such file or directory; nor can those of 3 more ranks"
mkdir part.1
preloaded "COLLTUNE_STATS=part" 2 "$program" all
[ "$(cat "$err")" = "colltune: rank 1: warning: COLLTUNE_STATS: $TEST_TMPDIR/part.1: cannot be written: Is a directory" ] || fail "another warning"
all 2 6 1 'even \"half\"' >"$expected"
check part.0

# A program that aborts has no statistics, nor those of an earlier one.
echo old >aborted.0
code=0
COLLTUNE_STATS=aborted "$mpiexec" -n 1 env LD_PRELOAD="$preload" "$program" abort >"$out" 2>"$err" || code=$?
[ $code = 7 ] || fail "exit code $code of a program that aborts"
[ -e aborted.0 ] && [ ! -s aborted.0 ] || fail "statistics of an aborted program: $(cat aborted.0)"

# A child writes nothing.
is_openmpi || {
  COLLTUNE_STATS=forked LD_PRELOAD="$preload" "$program" fork >"$out" 2>"$err" || fail "exit code $? of a program that forks"
  echo "MPI_COMM_WORLD,1,barrier,0..0,library (one rank): 5" >"$expected"
  check forked.0
}

# Nothing is written where all is disabled.
preloaded "COLLTUNE_STATS=disabled COLLTUNE_DISABLE=1" 2 "$program" all
[ ! -e disabled.0 ] || fail "disabled, but written"
