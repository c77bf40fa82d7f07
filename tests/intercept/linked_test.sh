#!/bin/sh
# linked_test.sh RANKS PROGRAM...: like same_test.sh, for programs that the library is linked into,
# so that sanitizers see all of the library, also its statistics.
. tests/intercept/preload.sh
export LSAN_OPTIONS="suppressions=$PWD/tests/intercept/leaks.txt:print_suppressions=0"
export ASAN_OPTIONS=fast_unwind_on_malloc=0
ranks=$1
shift
list_settings

# Of threads.c 4 threads call each collective 4 times in each of 15 rounds, or of 2.
is_openmpi && each=32 || each=240
check_threads() {
  for rank in $(seq 0 $((ranks - 1))); do
    for op in bcast exscan alltoallw barrier; do
      grep "\"op\":\"$op\"" "$TEST_TMPDIR/stats.$rank" | sed 's/.*"calls":\([0-9]*\),.*/\1/' |
        awk -v each=$each '{ sum += $1 } END { exit sum != each }' ||
        fail "threads with $1: rank $rank has not counted $each of $op: $(cat "$TEST_TMPDIR/stats.$rank")"
    done
  done
}
for program; do
  plain "$ranks" "$programs/${program}_linked"
  while read -r setting; do
    "$mpiexec" -n "$ranks" env "COLLTUNE_FORCE=$setting" COLLTUNE_LOG=1 \
      "COLLTUNE_STATS=$TEST_TMPDIR/stats" \
      "$programs/${program}_linked" </dev/null >"$out" 2>"$err" ||
      fail "exit code $? of $program with $setting"
    same_output "$program with $setting"
    followed
    [ "$(tail -qn 1 "$TEST_TMPDIR"/stats.? | grep -c '^{"end":')" = "$ranks" ] ||
      fail "$program with $setting: not all statistics"
    [ "$program" != threads ] || check_threads "$setting"
  done <"$every"
done
