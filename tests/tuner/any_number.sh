#!/bin/bash
# any_number.sh TRUTH [RANKS...]: the table of algorithms/README.md on numbers of ranks that are no
# powers of two: the best of the algorithms made for any number against the best of all others, on
# equal nodes, in virtual time. To be run by `bazel run`; takes an hour, most of it for 192 ranks.
set -euo pipefail
export SMPIRUN=$PWD/../smpi/smpirun
truth=$PWD/$1
shift
[ $# -gt 0 ] || set -- 24 48 96 192
overhead=2e-6 # s, of cluster256.cfg: no send or receive takes less
vectors=(16384 65536 262144 1048576 4194304) # bytes, in all blocks

for ranks in "$@"; do
  for op in allreduce reduce_scatter_block; do
    sizes=
    for bytes in "${vectors[@]}"; do
      [ $op = allreduce ] || bytes=$((bytes / ranks))
      sizes=$sizes,$bytes
    done
    tests/under_smpirun.sh cluster256 "$ranks" "$truth" - $op "${sizes#,}" $overhead
  done
done | awk -F, '
  { point = $1 "," $2 "," $3
    if (!(point in seen)) { seen[point] = 1; points[++count] = point; best[0, point] = best[1, point] = 1e9 }
    made_for_any = $4 ~ /^(bine|butterfly|circulant|sparbit)/ }
  $4 != "library" && $5 < best[made_for_any, point] {
    best[made_for_any, point] = $5
    name[made_for_any, point] = $4
  }
  END {
    printf "%-34s %12s %12s %6s  %s\n", "collective, ranks, bytes of a block", "others, us", "any, us", "ratio", "best of both"
    for (i = 1; i <= count; ++i) {
      p = points[i]
      split(p, part, ",")
      ratio = best[0, p] / best[1, p]
      printf "%-34s %12.1f %12.1f %6.2f  %s, %s\n", p, 1e6 * best[0, p], 1e6 * best[1, p], ratio, name[0, p], name[1, p]
      sum[part[1]] += log(ratio)
      ++number[part[1]]
    }
    for (op in sum) printf "%s: geometric mean of the ratios %.2f\n", op, exp(sum[op] / number[op])
  }'
