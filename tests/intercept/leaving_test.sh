#!/bin/sh
# leaving_test.sh: exceptions of error handlers and operations reach the program, a longjmp arrives
# and a thread ends, as without us. This holds whether the call is passed on, selects an algorithm
# of the library's, or is performed by one of ours. Calls on other communicators go on. See
# leaving.cc.
. tests/intercept/preload.sh
passed=COLLTUNE_FORCE=scan:chain
counted="$passed COLLTUNE_STATS=$TEST_TMPDIR/stats"
ours='COLLTUNE_LOG=1 COLLTUNE_FORCE=bcast:chain,allreduce:recursive_doubling'
divided="COLLTUNE_LOG=1 COLLTUNE_FORCE=bcast:chain_pipelined,allreduce:rabenseifner COLLTUNE_STATS=$TEST_TMPDIR/stats"
selected='COLLTUNE_LOG=1 COLLTUNE_FORCE=bcast:mpich:binomial,allreduce:mpich:recursive_doubling'
! is_openmpi || selected=$ours # it selects none of its own

for how in throw bad_alloc longjmp exit; do
  plain 2 "$programs/leaving" $how
  for settings in "$passed" "$counted" "$ours" "$divided" "$selected"; do
    preloaded "$settings" 2 "$programs/leaving" $how
    same_output "$how with $settings"
    case $settings in
      COLLTUNE_LOG*) followed ;;
    esac
  done
done

# leave_multiple PRELOADED [SETTINGS]: the exit code tells all, as MPICH's launcher may lose what such
# ranks print. About one run in fifty it takes a rank that ends without MPI_Finalize for one that failed
# with code 1, and kills (9) one that has not ended yet, with us or without: that run is repeated. Ours is 3.
leave_multiple() {
  code=1
  for _ in 1 2 3 4 5; do
    # shellcheck disable=SC2086  # settings are several words
    run "$out" "$err" 2 env ${2-} LD_PRELOAD="$1 $yield" "$programs/leaving" exit_multiple && return 0
    code=$?
    [ $code = 1 ] || [ $code = 9 ] || break
  done
  fail "exit code $code of exit_multiple with ${2-nothing}"
}

is_openmpi && exit 0 # a rank of its does not outlive its thread, with us or without
leave_multiple ''
for settings in "$passed" "$counted" "$ours" "$divided" "$selected"; do
  leave_multiple "$preload" "$settings"
done
