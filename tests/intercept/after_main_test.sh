#!/bin/sh
# after_main_test.sh: programs that call MPI in destructors of global objects and of libraries, or
# in functions of atexit, behave as without us, with statistics and a profile. The first of them
# runs with each algorithm of each collective, the others with two of them. See after_main.cc.
. tests/intercept/preload.sh
list_settings # and a profile
for who in global atexit library; do
  plain 2 "$programs/after_main" $who
  [ -s "$out.plain" ] || fail "$who: no results"
  while read -r setting; do
    rm -f "$TEST_TMPDIR"/stats.?
    preloaded "COLLTUNE_FORCE=$setting COLLTUNE_STATS=$TEST_TMPDIR/stats COLLTUNE_LOG=1" \
      2 "$programs/after_main" $who </dev/null
    same_output "$who with $setting"
    followed
    for rank in 0 1; do
      tail -n 1 "$TEST_TMPDIR/stats.$rank" | grep -q '^{"end":' || fail "$who with $setting: no statistics"
    done
  done <"$every"
  head -n 2 "$every" >"$every.few"
  mv "$every.few" "$every"
done
