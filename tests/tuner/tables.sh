#!/bin/bash
# tables.sh TUNER [PLATFORM:RANKS...]: tuner/README.md's tables on tuning, in virtual time: regret of the
# decisions at communicators that applications make, with the default budget and to the end; cost of
# finding them; and comparison with the rules of production libraries, as SimGrid has them. To be run by
# `bazel run`; takes hours for all machines.
set -euo pipefail
export SMPIRUN=$PWD/../smpi/smpirun
tuner=$PWD/$1
shift
[ $# -gt 0 ] || set -- cluster64:32 unlike16:16 grid32:32 cores64:64 fattree64:64 cores192:192
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
points=306  # eighteen for each collective
patience=${PATIENCE:-1h}  # some of SimGrid's selectors wait for ever on some numbers of ranks

limit=0  # none

# The most that a buffer of a rank takes; more than that, on the larger machines, takes days.
memory_of() {
  case $1 in cluster64:* | unlike16:*) echo 4M ;; *) echo 512K ;; esac
}

# The library that is tuned. SimGrid's own sends all messages of an allgather at once: on 192 ranks one
# takes more than ten minutes to simulate. Its MPICH rules cannot start the tuning there (truncation).
library_of() {
  case $1 in cores192:*) echo ompi ;; *) echo default ;; esac
}

# To the end only where that takes no hours.
budgets_of() {
  case $1 in unlike16:* | cores64:*) echo 10m 0 ;; *) echo 10m ;; esac
}

# run PLATFORM:RANKS SELECTOR COMMAND...: for `limit` at most
run() {
  timeout "$limit" tests/under_smpirun.sh "${1%:*}" "${1#*:}" --cfg=smpi/coll-selector:"$2" \
    "$tuner" "${@:3}" --quiet
}

# tune PLATFORM:RANKS PROFILE OPTION...: goes on where SimGrid ends the job: it takes some pairs of an eager
# and a rendezvous message, which MPI libraries deliver, for each other, and all ranks wait for ever. What
# did not end is left out.
tune() {
  local attempts=20
  until run "$1" "$(library_of "$1")" tune --memory "$(memory_of "$1")" -o "$2" "${@:3}" >"$2.asked"; do
    [ $((--attempts)) -gt 0 ]
    set -- "$@" --resume
  done
}

# spent PROFILE: the seconds of measuring that its tuning took
spent() { sed -n 's/^ran .* trials in \([^,]*\) of measuring.*/\1/p' "$1.asked"; }

evaluate() { # PLATFORM:RANKS SELECTOR PROFILE CSV
  run "$1" "$2" evaluate "$3" --points $points --memory "$(memory_of "$1")" --csv "$4" >"$3.text"
}

# of evaluate's columns: 1 op, 7 choice_us, 10 library_us, 11 regret, 13 significant, 15 evidence
summary='
  NR > 1 { n++; sum += $11; regret[n] = $11; slower += $13; none += $15 == "none" }
  END {
    for (i = 2; i <= n; ++i)
      for (j = i; j > 1 && regret[j] < regret[j - 1]; --j) {
        t = regret[j]; regret[j] = regret[j - 1]; regret[j - 1] = t
      }
    printf "%7.2f %%  %7.2f %%  %7.1f %%  %6d  %6d", 100 * sum / n, 100 * regret[int(0.95 * n + 0.999)],
      100 * regret[n], slower, none
  }'

echo "Regret at $points points, of communicators that applications make, and the measuring that it took"
printf '%-14s %-11s %9s %9s %9s %8s %8s  %s\n' machine budget mean "95 %" worst slower "no row" measured
for machine in "$@"; do
  profile=$work/$machine.yaml
  resume=
  for budget in $(budgets_of "$machine"); do
    # shellcheck disable=SC2086  # no word or one
    tune "$machine" "$profile" --budget "$budget" $resume
    resume=--resume
    evaluate "$machine" "$(library_of "$machine")" "$profile" "$profile.csv"
    printf '%-14s %-11s %s  %s\n' "$machine" "$budget" "$(awk -F, "$summary" "$profile.csv")" \
      "$(spent "$profile")"
  done
done

# The same grid and repetitions.
echo
echo "Cost of deciding by 4 numbers of ranks and 7 sizes on unlike16, and the regret at $points points between"
printf '%-11s %9s %9s %9s %8s %8s  %s\n' search mean "95 %" worst slower "no row" measured
for search in exhaustive race model; do
  profile=$work/$search.yaml
  tune unlike16:16 "$profile" --search $search --ranks 2,4,8,16 --bytes 8:2M:x8 --budget 0
  run unlike16:16 default evaluate "$profile" --points $points --memory "$(memory_of unlike16:16)" \
    --communicators prefix --csv "$profile.csv" >"$profile.text"
  printf '%-11s %s  %s\n' $search "$(awk -F, "$summary" "$profile.csv")" "$(spent "$profile")"
done

echo
echo "Time of the decisions over that of a library's rules: geometric mean, and worst"
for machine in "$@"; do
  profile=$work/$machine.yaml
  for selector in mpich ompi mvapich2 impi; do
    if ! limit=$patience evaluate "$machine" $selector "$profile" "$profile.$selector.csv"; then
      echo "$machine: $selector failed, or did not end within $patience" >&2
      continue
    fi
    # The same points, but for those that a selector cannot do.
    awk -F, -v selector=$selector '
      # By kind of communicator too, and number: barriers, above all, are drawn again and again.
      { point = $1 FS $2 FS $3 FS $4 FS $5 FS $14; point = point FS (++drawn[FILENAME, point]) }
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
