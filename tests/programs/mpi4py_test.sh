#!/bin/sh
# mpi4py_test.sh: a program of Debian's mpi4py, which runs on Open MPI, ends as without us and prints
# the same: with what is built for Open MPI, where its calls are intercepted, and for MPICH.
. tests/intercept/preload.sh
program=$PWD/tests/programs/from_python.py
/usr/bin/python3 -c "import mpi4py" || fail "apt-get install --no-install-recommends python3-mpi4py openmpi-bin"
PATH=$(dirname "$(command -v mpiexec.openmpi)"):$PATH
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1

for ranks in 1 2 3; do
  timeout 60 mpiexec.openmpi --map-by :oversubscribe -n "$ranks" \
    /usr/bin/python3 "$program" >"$out.plain" 2>"$err.plain" ||
    fail "exit code $? without us"
  for setting in COLLTUNE_FORCE=bcast:chain COLLTUNE_DISABLE=1 COLLTUNE_FORCE=bcast:library; do
    timeout 60 mpiexec.openmpi --map-by :oversubscribe -n "$ranks" \
      env LD_PRELOAD="$preload" COLLTUNE_LOG=1 $setting \
      /usr/bin/python3 "$program" >"$out" 2>"$err" || fail "exit code $? on $ranks ranks with $setting"
    same_output "$setting on $ranks ranks"
    case $setting in
      *=1) ! grep '^colltune: ' "$err" || fail "disabled: it speaks" ;;
      *)
        if [ "$ranks" = 1 ]; then
          continue
        elif is_openmpi; then
          for collective in bcast allreduce barrier; do
            logged "colltune: $collective on $ranks ranks"
          done
        else
          [ "$(grep -c '^colltune: ' "$err")" = 1 ] || fail "$setting: not one line of ours"
          logged ", and colltune was built for another MPI library; using the MPI library's own collectives"
        fi
        ;;
    esac
  done
done
