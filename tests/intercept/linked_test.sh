#!/bin/sh
# linked_test.sh RANKS PROGRAM...: as same_test.sh, for programs that the library is linked into,
# so that sanitizers see all of it.
. tests/intercept/preload.sh
export LSAN_OPTIONS="suppressions=$PWD/tests/intercept/leaks.txt:print_suppressions=0"
export ASAN_OPTIONS=fast_unwind_on_malloc=0
ranks=$1
shift
list_settings
for program; do
  plain "$ranks" "$programs/${program}_linked"
  while read -r setting; do
    "$mpiexec" -n "$ranks" env "COLLTUNE_FORCE=$setting" COLLTUNE_LOG=1 \
      "$programs/${program}_linked" </dev/null >"$out" 2>"$err" ||
      fail "exit code $? of $program with $setting"
    same_output "$program with $setting"
    followed
  done <"$every"
done
