#!/bin/sh
# loading_test.sh: programs that load MPI while they run, or a library that needs it, behave as
# without us. Intercepted are calls of a library that needs MPI, and functions found where the
# linker would find them. Two kinds are not: functions that a program takes from the MPI library
# itself, and those of a library that is loaded to look into itself first.
. tests/intercept/preload.sh
# libyield.so expects MPI to be there from the start.
yield=
mpi=$(ldd "$programs/libplugin.so" | sed -n 's/.*=> \(.*libmpi[^ ]*\) .*/\1/p' | head -n 1)
[ -e "$mpi" ] || fail "no MPI library"
! ldd "$programs/loading" | grep libmpi || fail "the program is linked with MPI"

# check INTERCEPTED PROGRAM [ARGUMENT...]
check() {
  intercepted=$1
  shift
  plain 2 "$@"
  preloaded "COLLTUNE_FORCE=allreduce:recursive_doubling,bcast:chain COLLTUNE_LOG=2" 2 "$@"
  same_output "$*"
  for collective in allreduce bcast; do
    [ "$(grep -c "^colltune: $collective on 2 ranks" "$err")" = "$intercepted" ] ||
      fail "$*: $collective was to be intercepted $intercepted times"
  done
}

check 1 "$programs/loading" plugin local "$programs/libplugin.so"
check 1 "$programs/loading" plugin global "$programs/libplugin.so"
check 0 "$programs/loading" plugin deep "$programs/libplugin.so"
check 1 python3 -c 'import ctypes, sys; ctypes.CDLL(sys.argv[1]).RunPlugin()' "$programs/libplugin.so"
check 0 "$programs/loading" mpi local "$mpi"
check 0 python3 "$programs/local.py" "$mpi"
check 0 "$programs/loading" mpi global "$mpi"
check 1 "$programs/loading" mpi default "$mpi"
