#!/bin/sh
# forced_test.sh RANKS: every program has the same output with each algorithm as without us.
. tests/intercept/preload.sh
ranks=$1
know_this_host
algorithms=$("$programs/list_algorithms" bcast | sed -n -e "/mpich:/d" -e "s/^bcast://p")
[ "$(echo "$algorithms" | wc -l)" -ge 5 ] || fail "too few algorithms: $algorithms"

check() {
  plain "$ranks" "$@"
  ! grep -q colltune "$err.plain" || fail "colltune without a preload"
  for algorithm in $algorithms; do
    preloaded "COLLTUNE_FORCE=bcast:$algorithm COLLTUNE_LOG=1" "$ranks" "$@"
    same_output "$* with $algorithm"
    chosen="$algorithm (forced)"
    case $algorithm:$ranks in
      bine:[24]) ;;
      bine:*) chosen="library (bine needs a power of two of ranks)" ;;
    esac
    logged "colltune: bcast on $ranks ranks ($ranks per node), 1..2147483647 B: $chosen"
    ! grep -q warning "$err" || fail "a warning"
  done
}

check "$programs/sizes"
check "$programs/datatypes"
[ -e "$programs/sizes_f" ] || exit 0 # the ABI of MPI 5 has no Fortran
check "$programs/sizes_f"
check "$programs/sizes_f08"
check "$programs/sizes_f08" threads

preloaded "COLLTUNE_FORCE=bcast:library COLLTUNE_LOG=1" "$ranks" "$programs/sizes_f08" threads
same_output "the library, forced"
logged "1..2147483647 B: library (forced)"
