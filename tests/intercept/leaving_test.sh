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

ways='throw bad_alloc longjmp exit'
is_openmpi || ways="$ways exit_multiple" # a rank of Open MPI's does not outlive its thread, with us or without

for how in $ways; do
  plain 2 "$programs/leaving" $how
  for settings in "$passed" "$counted" "$ours" "$divided" "$selected"; do
    preloaded "$settings" 2 "$programs/leaving" $how
    [ $how != exit_multiple ] || continue # mpiexec may lose what such ranks print
    same_output "$how with $settings"
    case $settings in
      COLLTUNE_LOG*) followed ;;
    esac
  done
done
