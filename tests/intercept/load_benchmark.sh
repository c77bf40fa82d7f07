#!/bin/sh
# load_benchmark.sh: cost of starting the preload library, with a profile of 10 000 rules: medians
# of 40 jobs; see load_benchmark.cc. To be run by `bazel run`.
set -eu
preload=$PWD/tuner/intercept/libcolltune.so
program=$PWD/tests/intercept/load_benchmark_program
mpiexec=$PWD/../mpi/mpiexec
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
jobs=40

# median COLUMN: of what the jobs printed
median() { awk -v c="$1" '{ print $c }' "$scratch/results" | sort -n | sed -n "$((jobs / 2))p"; }

for rules in 10 10000; do
  for ranks in 1 2; do
    for _ in $(seq "$jobs"); do
      "$mpiexec" -n "$ranks" --bind-to core "$program" "$rules" "$scratch/profile"
    done >"$scratch/results"
    echo "$rules rules, $ranks rank(s): reading and sharing them $(median 1) us, the first" \
      "communicator's entry $(median 2) us, both $(median 3) KiB"
  done
done

# Of the libraries themselves, after collectives of ours.
"$mpiexec" -n 2 env LD_PRELOAD="$preload" COLLTUNE_FORCE=allreduce:recursive_doubling,bcast:chain \
  python3 -c 'if True:
    import ctypes, os, sys
    ctypes.CDLL(sys.argv[1]).RunPlugin()
    for name in ["libcolltune.so", "libcolltune_mpi.so"] * ((os.environ.get("PMI_RANK") or os.environ.get("PMIX_RANK")) == "0"):
      sum = 0
      for line in open("/proc/self/smaps"):
        words = line.split()
        if "-" in words[0]: ours = line.endswith("/" + name + "\n")
        if ours and words[0] == "Rss:": sum += int(words[1])
      print(f"{name}: {sum} KiB")' "$PWD/tests/intercept/libplugin.so" | grep KiB
