#!/bin/bash
# cli_errors_test.sh COLLTUNE: wrong use and bad input end with code 2 and a message that names the
# option or the file, the line and the reason; and nothing is started or written.
set -u
colltune=$PWD/$1
good=$PWD/tests/tuner/profile.yaml
cd "$TEST_TMPDIR" || exit 1
export HOME=$TEST_TMPDIR
failures=0
checks=0

# refuses "WHAT THE MESSAGE HAS" ARGUMENT...
refuses() {
  local message=$1
  shift
  checks=$((checks + 1))
  "$colltune" "$@" >out 2>err
  local code=$?
  if [ $code != 2 ] || ! grep -qF -- "$message" err || [ "$(wc -l <err)" != 1 ]; then
    echo "colltune $*: exit $code, wanted 2 and '$message':"
    cat out err
    failures=$((failures + 1))
  fi
}

# bad NAME SED-SCRIPT: the good profile with a fault
bad() { sed -e "$2" "$good" >"$1"; }

refuses "subcommand is required"
refuses "--ranks: number of ranks '0'" tune --ranks 0
refuses "--ranks: ranks '4:2' are neither" tune --ranks 4:2
refuses "--from: csv can be written, and not read" import x --from csv --ranks 2 -o y
refuses "--from: unknown format 'xml'; known are mpich-json" \
  import x --from xml --ranks 2 -o y
refuses "nowhere.json: cannot be read" import nowhere.json --from mpich-json --ranks 2 -o y
refuses "mpich-json: 'Another MPI 1.0' is no known release of MPICH; name one by --release: 4.0, 4.1" \
  export "$good" --to mpich-json -o x
refuses "--release: unknown release '4.9' of MPICH; known are 4.0, 4.1" \
  export "$good" --to mpich-json --release 4.9 -o x
refuses "--release: csv has no files for some releases alone; leave the option out" \
  export "$good" --to csv --release 4.2
refuses "--release: unknown release '' of MPICH; known are 4.0, 4.1" \
  import x --from mpich-json --release "" --ranks 2 -o y
refuses "--ranks: number of ranks '1'" tune --ranks 2,1
refuses "--ranks: list '2,' has an empty part" tune --ranks 2,
refuses "--bytes: size '8k'" tune --bytes 8k
refuses "--ops: unknown collective 'brodcast'; known are: bcast" tune --ops brodcast
refuses "confidence 2 is not between 0 and 1" tune --confidence 2
refuses "margin -1" tune --margin -1
refuses "unknown algorithm 'binomal' for bcast; known are library, flat" measure --algorithm binomal
refuses "no algorithm 'nonsense' for bcast; known are mpich:binomial, mpich:nb" \
  measure --algorithm library,mpich:nonsense
refuses "is mpich: and a name of a-z, 0-9 and _, not 'Nb'" measure --algorithm mpich:Nb
refuses "--method: unknown method 'ronds'; known are: per_destination, root" measure --method ronds
refuses "--method: per_destination times collectives with a root" \
  measure --op allreduce --method per_destination
refuses "--method: unknown method 'window'; known are: time_based" \
  measure --op ibcast --method window
for option in "--algorithm flat" "--ranks 2" "--reduction root" "--batch 5" --processor-costs \
  "--clock-sync shared" "--clock-share 0.2" "--alpha 0.1" "--confidence 0.9" "--statistic mean" \
  "--seconds 5s" "--runs 2" "--run 1" "--json a.json" "--plot a.svg"; do
  # shellcheck disable=SC2086
  refuses "${option%% *}: ibcast is the library's own" measure --op ibcast $option
done
refuses "--test-interval: is for nonblocking collectives" measure --test-interval 1K
refuses "unknown figure 'desupinski1999.fig99'; known are: all, desupinski1999.fig3" reproduce desupinski1999.fig99
refuses "bell2003.fig4 cannot be made: it compares supercomputers" reproduce bell2003.fig4
refuses "--clock: unknown clock 'sundial'; known are: MPI_Wtime" measure --clock sundial
refuses "--clock-sync: unknown clock synchronisation 'none'; known are: shared" \
  measure --clock-sync none
