#!/bin/sh
# applications_benchmark.sh [TURNS]: applications as Debian has built them, on two ranks. Prints the
# share of their time in collectives and the calls that take it. Prints also their time with a
# profile tuned for just these calls, over that without the preload; in turns. To be run by `bazel
# run`, where nothing else runs.
set -eu
turns=${1:-10}
colltune=$PWD/tuner/colltune
preload=$PWD/tuner/intercept/libcolltune.so
here=$PWD/tests/programs
MPIEXEC=$PWD/../mpi/mpiexec
# With memory from MPI_Win_allocate NWChem loses sums on MPICH 4.0.2, without us too: nwchem_test.sh.
export MPIEXEC ARMCI_USE_WIN_ALLOCATE=0
nwchem=/usr/bin/nwchem.mpich
scalapack=/usr/lib/x86_64-linux-gnu/scalapack/mpich-tests
for file in "$nwchem:nwchem-mpich" "$scalapack/xdlu:scalapack-mpi-test"; do
  [ -e "${file%:*}" ] || {
    echo "no ${file%:*}: apt-get install --no-install-recommends ${file#*:}"
    exit 1
  }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/inputs"
cp "$here"/*.nw "$here"/*.dat "$scratch/inputs"
cd "$scratch"
# Files are in this folder, not in that of `bazel run`, and no profile but the one made here counts.
unset BUILD_WORKING_DIRECTORY
export COLLTUNE_PROFILE_PATH="$scratch"

# run [VARIABLE=VALUE...] -- PROGRAM [INPUT]: prints the seconds that it takes. What it leaves in its
# folder another run may go on with.
run() {
  rm -rf work
  cp -r inputs work
  settings=
  while [ "$1" != -- ]; do
    settings="$settings $1"
    shift
  done
  shift
  (
    cd work
    begun=$(date +%s.%N)
    # shellcheck disable=SC2086  # several words
    "$MPIEXEC" -n 2 --bind-to core env $settings "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || {
      echo "exit code $? of $*:" >&2
      tail "$scratch/out" "$scratch/err" >&2
      exit 1
    }
    date +%s.%N | awk -v begun="$begun" '{print $1 - begun}'
  )
}

cat >programs <<END
$nwchem water.nw
$nwchem correlation.nw
$scalapack/xdlu
$scalapack/xdqr
$scalapack/xdinv
END

echo "What they call:"
while read -r program input; do
  name=$(basename "$program")$input
  # shellcheck disable=SC2086  # no word where there is no input
  run LD_PRELOAD="$preload" COLLTUNE_STATS="$scratch/$name" -- "$program" $input >seconds
  echo "$(basename "$program") $input"
  # How much of the time, and the three kinds of calls that most of it goes to.
  "$colltune" stats "$name" 2>err.stats | awk 'NR == 1 || /  bytes  / {print "  " $0; rows = 0} / on 2 ranks, 2 per node  / && rows++ < 3 {print "  " $0}'
done <programs

# shellcheck disable=SC2046  # a list of files
"$colltune" tune -o profile.yaml --budget 5m --quiet --from-stats $(find . -name '*.0' | sed 's/\.0$//' | sort) >tuned </dev/null
grep -E '^(asked|other runs)' tuned

for turn in $(seq "$turns"); do
  while read -r program input; do
    for with in without with; do
      settings="LD_PRELOAD="
      [ $with = without ] || settings="LD_PRELOAD=$preload COLLTUNE_PROFILE=$scratch/profile.yaml"
      # shellcheck disable=SC2086  # several words
      echo "$(basename "$program")$input $with $(run $settings -- "$program" $input)" >>rows
    done
  done <programs
  echo "turn $turn of $turns" >&2
done

# middle PROGRAM WITH: the median of its seconds
middle() {
  awk -v program="$1" -v with="$2" '$1 == program && $2 == with {print $3}' rows | sort -n |
    awk '{t[NR] = $1} END {print (t[int((NR + 1) / 2)] + t[int(NR / 2) + 1]) / 2}'
}
printf '%-30s %12s %12s %8s  %s\n' program without with ratio "faster with"
for name in $(cut -d ' ' -f 1 rows | awk '!seen[$0]++'); do
  # The runs of one turn follow each other.
  awk -v name="$name" -v without="$(middle "$name" without)" -v with="$(middle "$name" with)" '
    $1 == name && $2 == "without" {before = $3}
    $1 == name && $2 == "with" {++turns; faster += $3 < before}
    END {printf "%-30s %10.3f s %10.3f s %8.3f  %d of %d turns\n", name, without, with, with / without, faster, turns}' rows
done
