#!/bin/sh
# real_errors.sh: the per-destination method against the truth on this machine's cores; see
# real_errors.cc. To be run by `bazel run`.
exec "$PWD/../mpi/mpiexec" -n 2 --bind-to core "$PWD/tests/measure/real_errors_program"
