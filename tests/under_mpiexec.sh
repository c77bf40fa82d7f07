#!/bin/sh
# under_mpiexec.sh RANKS PROGRAM [ARGUMENT...]: a test program on real MPI.
set -eu
ranks=$1
shift
exec "$TEST_SRCDIR/mpi/mpiexec" -n "$ranks" "$@"
