#!/bin/sh
# library_test.sh: what the library shows to others, and what it needs of them.
. tests/intercept/preload.sh
nm -D --defined-only "$preload" | awk '{print $3}' | sort >"$TEST_TMPDIR/exports"
cat >"$TEST_TMPDIR/expected" <<'END'
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
mpi_barrier_f08_
mpi_finalize_f08_
mpi_init_f08_
mpi_init_thread_f08_
END
LC_ALL=C sort -c "$TEST_TMPDIR/expected"
LC_ALL=C sort -o "$TEST_TMPDIR/exports" "$TEST_TMPDIR/exports"
diff "$TEST_TMPDIR/expected" "$TEST_TMPDIR/exports" || fail "other exports"

readelf -d "$preload" >"$out"
grep -q 'NEEDED.*libmpich' "$out" || fail "programs without MPI could not start"
others=$(sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' "$out" | grep -vE '^(libmpich|libc|libm|ld-linux[^.]*)\.so' || true)
[ -z "$others" ] || fail "needs $others"
grep -qE 'BIND_NOW|NOW' "$out" || fail "symbols are bound late"
! grep -qE 'TEXTREL|RPATH|RUNPATH' "$out" || fail "TEXTREL or RPATH"
! nm -D --undefined-only "$preload" | awk '{print $2}' | grep '^MPI_' || fail "calls MPI_, not PMPI_"

# A program that knows nothing of MPI.
printf 'b\na\n' | sort >"$out.plain"
printf 'b\na\n' | COLLTUNE_FORCE=bcast:chain COLLTUNE_LOG=1 LD_PRELOAD="$preload" sort >"$out" 2>"$err" ||
  fail "sort cannot start"
same_output "sort"
[ ! -s "$err" ] || fail "it speaks in a program without MPI"
