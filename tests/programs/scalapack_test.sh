#!/bin/sh
# scalapack_test.sh RANKS PROGRAM...: the same of ScaLAPACK's own tests pass as without us.
. tests/programs/programs.sh
ranks=$1
shift
folder=/usr/lib/x86_64-linux-gnu/scalapack/mpich-tests
needs "$folder/xdlu" scalapack-mpi-test
data=/usr/share/scalapack
needs "$data/LU.dat" scalapack-test-common

# A line for each case, with PASSED or FAILED by the test's own threshold for the residual. Times,
# and the residual, which depends on the order of summation, are the numbers with a point.
results() {
  sed -E 's/ *-?([0-9]+\.[0-9]*|\.[0-9]+)([ED][-+][0-9]+)?/ #/g; s/ +/ /g' "$1"
}

cp "$data"/*.dat "$data"/BLACS/*.dat "$data"/PBLAS/*.dat "$inputs"
cd "$inputs"
# The grids are for four ranks: on two most cases would be skipped, and some programs end.
if [ "$ranks" = 2 ]; then
  sed -i -E -e 's/^4(\s+maximum number of processes)/2\1/' \
    -e 's/^[0-9 ]+(\s+[Nn]umber of (process(or)? )?grids)/2\1/' \
    -e 's/^[0-9 ]+(\s+number of processor configurations)/1\1/' \
    -e 's/^[0-9 ]+(\s+(values of P|NPROW))/1 2\1/' \
    -e 's/^[0-9 ]+(\s+(values of Q|NPCOL))/2 1\1/' ./*.dat
fi
# BLACS in three types are enough. What waits for ever on four ranks, without us too: sums that are
# repeatable, and iterative refinement, of which ranks take different numbers of steps.
sed -i -E -e "s/^5(.*precisions)/3\1/" -e "s/^'I' 'S' 'D' 'C' 'Z'/'I' 'S' 'Z'/" \
  -e "s/^'T'(.*(SDRV|AUX))/'F'\1/" bt.dat
sed -i -E 's/^T(.*Iter. Ref)/F\1/' LU.dat

write_settings "$ranks" bcast reduce allreduce barrier
for program; do
  under_all "$ranks" "$folder/$program"
done
