#!/bin/sh
# ending_test.sh: one rank ends while the others wait for it in one of our collectives. The job ends
# as it does without us.
. tests/intercept/preload.sh
export MPIEXEC_TIMEOUT=20 # seconds; each job takes less than one, and mpiexec fails otherwise when they end
ranks=4
COLLTUNE_FORCE=barrier:dissemination:k=2,bcast:chain,allreduce:recursive_doubling,alltoall:pairwise
export COLLTUNE_FORCE
# A segmentation fault ends a sanitized program as it does others, by the signal.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_segv=0"

# job PRELOADS COLLECTIVE END: to $out and $err; its exit code
job() {
  code=0
  "$mpiexec" -n $ranks env LD_PRELOAD="$1" "$programs/ending" "$2" "$3" >"$out" 2>"$err" || code=$?
  ! grep -q 'got through' "$out" || fail "$2, $3: the others did not wait"
  ! grep -q 'TIMEOUT' "$out" "$err" || fail "$2, $3: the job did not end"
  # Hydra ends with the signal of the first process that it hears of: the one that did not follow its
  # memory's bounds, or one of those that it killed then. MPICH 4.2's ends with 0 once in forty times.
  case $3,$code in
    segv,0 | segv,9) code=11 ;;
    kill,0) code=9 ;;
  esac
}

for collective in barrier bcast allreduce alltoall; do
  for end in abort kill segv; do
    job "$yield" $collective $end
    code_plain=$code
    mv "$out" "$out.plain"
    mv "$err" "$err.plain"
    job "$preload $yield" $collective $end
    [ $code = $code_plain ] || fail "$collective, $end: exit code $code, not $code_plain"
    ! grep -q '^colltune: ' "$err" || fail "$collective, $end: we speak"
    # MPICH tells of an abort, which mpiexec may lose; UCX where a segmentation fault was. Open MPI's
    # mpiexec tells of all ends, at length, with numbers of processes.
    is_openmpi || [ $end = segv ] || ! grep -v '^Abort(7) ' "$err" || fail "$collective, $end: other errors"
  done
  # The others were in one of ours.
  COLLTUNE_LOG=1 job "$preload $yield" $collective abort
  grep -q "^colltune: $collective on $ranks ranks.*: [a-z_]*\(:k=2\)\? (forced)" "$err" || fail "$collective is not ours"
done
