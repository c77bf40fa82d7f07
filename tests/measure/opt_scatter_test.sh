#!/bin/sh
# opt_scatter_test.sh: the example, compiled as users do, on real MPI.
set -eu
mpiexec=$TEST_SRCDIR/mpi/mpiexec
export MPIEXEC_TIMEOUT=60 # seconds; a program that hangs is a failure

others=$(nm -D --defined-only measure/api/libcolltune_measure.so | awk '{print $3}' | grep -v '^colltune_' || true)
if [ -n "$others" ]; then
  echo "the library shows other names: $others"
  exit 1
fi

# build SOURCE: into $TEST_TMPDIR/program
build() {
  "$TEST_SRCDIR/mpi/mpicc" -std=c99 -pedantic -Wall -Wextra -Werror -I measure/api -o "$TEST_TMPDIR/program" \
    "$1" -L measure/api -lcolltune_measure -Wl,-rpath,"$PWD/measure/api"
}

build tests/measure/outside_mpi.c
"$mpiexec" -n 2 "$TEST_TMPDIR/program"

# The commands that are marked for it; Bazel has built the library.
commands=$(tests/marked_commands.sh opt_scatter_test README.md | grep -v '^bazel build ' |
  sed -e "s#^mpicc#$TEST_SRCDIR/mpi/mpicc#" -e "s# mpiexec# $mpiexec#" -e 's#bazel-bin/##g' \
    -e "s#-o opt_scatter#-o $TEST_TMPDIR/opt_scatter#" -e "s#\./opt_scatter#$TEST_TMPDIR/opt_scatter#")
[ -n "$commands" ] || exit 1
sh -eu -c "$commands" | grep -qx 'data right'

build measure/api/example/opt_scatter.c
for ranks in 1 2; do
  "$mpiexec" -n "$ranks" "$TEST_TMPDIR/program" >"$TEST_TMPDIR/out"
  cat "$TEST_TMPDIR/out"
  grep -qx 'data right' "$TEST_TMPDIR/out"
  [ "$(grep -c '^from ' "$TEST_TMPDIR/out")" = 4 ]
done
