#!/bin/sh
# foreign_test.sh: a program of another MPI library, whose handles have another size, is as without us:
# nothing is printed, all arguments go on to its library, and ours is not loaded.
. tests/intercept/preload.sh
module=$programs/libforeign_calls.so
for way in "foreign global" "foreign local"; do
  # shellcheck disable=SC2086  # two words
  set -- $way
  "$programs/$1" "$2" "$module" >"$out.plain" || fail "$way fails without us"
  LD_PRELOAD=$preload COLLTUNE_FORCE=bcast:chain COLLTUNE_LOG=1 LD_DEBUG=files LD_DEBUG_OUTPUT=$err \
    "$programs/$1" "$2" "$module" >"$out" || fail "$way: $(cat "$out")"
  cmp "$out" "$out.plain" || fail "$way: other output"
  ! cat "$err".* | grep -E 'calling init: .*/lib(mpi|colltune_mpi)' || fail "$way: MPI is loaded"
  rm "$err".*
done
[ "$(cat "$out")" = "80 calls arrived" ] || fail "$(cat "$out")"

# All that we define is called there.
nm -D --defined-only "$preload" | awk '{ print $3 }' | grep -v '^colltune_next$' | sort >"$out.ours"
nm -D --defined-only "$programs/libforeign_mpi.so" | awk '$2 == "T" { print $3 }' | sort |
  diff "$out.ours" - || fail "the names of foreign.h are others"