refuses "--reduction: unknown reduction 'sum'; known are: root" measure --reduction sum
refuses "--statistic: unknown statistic 'mode'; known are: median" measure --statistic mode
refuses "--seconds: time '0'" measure --seconds 0
refuses "--seconds: time '1d'" measure --seconds 1d
refuses "--runs: runs '0'" measure --runs 0
refuses "batch 0 is below 1" measure --batch 0
refuses "clock share 0 is not above 0" measure --clock-share 0
refuses "--ranks: number of ranks '1'" measure --ranks 1
refuses "--reps: repetitions '1'" measure --reps 2:1
refuses "alpha 0 is not between" measure --alpha 0
refuses "--layer: unknown layer 'tcp'; known are: mpi, rma, ucx" network --layer tcp
refuses "--pair: '0' is not two ranks" network --pair 0
refuses "--pair: rank 1 twice" network --pair 1,1
refuses "--pair: rank '-1'" network --pair=-1,0
refuses "--bytes: one size; two or more are needed" network --bytes 8
refuses "--reps: repetitions '9'" network --reps 9
refuses "--messages: messages '1'" network --messages 1
refuses "--samples: goes with --layer mpi only" network --layer rma --samples samples.csv
refuses "--samples: standard output already gets --csv" network --csv - --samples -
refuses "--nonsense" tune --nonsense
refuses "op: unknown collective 'gathre'" list gathre
refuses "-n: how many ranks" show bcast:binomial
refuses "-n: number of ranks '0'" show bcast:binomial -n 0
refuses "-n: number of ranks '1048577'" show bcast:binomial -n 1048577
refuses "--root: rank 4 is not one of 4 ranks" show bcast:binomial -n 4 --root 4
refuses "--root: rank '-1'" show bcast:binomial -n 4 --root=-1
refuses "--bytes: size '6k'" show bcast:binomial -n 4 --bytes 6k
refuses "--bytes: size '2G' is above the largest, 2147483647" show bcast:binomial -n 4 --bytes 2G
refuses "--in-place: MPI has none for bcast" show bcast:binomial -n 4 --in-place
refuses "--non-commutative: bcast has no operation" show bcast:binomial -n 4 --non-commutative
refuses "what: bcast:binomal: unknown algorithm 'binomal' for bcast" show bcast:binomal -n 4
refuses "unknown parameter 'k' of binomial; known are none; see: colltune list bcast" show bcast:binomial:k=2 -n 4
refuses "what: bcast:library: library has no schedule" show bcast:library -n 4
refuses "what: bcast:mpich:nb: mpich:nb has no schedule" show bcast:mpich:nb -n 4
refuses "what: barrier: which algorithm?; see: colltune list barrier" show barrier -n 4
refuses "--format: unknown format 'svg'; known are text, dot, goal" show bcast:binomial -n 4 --format svg
refuses "--timeline: goes with --format text only" show bcast:binomial -n 4 --timeline --format dot
refuses "--timeline: goes with --format text only" show bcast:binomial -n 4 --timeline --format goal
refuses "--network: is for the time line; add --timeline" show bcast:binomial -n 4 --network "$good"
refuses "has no loggp network" show bcast:binomial -n 4 --timeline --network "$good"
refuses "missing.yaml" show bcast:binomial -n 4 --timeline --network missing.yaml
for option in "-n 4" "--root 0" "--bytes 1" --in-place --non-commutative "--format text" --timeline "--network $good"; do
  # shellcheck disable=SC2086
  refuses "${option%% *}: is for a schedule" show "$good" $option
done
refuses "say --ranks-per-node" explain "$good" bcast 1K -n 4
refuses "--root: there is no rank 4 of 4" explain "$good" bcast 1K -n 4 --root 4
refuses "--root: allreduce has no root" explain "$good" allreduce 1K -n 4 --root 1

