#!/bin/sh
# preload_benchmark.sh: milliseconds that an inherited LD_PRELOAD costs each process, which is to be
# less than 5; see starts.c. To be run by `bazel run`.
set -eu
ours=$PWD/tuner/intercept/libcolltune.so
starts=$PWD/tests/intercept/starts
printf '%-20s %9s %9s %9s\n' milliseconds without ours 99th
for command in true 'sh -c :'; do
  echo "$command"
  # shellcheck disable=SC2086  # a command is several words
  "$starts" 500 "$ours" $command | sed 's/^/         /'
done
