#!/bin/bash
# siblings_table.sh TUNER [MACHINE...]: tuner/README.md's table on siblings, in virtual time: regret of
# decisions that were tuned alone where all siblings work at once, and the other way round. To be run
# by `bazel run //tests/tuner:siblings`; takes some minutes for each machine.
#
# MACHINE is cores64, 8 nodes of 8 ranks, or fattree64, 4 ranks on each of the first 16 nodes.
set -euo pipefail
export SMPIRUN=$PWD/../smpi/smpirun
tuner=$PWD/$1
shift
[ $# -gt 0 ] || set -- cores64 fattree64
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ranks=64
ops=bcast,allgather,allreduce,alltoall
budget=${BUDGET:-10m}  # of virtual time, for each tuning
points=${POINTS:-240}

# platform MACHINE: its files, for under_smpirun.sh.
platform() {
  [ "$1" = fattree64 ] || { echo "$1"; return; }
  cp tests/smpi/fattree64.xml tests/smpi/fattree64.cfg "$work"
  for node in {0..15}; do printf 'node-%d\n' "$node"{,,,}; done >"$work/fattree64.hosts"
  echo "$work/fattree64"
}

# run MACHINE COMMAND...
run() {
  tests/under_smpirun.sh "$(platform "$1")" $ranks --cfg=smpi/coll-selector:default \
    "$tuner" "${@:2}" --quiet
}

# of evaluate's columns: 11 regret, 14 communicator, 15 evidence
summary='
  $15 == "measured" && ($14 == "row" || $14 == "column" || $14 == "node") {
    n[$14]++; sum[$14] += $11
    if ($11 > worst[$14]) worst[$14] = $11
  }
  END {
    split("row column node", kinds, " ")
    for (i = 1; i <= 3; ++i) {
      k = kinds[i]
      if (n[k]) printf "%-10s %-9s %-9s %-7s %6d %9.2f %% %9.1f %%\n", machine, tuned, used, k, n[k],
        100 * sum[k] / n[k], 100 * worst[k]
    }
  }'

echo "Regret of measured decisions for $ops, on up to 8 ranks, of tunings within $budget"
printf '%-10s %-9s %-9s %-7s %6s %11s %11s\n' machine tuned used of points mean worst
for machine in "$@"; do
  for tuned in alone together; do
    profile=$work/$machine.$tuned.yaml
    run "$machine" tune --siblings $tuned --ops $ops --ranks 2:8 --bytes 64:512K:x4 --memory 512K \
      --budget "$budget" -o "$profile" >"$profile.text"
    for used in alone together; do
      run "$machine" evaluate "$profile" --siblings $used --points "$points" --memory 512K \
        --csv "$profile.$used.csv" >"$profile.text"
      awk -F, -v machine="$machine" -v tuned=$tuned -v used=$used "$summary" "$profile.$used.csv"
    done
  done
done
