#!/bin/sh
# foreign_test.sh: a program of another MPI library, whose handles have another size, behaves as
# without us: all arguments go on to its library, and ours is not loaded. One line says so.
. tests/intercept/preload.sh
module=$programs/libforeign_calls.so
library=$programs/libforeign_mpi.so
for scope in global local jump early; do
  "$programs/foreign" $scope "$module" "$library" >"$out.plain" 2>"$err" || fail "$scope: fails without us"
  [ "$(uniq "$err")" = "it went" ] || fail "$scope: keeps its library without us"
  LD_PRELOAD=$preload COLLTUNE_FORCE=bcast:chain COLLTUNE_LOG=1 LD_DEBUG=files \
    LD_DEBUG_OUTPUT=$TEST_TMPDIR/files "$programs/foreign" $scope "$module" "$library" >"$out" 2>"$err" ||
    fail "$scope: exit code $?"
  cmp "$out" "$out.plain" || fail "$scope: other output"
  [ "$(grep -c '^colltune: ' "$err")" = 1 ] || fail "$scope: not one line of ours"
  grep -qE '^colltune: warning: this program runs /.*/libforeign_mpi.so, and colltune was built for another' "$err" ||
    fail "$scope: the library is not named"
  # What we have found there is kept.
  [ "$(grep -v '^colltune: ' "$err" | uniq)" = "it stayed" ] || fail "$scope: other errors"
  ! cat "$TEST_TMPDIR"/files.* | grep -E 'calling init: .*/lib(mpi|colltune_mpi)' ||
    fail "$scope: an MPI library is loaded"
done
LD_PRELOAD=$preload COLLTUNE_DISABLE=1 "$programs/foreign" early "$module" "$library" >"$out" 2>"$err" ||
  fail "disabled: exit code $?"
! grep '^colltune: ' "$err" || fail "disabled: it speaks"
LD_PRELOAD=$preload "$programs/foreign" local "$module" "$library" >"$out" 2>"$err"
# All that we define is called there, twice.
nm -D --defined-only "$library" | awk '$2 == "T" { print $3 }' | sort >"$out.called"
[ "$(uniq "$out")" = "$((2 * $(wc -l <"$out.called"))) calls arrived" ] || fail "other calls"
nm -D --defined-only "$preload" | awk '{ print $3 }' | grep -v '^colltune_next$' | sort >"$out.ours"
grep -q MPIX_ "$out.ours" || sed -i /MPIX_/d "$out.called"
diff "$out.ours" "$out.called" || fail "the names of foreign.h are others"
