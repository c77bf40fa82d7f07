#!/bin/sh
# library_test.sh: symbols that the library exports, and those that it needs of other libraries.
. tests/intercept/preload.sh
nm -D --defined-only "$preload" | awk '{print $3}' | sort >"$TEST_TMPDIR/exports"
cat >"$TEST_TMPDIR/expected" <<'END'
MPIX_Comm_revoke
MPI_Allgather
MPI_Allgather_c
MPI_Allgatherv
MPI_Allgatherv_c
MPI_Allreduce
MPI_Allreduce_c
MPI_Alltoall
MPI_Alltoall_c
MPI_Alltoallv
MPI_Alltoallv_c
MPI_Alltoallw
MPI_Alltoallw_c
MPI_Barrier
MPI_Bcast
MPI_Bcast_c
MPI_Exscan
MPI_Exscan_c
MPI_Finalize
MPI_Gather
MPI_Gather_c
MPI_Gatherv
MPI_Gatherv_c
MPI_Init
MPI_Init_thread
MPI_Reduce
MPI_Reduce_c
MPI_Reduce_scatter
MPI_Reduce_scatter_block
MPI_Reduce_scatter_block_c
MPI_Reduce_scatter_c
MPI_Scan
MPI_Scan_c
MPI_Scatter
MPI_Scatter_c
MPI_Scatterv
MPI_Scatterv_c
colltune_next
mpi_barrier_f08_
mpi_finalize_f08_
mpi_init_f08_
mpi_init_thread_f08_
END
LC_ALL=C sort -c "$TEST_TMPDIR/expected"
nm "$programs/revoked" | grep -q MPIX_Comm_revoke || sed -i /MPIX_/d "$TEST_TMPDIR/expected"
if is_openmpi && [ -e "$programs/sizes_f" ]; then # whose Fortran procedures do not call the C functions
  for procedure in init init_thread finalize $seventeen; do
    printf 'mpi_%s_\nmpi_%s_f08_\n' "$procedure" "$procedure"
    case $procedure in
      init | init_thread | finalize | barrier) ;; # which have no buffers
      *) printf 'mpi_%s_f08ts_\nmpi_%s_c_f08ts_\n' "$procedure" "$procedure" ;;
    esac
  done | LC_ALL=C sort -u -o "$TEST_TMPDIR/expected" - "$TEST_TMPDIR/expected"
fi
LC_ALL=C sort -o "$TEST_TMPDIR/exports" "$TEST_TMPDIR/exports"
diff "$TEST_TMPDIR/expected" "$TEST_TMPDIR/exports" || fail "other exports"

behind=$(dirname "$preload")/libcolltune_mpi.so
# check LIBRARY NEEDED: it needs no libraries but those whose names match
check() {
  readelf -d "$1" >"$out"
  others=$(sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' "$out" | grep -vE "^($2)\.so" || true)
  [ -z "$others" ] || fail "$1 needs $others"
  grep -qE 'BIND_NOW|NOW' "$out" || fail "symbols of $1 are bound late"
  ! grep -q TEXTREL "$out" || fail "TEXTREL in $1"
  for folder in $(sed -n 's/.*(R.*PATH).*\[\(.*\)\]/\1/p' "$out" | tr : ' '); do
    # Where MPI is in a folder that programs do not search by themselves.
    [ "$1" = "$behind" ] && [ -e "$folder/libmpi.so" -o -e "$folder/libmpich.so" ] || fail "RPATH in $1: $folder"
  done
  ! nm -D --undefined-only "$1" | awk '{print $2}' | grep '^MPI_' || fail "$1 calls MPI_, not PMPI_"
}
check "$preload" libc
# Open MPI 6 links its own layers below by name.
check "$behind" 'libmpi(ch|_abi)?|libopen_mpi|libc|libm|libgcc_s|ld-linux[^.]*'
grep -q 'NEEDED.*libmpi' "$out" || fail "$behind needs no MPI library"
nm -D --defined-only "$behind" | awk '{print $3}' | LC_ALL=C sort >"$out"
not_behind='^colltune_next$'
has_large_counts || not_behind="$not_behind|_c$"
# Descriptors came with Open MPI 6.
nm -D --defined-only "$behind" | grep -q _f08ts_ || not_behind="$not_behind|_f08ts_$"
grep -vE "$not_behind" "$TEST_TMPDIR/expected" | diff - "$out" || fail "other names stand behind"

# A program that knows nothing of MPI.
printf 'b\na\n' | sort >"$out.plain"
printf 'b\na\n' | COLLTUNE_FORCE=bcast:chain COLLTUNE_LOG=1 LD_PRELOAD="$preload" sort >"$out" 2>"$err" ||
  fail "sort cannot start"
same_output "sort"
[ ! -s "$err" ] || fail "it speaks in a program without MPI"

# Alone it says so once, and leaves all to the MPI library.
plain 2 "$programs/sizes"
cp "$preload" "$TEST_TMPDIR/libcolltune.so"
preload=$TEST_TMPDIR/libcolltune.so
preloaded COLLTUNE_FORCE=bcast:chain 2 "$programs/sizes"
same_output "libcolltune.so alone"
[ "$(wc -l <"$err")" = 1 ] || fail "not one line"
logged "colltune: warning: $TEST_TMPDIR/libcolltune_mpi.so: cannot open"

# A libcolltune_mpi.so that defines none of the names: each call passes, and one line says so.
cp "$programs/libcuda.so.1" "$TEST_TMPDIR/libcolltune_mpi.so"
preloaded COLLTUNE_FORCE=bcast:chain 2 "$programs/sizes"
same_output "an empty libcolltune_mpi.so"
[ "$(wc -l <"$err")" = 1 ] || fail "an empty libcolltune_mpi.so: not one line"
logged "colltune: warning: libcolltune_mpi.so does not define MPI_Init, which this program calls; using"
