#!/bin/bash
# tables.sh TUNER [PLATFORM:RANKS...]: tuner/README.md's tables on tuning, in virtual time: regret of the
# decisions, cost of finding them, and comparison with the rules of production libraries, as SimGrid
# has them. To be run by `bazel run`; takes hours for all machines.
set -euo pipefail
export SMPIRUN=$PWD/../smpi/smpirun
tuner=$PWD/$1
shift
[ $# -gt 0 ] || set -- cluster64:32 unlike16:16 grid32:32 cores64:64 fattree64:64
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
points=204  # twelve for each collective
patience=${PATIENCE:-1h}  # some of SimGrid's selectors wait for ever on some numbers of ranks

limit=0  # none
drawn=(--communicators prefix --siblings alone)

# The most that a buffer of a rank takes; more than that, on the larger machines, takes days.
memory_of() {
  case $1 in cluster64:* | unlike16:*) echo 4M ;; *) echo 512K ;; esac
}

sizes_of() {
  if [ "${1#*:}" -ge 64 ]; then echo 8:512K:x4; else echo 8:4M:x2; fi
}

# Of simulated time: all roots of the fat tree that differ would take hours.
budget_of() {
  if [ "$1" = fattree64:64 ]; then echo 6m; else echo 1000h; fi
}

# Exhaustively only where that takes no hours.
searches_of() {
  case $1 in unlike16:*) echo exhaustive race model ;; *) echo race ;; esac
}

# Without it SimGrid takes some pairs of an eager and a rendezvous message, which MPI libraries
# deliver, for each other, and the job waits for ever.
no_mailbox=--cfg=smpi/async-small-thresh:0

# run PLATFORM:RANKS SELECTOR COMMAND...: for `limit` at most
run() {
  timeout "$limit" tests/under_smpirun.sh "${1%:*}" "${1#*:}" $no_mailbox \
    --cfg=smpi/coll-selector:"$2" "$tuner" "${@:3}" --quiet
}

# tune PLATFORM:RANKS SEARCH PROFILE: goes on where SimGrid ends the job, all whose ranks wait for each
# other; what did not end is left out.
tune() {
  local again=() attempts=20
  until run "$1" default tune --siblings alone --search "$2" --budget "$(budget_of "$1")" \
    --memory "$(memory_of "$1")" --bytes "$(sizes_of "$1")" -o "$3" "${again[@]}" >"$3.asked"; do
    [ $((--attempts)) -gt 0 ]
    again=(--resume)
  done
}

# grid_seconds JOURNAL EXHAUSTIVE: the measuring, with root 0 on the layouts that the second one has.
grid_seconds() {
  [ -e "$2" ] || return 0
  awk '
    { layout = match($0, /"ranks":[0-9]+,"ranks_per_node":[0-9]+/) ? substr($0, RSTART, RLENGTH) : "" }
    FNR == NR { known[layout] = 1; next }
    /"kind":"answer"/ && /"root":0,/ && layout in known {
      match($0, /"spent":[^,]*/)
      sum += substr($0, RSTART + 8, RLENGTH - 8)
    }
    END { printf "%.0f", sum }' "$2" "$1"
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

echo "Regret at $points points off the grid, and the seconds of measuring that the decisions took: on"
echo "the grid that is measured exhaustively, and with other numbers of ranks and roots"
printf '%-14s %-11s %9s %9s %9s %8s %8s %8s\n' machine search mean "95 %" worst slower grid all
for machine in "$@"; do
  exhaustive=$work/$machine.exhaustive.yaml.journal
  for search in $(searches_of "$machine"); do
    profile=$work/$machine.$search.yaml
    tune "$machine" "$search" "$profile"
    run "$machine" default evaluate "$profile" --points $points --memory "$(memory_of "$machine")" \
      "${drawn[@]}" --csv "$profile.csv" >"$profile.text"
    printf '%-14s %-11s %s %8s %8s\n' "$machine" "$search" "$(awk -F, "$summary" "$profile.csv")" \
      "$(grid_seconds "$profile.journal" "$exhaustive")" \
      "$(sed -n 's/^ran .* trials in \(.*\) of measuring.*/\1/p' "$profile.asked")"
  done
done

echo
echo "Time of the decisions over that of a library's rules: geometric mean, and worst"
for machine in "$@"; do
  profile=$work/$machine.race.yaml
  for selector in mpich ompi mvapich2 impi; do
    if ! limit=$patience run "$machine" $selector evaluate "$profile" --points $points \
      --memory "$(memory_of "$machine")" "${drawn[@]}" --csv "$profile.$selector.csv" >"$profile.text"; then
      echo "$machine: $selector failed, or did not end within $patience" >&2
      continue
    fi
    # The same points, but for those that a selector cannot do.
    awk -F, -v selector=$selector '
      { point = $1 FS $2 FS $3 FS $4 FS $5 }
      FNR == NR { choice[point] = $7; next }
      FNR > 1 && point in choice {
        ratio = choice[point] / $10
        logs[$1] += log(ratio); n[$1]++
        if (ratio > worst[$1]) worst[$1] = ratio
      }
      END { for (op in n) print op, selector, exp(logs[op] / n[op]), worst[op] }' \
      "$profile.csv" "$profile.$selector.csv"
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
