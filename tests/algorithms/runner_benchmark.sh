#!/bin/sh
# runner_benchmark.sh: cost of the runner over loops written by hand; see runner_benchmark.cc. To be
# run by `bazel run`.
exec "$PWD/../mpi/mpiexec" -n 2 --bind-to core "$PWD/tests/algorithms/runner_benchmark_program"
