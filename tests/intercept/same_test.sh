#!/bin/sh
# same_test.sh RANKS PROGRAM...: the programs have the same output as without us, with each algorithm
# of each collective.
. tests/intercept/preload.sh
ranks=$1
shift
list_settings
for program; do
  # Ranks that disagree on the size of a message wait for ever without us, four of Open MPI 4.1.4 and all
  # of MPICH 5.0.2.
  if [ "$program" = truncation ] && ! MPIEXEC_TIMEOUT=10 "$mpiexec" -n "$ranks" env LD_PRELOAD="$yield" \
    "$programs/$program" >"$out" 2>"$err"; then
    echo "not tested: truncation on $ranks ranks, which wait for ever without us"
    continue
  fi
  plain "$ranks" "$programs/$program"
  while read -r setting; do
    case $program,$setting in
      # Of MPICH's own algorithms some tell not all, or wait for ever, without us either.
      truncation,bcast:mpich:*) continue ;;
      # Rounds of several messages: MPICH tells of a wrong one on MPI_COMM_WORLD, and ends the program.
      truncation,bcast:double_tree*) continue ;;
    esac
    preloaded "COLLTUNE_FORCE=$setting COLLTUNE_LOG=1" "$ranks" "$programs/$program" </dev/null
    same_output "$program with $setting"
    followed
  done <"$every"
done
