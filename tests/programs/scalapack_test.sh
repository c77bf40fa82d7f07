#!/bin/sh
# scalapack_test.sh RANKS PROGRAM...: of ScaLAPACK's own tests the same pass as without us.
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
  sed -E 's/ *-?[0-9]*\.[0-9]+([ED][-+][0-9]+)?/ #/g; s/ +/ /g' "$1"
}

# fit FILE: its input for grids of that many ranks, as some programs end where there are fewer, and
# most skip the grid.
fit() {
  case $ranks in
  2) grids=2 rows='1 2' columns='2 1' ;;
  4) grids=3 rows='2 1 4' columns='2 4 1' ;;
  esac
  sed -E -e "s/^[0-9]+(\s+(maximum number of processes|maxnodes))/$ranks\1/" \
    -e "s/^[0-9 ]+(\s+[Nn]umber of (process(or)? )?(grids|configurations))/$grids\1/" \
    -e "s/^[0-9 ]+(\s+(values of P|NPROW))/$rows\1/" \
    -e "s/^[0-9 ]+(\s+(values of Q|NPCOL))/$columns\1/" "$1"
}

cd "$inputs"
for file in "$data"/*.dat "$data"/BLACS/*.dat "$data"/PBLAS/*.dat; do
  fit "$file" >"$(basename "$file")"
done
# Of the eigensolvers a block size for each grid.
sed -i -E 's/^[0-9 ]+(\s+values of NB)/3 2 8\1/' SEP.dat
# Two that wait for ever on four ranks, without us too: sums that are repeatable, and iterative
# refinement, of which ranks take different numbers of steps.
sed -i -E -e "s/^'T'(.*Run AUX)/'F'\1/" -e "s/^5(.*precisions)/2\1/" -e "s/^'I' 'S'/'I' 'D'/" bt.dat
sed -i -E 's/^T(.*Iter. Ref)/F\1/' LU.dat

write_settings "$ranks" bcast reduce allreduce barrier
for program; do
  under_all "$ranks" "$folder/$program"
done
