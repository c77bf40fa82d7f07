#!/bin/bash
# drawn_table.sh [OPTION...]: the predictions of every algorithm of the registry at up to 4, 7, 16 and
# 32 ranks and 9 sizes, on machines that are drawn from seeds. One table: for each machine and over all
# of them the error of the model with the machine's true parameters and of the one that is fitted to
# measurements, and the regret of choosing by them. To be run by `bazel run`; takes one to five minutes
# for each machine. Options are those of //tests/smpi/machines:draw; by default
#   --seeds 1-40 --most-racks 4 --most-hosts 16 --most-ranks 32
# MODELS names the models; ROWS a folder to keep the rows and measurements in. SimGrid 3.32 crashes by
# itself, while it divides lines, on few of the machines: their rows end there.
set -euo pipefail
export SMPIRUN=$PWD/../smpi/smpirun
program=$PWD/tests/models/prediction_table_smpi.so
models=${MODELS:-configured,topology}
[ $# -gt 0 ] || set -- --seeds 1-40 --most-racks 4 --most-hosts 16 --most-ranks 32

folder=${ROWS:-$(mktemp -d)}
[ -n "${ROWS:-}" ] || trap 'rm -r "$folder"' EXIT
mkdir -p "$folder"
rm -f "$folder"/seed*
tests/smpi/machines/draw "$@" -o "$folder"
for truth in $(printf '%s\n' "$folder"/seed*.truth | sort -V); do
  machine=${truth%.truth}
  hosts=$(wc -l <"$machine.hosts")
  ranks=$(printf '%s\n' 4 7 16 32 "$hosts" | awk -v most="$hosts" '$1 <= most && !seen[$1]++' | sort -n | tail -n 4 | paste -sd ,)
  tests/under_smpirun.sh "$machine" "$hosts" "$program" "$machine" --models "$models" --ranks "$ranks" \
    --rows "$machine.csv" --samples "$machine.samples.csv" ${SIZES:+--sizes "$SIZES"} ||
    echo "$machine: ended early with exit code $?; its rows so far are in the table" >&2
done
tests/models/prediction_summary "$models" $(printf '%s\n' "$folder"/seed*.csv | grep -v samples | sort -V)
