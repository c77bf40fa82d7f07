#!/bin/sh
# nwchem_test.sh RANKS INPUT: NWChem takes the same steps to the same energies and gradients.
. tests/programs/programs.sh
nwchem=/usr/bin/nwchem.mpich
needs "$nwchem" nwchem-mpich
# With memory from MPI_Win_allocate, of which ranks of one host share a segment, MPICH 4.0.2 loses
# sums: no calculation on two ranks converges, without us too.
export ARMCI_USE_WIN_ALLOCATE=0
# Hartree. Ranks take the next piece of work when they are ready, so that the order of summation
# differs between any two runs: seen without us, by 1e-12 in one of the energies below.
tolerance=1e-8

# Each step with its energy, of ten decimals, all energies of the end, and the gradients. (Debian's
# awk knows no {10}.)
results() {
  awk '
    function decimals(word) {return word ~ /^-?[0-9]+\.[0-9]+$/ ? length(word) - index(word, ".") : 0}
    $1 ~ /^[0-9]+$/ && $2 < 0 && decimals($2) == 10 {print "step", $1, $2}
    / d= .*diis/ {print "step", $3, $4}
    tolower($0) ~ /energy.* -?[0-9]+\.[0-9]+$/ {$1 = $1; print}
    NF == 8 && $1 ~ /^[0-9]+$/ && $2 ~ /^[A-Z][a-z]?$/ && decimals($8) == 6 {
      print "gradient", $1, $2, $6, $7, $8
    }' "$1" >"$TEST_TMPDIR/steps"
  for kind in step gradient energy; do
    grep -q "$kind" "$TEST_TMPDIR/steps" || fail "$1 has no $kind"
  done
  cat "$TEST_TMPDIR/steps"
}

same_results() {
  paste -d '\n' "$1" "$2" | awk -v tolerance="$tolerance" '
    function number(word) {return word ~ /^-?[0-9]+\.[0-9]+$/}
    NR % 2 {count = split($0, one); line = $0; next}
    {
      same = count == NF
      for (i = 1; i <= NF && same; ++i) {
        off = one[i] - $i
        same = number(one[i]) && number($i) ? off * off <= tolerance * tolerance : one[i] == $i
      }
      if (!same) {print line " without us, " $0 " with us"; bad = 1}
    }
    END {exit bad}'
}

cp "$here/$2" "$inputs"
write_settings "$1" bcast reduce allreduce allgather barrier
under_all "$1" "$nwchem" "$2"
