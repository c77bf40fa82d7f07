#!/bin/sh
# stacked_test.sh: with another profiler before or after ours a program behaves the same; see
# counter.c. The first profiler sees every call, and we see the calls that it passes to its next
# definition. Calls that it passes to PMPI bypass us, as with any two profilers. For the calls after
# us: behind_test.sh
. tests/intercept/preload.sh
ranks=3
ours=$preload
program=$programs/collectives_mpi
setting=$("$programs/list_algorithms" | head -n 1)
but_bcast=$(echo $seventeen | sed "s/ bcast / /")
plain "$ranks" "$program"

# thrice WHO COLLECTIVE...: the program has each of all three times
thrice() {
  who=$1
  shift
  for collective; do echo "$who $collective 3"; done
}

# stack PRELOADS: with those instead; what is counted comes in, as lines of thrice()
stack() {
  preload=$1
  sort >"$TEST_TMPDIR/expected"
  preloaded "COLLTUNE_FORCE=$setting COLLTUNE_LOG=2" "$ranks" "$program"
  same_output "$1"
  {
    sed -n 's/^counter: /counter /p' "$err" | tr '[:upper:]' '[:lower:]'
    sed -n 's/^colltune: \([a-z_]*\) on .*/ours \1/p' "$err" | sort | uniq -c | awk '{print $2, $3, $1}'
  } | sort >"$TEST_TMPDIR/counts"
  diff "$TEST_TMPDIR/expected" "$TEST_TMPDIR/counts" || fail "$1: other counts"
}

# shellcheck disable=SC2086  # several collectives
{
  {
    echo counter init 1
    for who in counter ours; do thrice $who $seventeen; done
  } | stack "$programs/libcounter_next.so $ours"
  {
    echo counter init 1
    thrice counter $seventeen
  } | stack "$programs/libcounter_pmpi.so $ours"
  # It keeps the end of MPI from us.
  { thrice counter bcast; thrice ours $but_bcast; } | stack "$programs/libcounter_few.so $ours"
}

for counter in next pmpi few; do
  preload="$ours $programs/libcounter_$counter.so"
  preloaded "COLLTUNE_FORCE=$setting COLLTUNE_LOG=2" "$ranks" "$program"
  same_output "$counter behind us"
  for collective in $seventeen; do
    [ "$(grep -c "^colltune: $collective on " "$err")" = 3 ] || fail "we see other calls of $collective"
  done
done
