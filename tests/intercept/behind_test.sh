#!/bin/sh
# behind_test.sh: a profiler that is loaded after ours (see counter.c) sees MPI begin and end, and
# each call that we leave to the library.
. tests/intercept/preload.sh
ranks=3
program=$programs/collectives_mpi
ours=$preload
plain "$ranks" "$program"
# The program has each collective three times.
{
  echo init 1
  for collective in $seventeen; do
    echo "$collective 3"
  done
} | sort >"$TEST_TMPDIR/expected"
for counter in next pmpi; do
  preload="$ours $programs/libcounter_$counter.so"
  preloaded 'COLLTUNE_FORCE=bcast:library COLLTUNE_LOG=2' "$ranks" "$program"
  same_output "$counter"
  sed -n 's/^counter: //p' "$err" | tr '[:upper:]' '[:lower:]' | sort >"$TEST_TMPDIR/counts"
  diff "$TEST_TMPDIR/expected" "$TEST_TMPDIR/counts" || fail "$counter: other counts"
done
