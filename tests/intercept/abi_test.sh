#!/bin/sh
# abi_test.sh: one build of the preload library, and one of each program, serve every MPI library here
# that has the standard ABI of MPI 5. Profiles say which of them ran.
. tests/intercept/preload.sh
unset LD_LIBRARY_PATH
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
export PRTE_MCA_mapby=:oversubscribe

here=$(ldd "$programs/sizes" | sed -n 's/.*libmpi_abi\.so\.1 => \([^ ]*\).*/\1/p')
[ -n "$here" ] || fail "$programs/sizes is not linked with libmpi_abi.so.1"

# use NAME: what is run from here on, by Debian's names: libmpi_abi_mpich.so.1.0.0 and mpiexec.mpich
use() {
  mpiexec=mpiexec.$1
  export LD_LIBRARY_PATH="$TEST_TMPDIR/$1"
}

names=
for library in "$(dirname "$here")"/libmpi_abi_*.so.*; do
  name=$(basename "$library" | sed 's/^libmpi_abi_\([a-z]*\)\.so.*/\1/')
  command -v "mpiexec.$name" >"$out" || continue
  names="$names $name"
  mkdir -p "$TEST_TMPDIR/$name"
  ln -sf "$library" "$TEST_TMPDIR/$name/libmpi_abi.so.1"
  use "$name"
  "$programs/write_profile" "$TEST_TMPDIR/$name.yaml" here 3,3,1,1000000,chain || fail "no profile of $name"
done
[ -n "$names" ] || fail "no launcher of a library beside $here"

for name in $names; do
  use "$name"
  plain 3 "$programs/sizes"
  for other in $names; do
    preloaded "COLLTUNE_PROFILE=$TEST_TMPDIR/$other.yaml COLLTUNE_LOG=1" 3 "$programs/sizes"
    same_output "$name with a profile of $other"
    if [ "$name" = "$other" ]; then
      logged "colltune: bcast on 3 ranks (3 per node), 1..1000000 B: chain"
    else
      logged "the MPI library is '"
    fi
  done
done
echo "one build ran on$names"