refuses "missing.yaml" show missing.yaml
refuses "a-folder" show "$(mkdir -p a-folder && echo a-folder)"
printf 'a: [1, 2\nb: }' >not.yaml
refuses "not.yaml:2: " show not.yaml
printf '\0\377\1binary' >binary.yaml
refuses "binary.yaml" show binary.yaml
bad version.yaml 's/colltune_profile: 1/colltune_profile: 99/'
refuses "version.yaml:1: " show version.yaml
bad algorithm.yaml 's/choice: binomial$/choice: binomal/'
refuses "algorithm.yaml:21: " show algorithm.yaml
bad overlap.yaml 's/bytes: \[1024/bytes: [1000/'
refuses "overlap.yaml:20: " show overlap.yaml
bad collective.yaml 's/^  bcast:/  brodcast:/'
refuses "collective.yaml:13: " show collective.yaml
bad empty.yaml '2,$d'
refuses "empty.yaml" explain empty.yaml bcast 1K -n 4
refuses "overlap.yaml:20: " compile overlap.yaml
refuses "overlap.yaml:20: " run --profile overlap.yaml -- true
refuses "missing.yaml" run --profile missing.yaml -- true
cp "$good" other.yaml
refuses "other.yaml: belongs to another cluster" run --profile other.yaml -- true

MPIEXEC=/nowhere/mpiexec refuses "no mpiexec: MPIEXEC is '/nowhere/mpiexec'" tune
checks=$((checks + 1))
if env -u MPIEXEC PATH=/nowhere "$colltune" tune 2>err || ! grep -q "no mpiexec: there is none on PATH" err; then
  echo "tune without mpiexec on PATH:"
  /bin/cat err
  failures=$((failures + 1))
fi
# Names of files that are written.
for written in "tune -o" "measure --csv" "measure --json" "measure --plot" "network --csv" \
  "network --samples" "evaluate $good --csv" "stats x --csv" "fit x --model loggp -o" \
  "predict --network x --op bcast --bytes 8 -n 2 --csv" "export $good --to csv -o" \
  "import x --from mpich-json --ranks 2 -o" "report $good -o" "reproduce -o"; do
  # shellcheck disable=SC2086
  refuses "the name is empty" $written ""
done
refuses "--profile: the name is empty" run --profile "" -- true
refuses "-o: cannot be standard output: the journal of a tuning lies beside its profile" tune -o -
refuses "-o: cannot be standard output: each figure has two files" reproduce -o -
refuses "--json: standard output already gets --csv" measure --csv - --json -
refuses "--plot: standard output already gets --json" measure --json - --plot -
refuses "--plot: standard output takes one plot" measure --ranks 2,3 --plot -

# At once: the tuning itself would take longer than this test may.
refuses "cannot create" network --samples /nowhere/samples.csv
refuses "cannot create" tune -o /nowhere/profile.yaml --bytes 8:1G:x2

# launched CODE SCRIPT: how tune ends when the launcher does what SCRIPT says
launched() {
  checks=$((checks + 1))
  printf '#!/bin/sh\n%s\n' "$2" >fake-mpiexec
  chmod +x fake-mpiexec
  MPIEXEC=$PWD/fake-mpiexec "$colltune" tune >out 2>err
  local code=$?
  if [ $code != "$1" ]; then
    echo "tune under '$2': exit $code, wanted $1"
    failures=$((failures + 1))
  fi
}
launched 0 'exit 0'
launched 2 'exit 2'
launched 4 'exit 77'
launched 4 'kill -KILL $$'
launched 3 'kill -INT $PPID; sleep 2; exit 130'

if [ -n "$(find . -name '*.tmp*')" ]; then
  echo "left behind: $(find . -name '*.tmp*')"
  failures=$((failures + 1))
fi
echo "$((checks - failures)) passed, $failures failed"
[ $failures = 0 ]
