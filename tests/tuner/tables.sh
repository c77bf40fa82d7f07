#!/bin/bash
# tables.sh TUNER [PLATFORM:RANKS...]: README.md's tables on tuning, in virtual time: how far the
# decisions are from the best, what finding them costs, and how they compare with the rules of
# production libraries, as SimGrid has them. To be run by `bazel run`; takes hours for all machines.
set -euo pipefail
export SMPIRUN=$PWD/../smpi/smpirun
tuner=$PWD/$1
shift
[ $# -gt 0 ] || set -- cluster64:32 unlike16:16 grid32:32 cores64:64 fattree64:64
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
points=204  # twelve for each collective
memory=4M   # the most that a buffer of a rank takes
patience=${PATIENCE:-1h}  # some of SimGrid's selectors wait for ever on some numbers of ranks

limit=0  # none

# run PLATFORM:RANKS SELECTOR COMMAND...: for `limit` at most
run() {
  timeout "$limit" tests/under_smpirun.sh "${1%:*}" "${1#*:}" --cfg=smpi/coll-selector:"$2" "$tuner" "${@:3}" --quiet
}

# of evaluate's columns: 1 op, 7 choice_us, 10 library_us, 11 regret, 13 significant
summary='
  NR > 1 { n++; sum += $11; regret[n] = $11; slower += $13 }
  END {
    for (i = 2; i <= n; ++i)
      for (j = i; j > 1 && regret[j] < regret[j - 1]; --j) {
        t = regret[j]; regret[j] = regret[j - 1]; regret[j - 1] = t
      }
    printf "%7.2f %%  %7.2f %%  %7.1f %%  %6d", 100 * sum / n, 100 * regret[int(0.95 * n + 0.999)],
      100 * regret[n], slower
  }'

echo "Regret at $points points off the grid, and the benchmark time that the decisions took"
printf '%-14s %-11s %9s %9s %9s %8s %10s\n' machine search mean "95 %" worst slower seconds
for machine in "$@"; do
  for search in race exhaustive model; do
    profile=$work/$machine.$search.yaml
    run "$machine" default tune --search "$search" --budget 1000h --memory $memory -o "$profile" |
      grep '^asked' >"$profile.asked"
    run "$machine" default evaluate "$profile" --points $points --memory $memory \
      --csv "$profile.csv" >"$profile.text"
    printf '%-14s %-11s %s %10s\n' "$machine" "$search" "$(awk -F, "$summary" "$profile.csv")" \
      "$(sed 's/.*questions in \(.*\) of measuring.*/\1/' "$profile.asked")"
  done
done

echo
echo "Time of the decisions over that of a library's rules: geometric mean, and worst"
for machine in "$@"; do
  profile=$work/$machine.race.yaml
  for selector in mpich ompi mvapich2 impi; do
    if ! limit=$patience run "$machine" $selector evaluate "$profile" --points $points \
      --memory $memory --csv "$profile.$selector.csv" >"$profile.text"; then
      echo "$machine: $selector failed, or did not end within $patience" >&2
      continue
    fi
    # The same points in the same order.
    paste -d, "$profile.csv" "$profile.$selector.csv" | awk -F, -v selector=$selector '
      NR > 1 {
        ratio = $7 / $23
        logs[$1] += log(ratio); n[$1]++
        if (ratio > worst[$1]) worst[$1] = ratio
      }
      END { for (op in n) print op, selector, exp(logs[op] / n[op]), worst[op] }'
  done | sort | awk -v machine="$machine" '
    !($1 in seen) { seen[$1] = 1; ops[++count] = $1 }
    !($2 in column) { column[$2] = 1; selectors[++columns] = $2 }
    { cell[$1, $2] = sprintf("%.2f (%.2f)", $3, $4) }
    END {
      printf "%-22s", machine
      for (i = 1; i <= columns; ++i) printf " %14s", selectors[i]
      print ""
      for (k = 1; k <= count; ++k) {
        printf "%-22s", ops[k]
        for (i = 1; i <= columns; ++i) printf " %14s", cell[ops[k], selectors[i]]
        print ""
      }
    }'
done
