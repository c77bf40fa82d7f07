#!/bin/bash
# measured_table.sh [CLUSTER]: predictions on real MPICH against measured times, and the regret of
# choosing by them: on two ranks of this machine, or on an emulated cluster (a name or a file, see
# tests/cluster/README.md). To be run by `bazel run`; takes up to half an hour, in which nothing else
# should keep the processors busy. With ROWS=DIRECTORY the rows are kept there, as
# prediction_table.sh has them, beside the profile with the networks and the measured times.
# MODELS, OPS and SIZES name models, collectives and sizes.
#
# Truth is the median over repetitions of the time from the first rank's start to the last one's end.
# On a cluster it is taken by clocks that are synchronised over its links: bounds on their errors are
# as long as the way there and back, the errors themselves by far not, as ways there and back are
# alike.
set -euo pipefail
[ $# -le 1 ] || { echo "usage: measured_table [CLUSTER]" >&2; exit 2; }
cluster=${1:-}
models=${MODELS:-loggp,levels,topology}
operations=${OPS:-bcast,reduce,allreduce,allgather,alltoall}
tuner=$PWD/tuner/colltune
folder=${ROWS:-$(mktemp -d)}
[ -n "${ROWS:-}" ] || trap 'rm -r "$folder"' EXIT
mkdir -p "$folder"

if [ -n "$cluster" ]; then
  ranks=16 sizes=${SIZES:-1K,64K} limits=(--clock-share 10 --reps 3:5 --seconds 3m) budget=12m
  name=$(basename "$cluster" .yaml) nodes=()
  launch() { tests/cluster/run "$cluster" -n "$ranks" -- "$@"; }
else
  ranks=2 sizes=${SIZES:-8,1K,16K,128K,1M} limits=(--reps 20:100 --seconds 2m) budget=4m
  name=here nodes=(--ranks-per-node 2)
  launch() { ../mpi/mpiexec -n "$ranks" "$@"; }
fi
profile=$folder/$name.yaml
rows=$folder/$name.csv
rm -f "$profile"* "$rows" "$folder/rows"

# A quarter of the budget is for the network; the search by models alone takes none of the rest.
launch "$tuner" tune --ops bcast --bytes 1K --ranks "$ranks" --search model --budget "$budget" -o "$profile" >&2

# A model that the measurements do not determine is not in the profile.
asked=$models models=
for model in ${asked//,/ }; do
  if grep -q "name: \"$model\"" "$profile"; then
    models+=${models:+,}$model
  else
    echo "measured_table: $model is left out: there was no time to measure all that it takes" >&2
  fi
done

# rows MEASURED PREDICTED: of one collective, the measured ones sorted by algorithm, bytes and time
rows() {
  awk -F , -v machine="$name" -v models="$models" '
    FNR == NR { times[$2, $5, ++samples[$2, $5]] = $8; next }
    $1 != "op" { predicted[$2, $5, $6] = $7; points[$2 "," $4 "," $5 "," $3] = $1 }
    END {
      count = split(models, name, ",")
      for (point in points) {
        split(point, part, ",")
        n = samples[part[1], part[3]]
        line = machine "," points[point] "," part[1] "," part[4] "," part[3] "," 1e6 * times[part[1], part[3], int((n + 1) / 2)]
        all = n > 0
        for (i = 1; i <= count; ++i) {
          all = all && (part[1], part[3], name[i]) in predicted
          line = line "," 1e6 * predicted[part[1], part[3], name[i]]
        }
        if (all) print line
      }
    }' "$1" "$2"
}

for operation in ${operations//,/ }; do
  measured=$folder/$name.$operation.csv
  launch "$tuner" measure --op "$operation" --bytes "$sizes" --method round_time "${limits[@]}" --csv "$measured" >&2
  for model in ${models//,/ }; do
    "$tuner" predict --network "$profile" --model "$model" --op "$operation" --bytes "$sizes" -n "$ranks" "${nodes[@]}" --csv -
  done >"$folder/predicted"
  rows <(awk -F , '$9 == 1' "$measured" | sort -t , -k 2,2 -k 5,5n -k 8,8g) "$folder/predicted" |
    sort >>"$folder/rows"
done
mv "$folder/rows" "$rows"
tests/models/prediction_summary "$models" "$rows"
