#!/bin/bash
# scale.sh TUNER TRUTH: tuner/README.md's table on more nodes than were measured: decisions for 64 nodes
# extrapolated from 2 nodes of 16 cores, against the best of all choices on 1024 ranks, in virtual
# time. To be run by `bazel run`; takes ten minutes.
set -euo pipefail
export SMPIRUN=$PWD/../smpi/smpirun
tuner=$PWD/$1
truth=$PWD/$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
overhead=2e-6 # s, of cores1024.cfg: no send or receive takes less
# Otherwise what ranks tell each other of their places takes minutes: a message for each pair.
sparing=(--cfg=smpi/allgather:bruck --cfg=smpi/allgatherv:ring)

tests/under_smpirun.sh cores1024 32 --cfg=smpi/coll-selector:default "$tuner" tune --budget 1000h \
  --ops bcast,allreduce --ranks 2,4,8,16,32 --nodes 64 --bytes 8:256K:x2 --quiet \
  -o "$work/profile.yaml" | grep -A20 -e 'on 1024 ranks' -e predicts | grep -v -e ' us ' -e ' ms '
for op in bcast allreduce; do
  tests/under_smpirun.sh cores1024 1024 --cfg=smpi/coll-selector:default "${sparing[@]}" "$truth" \
    "$work/profile.yaml" $op 8,64,256,512,4K,32K $overhead
done | awk -F, '
  { point = $1 "," $3; if (!(point in best)) { points[++count] = point; best[point] = 1e9 } }
  $5 < best[point] { best[point] = $5; name[point] = $4 }
  $4 == "library" { library[point] = $5 }
  $6 != "" { chosen[point] = $5; choice[point] = $4 }
  END {
    printf "%-18s %10s %10s %10s  %s\n", "us", "decision", "best", "library", "decision, best"
    for (i = 1; i <= count; ++i) {
      p = points[i]
      printf "%-18s %10.1f %10.1f %10.1f  %s, %s\n", p, 1e6 * chosen[p], 1e6 * best[p],
             1e6 * library[p], choice[p], name[p]
      regret += chosen[p] / best[p] - 1
    }
    printf "mean regret %.2f %%\n", 100 * regret / count
  }'
