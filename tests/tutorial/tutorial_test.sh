#!/bin/bash
# tutorial_test.sh COLLTUNE SIMULATED LIBRARY...: the commands of README.md beside this file, run
# where its reader is: in a clone, after the build.
set -eu
root=$PWD
work=$TEST_TMPDIR/clone
mkdir -p "$work/bazel-bin" "$work/home" "$work/tools"
for built; do
  mkdir -p "$work/bazel-bin/$(dirname "$built")"
  ln -s "$root/$built" "$work/bazel-bin/$built"
done
ln -s "$root/tests" "$work/tests"
ln -s "$TEST_SRCDIR/mpi/mpiexec" "$TEST_SRCDIR/mpi/mpicc" "$TEST_SRCDIR/smpi/smpirun" "$work/tools"
cd "$work"
# Profiles of whoever runs this are not to be found.
export HOME=$work/home PATH=$work/bazel-bin/tuner:$work/tools:$PATH
unset XDG_DATA_HOME COLLTUNE_PROFILE COLLTUNE_PROFILE_PATH
python3 tests/tutorial/tutorial.py tests/tutorial/README.md
