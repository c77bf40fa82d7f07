#!/bin/sh
# clients_test.sh mpif_h|mpi|mpi_f08|bindings: all 17 collectives are intercepted, each call once, from
# one of the three ways to call MPI from Fortran or from the C++ bindings, and leave the same as
# without us.
. tests/intercept/preload.sh
ranks=3
list_settings

# check PROGRAM TIMES LINE...: the program, which has each of the collectives so many times on all
# ranks, with some lines of the settings
check() {
  program=$1
  times=$2
  shift 2
  plain "$ranks" "$programs/$program"
  for collective in $seventeen; do
    echo "$times colltune: $collective on $ranks ranks"
  done | sort >"$TEST_TMPDIR/expected"
  for line; do
    setting=$(sed -n "${line}p" "$every")
    [ -n "$setting" ] || fail "no line $line of settings"
    preloaded "COLLTUNE_FORCE=$setting COLLTUNE_LOG=2" "$ranks" "$programs/$program"
    same_output "$program with $setting"
    grep -o "^colltune: [a-z_]* on $ranks ranks" "$err" | sort | uniq -c | sed 's/^ *//' | sort >"$TEST_TMPDIR/log"
    diff "$TEST_TMPDIR/expected" "$TEST_TMPDIR/log" || fail "$program: other calls are intercepted"
  done
}

# Algorithms of ours, and the library's, of which Open MPI has none that can be selected.
library=12
! is_openmpi || library=
if [ "$1" != bindings ]; then
  check "collectives_$1" 3 1 7 $library
  exit
fi
if [ "$(head -c 2 "$programs/bindings")" = '#!' ]; then
  echo "not tested: $("$programs/bindings")"
  exit
fi
# Errors are exceptions there: raised by the library, which is asked to, and by us.
check bindings 2 1 7
# Debian's Open MPI is built without exceptions.
is_openmpi || grep -q '^exceptions on 1: [1-9][0-9]* [1-9][0-9]* 0' "$out.plain" || fail "nothing is thrown"
