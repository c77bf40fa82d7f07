#!/bin/bash
# selectors.sh TUNER TRUTH [PLATFORM:RANKS[:HOSTS]...]: tuner/README.md's table on unlike machines.
# Compares a tuned profile's choices with
# - the rules of production libraries, as SimGrid has them,
# - the best of the algorithms that know nothing of the machine,
# - the lower bound for all algorithms (lower_bound.h).
#
# HOSTS is another order of the hosts. To be run by `bazel run`; takes some minutes for each
# machine.
set -euo pipefail
export SMPIRUN=$PWD/../smpi/smpirun
tuner=$PWD/$1
truth=$PWD/$2
shift 2
[ $# -gt 0 ] || set -- grid32:32 grid32:32:grid32_cyclic unlike16:16
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# run MACHINE SELECTOR PROGRAM [ARGUMENT...]
run() {
  local platform ranks hosts selector=$2
  IFS=: read -r platform ranks hosts <<<"$1"
  shift 2
  tests/under_smpirun.sh "$platform" "$ranks" ${hosts:+-hostfile "tests/smpi/$hosts.hosts"} \
    --cfg=smpi/coll-selector:"$selector" "$@"
}

# Of machine_truth's columns: 1 op, 4 library, 6 decision, 8 best of those that know no machine, 10 of
# all, 11 the least that any could take. Reads first all of them, then each selector's own.
table='
  FNR == 1 { ++file }
  { point = $1 FS $2 FS $3 }
  file == 1 {
    chosen[point] = $6
    if (!($1 in points)) ops[++count] = $1
    ++points[$1]
    plain[$1] += log($8 / $6)
    best[$1] += log($6 / $10)
    least[$1] += log($6 / $11)
    if ($6 / $8 > worst[$1]) worst[$1] = $6 / $8
    next
  }
  { ratio[$1, file] += log($4 / chosen[point]) }
  END {
    for (i = 1; i <= count; ++i) {
      op = ops[i]
      printf "%-11s", op
      for (f = 2; f <= file; ++f) { printf " %9.2f", exp(ratio[op, f] / points[op]); all[f] += ratio[op, f] }
      printf " %11.2f %7.3f %7.2f |", exp(plain[op] / points[op]), worst[op], exp(best[op] / points[op])
      for (f = 2; f <= file; ++f) printf " %9.2f", exp((ratio[op, f] + least[op]) / points[op])
      printf " %9.2f\n", exp(least[op] / points[op])
      n += points[op]; plains += plain[op]; bests += best[op]; leasts += least[op]
    }
    printf "%-11s", "all"
    for (f = 2; f <= file; ++f) printf " %9.2f", exp(all[f] / n)
    printf " %11.2f %7s %7.2f |", exp(plains / n), "", exp(bests / n)
    for (f = 2; f <= file; ++f) printf " %9.2f", exp((all[f] + leasts) / n)
    printf " %9.2f\n", exp(leasts / n)
  }'

selectors=(mpich ompi mvapich2 impi)
echo "How many times as long other choices take, in the geometric mean: those of production libraries;"
echo "and the best of the algorithms that do not know the machine. How many times as long as the best of"
echo "those the decision takes at worst, and as the best of all in the mean. Behind the line: as the"
echo "least that any algorithm can take, of the libraries' choices and of the decisions."
for machine in "$@"; do
  profile=$work/$machine.yaml
  run "$machine" default "$tuner" tune --budget 1000h --ranks "$(cut -d: -f2 <<<"$machine")" \
    --ops bcast,reduce,scatter,gather,scatterv,gatherv,allreduce --bytes 256:4M:x4 --memory 512M \
    --quiet -o "$profile" >"$work/asked"
  run "$machine" default "$truth" "$profile" >"$work/all.csv"
  files=("$work/all.csv")
  for selector in "${selectors[@]}"; do
    run "$machine" "$selector" "$truth" "$profile" library >"$work/$selector.csv"
    files+=("$work/$selector.csv")
  done
  printf '%-11s %9s %9s %9s %9s %11s %7s %7s | %9s %9s %9s %9s %9s\n' "${machine##*:}" \
    "${selectors[@]}" unaware worst best "${selectors[@]}" decision
  awk -F, "$table" "${files[@]}"
done
