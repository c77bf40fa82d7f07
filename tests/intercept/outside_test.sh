#!/bin/sh
# outside_test.sh: programs behave outside of MPI with us as without: before MPI_Init and after
# MPI_Finalize, in processes that come from fork, and where there is no MPI at all.
. tests/intercept/preload.sh
setting='COLLTUNE_FORCE=allreduce:recursive_doubling,bcast:chain,barrier:dissemination:k=2 COLLTUNE_LOG=2'

# told LAUNCHER: leaves out text that two runs print differently. Open MPI's mpiexec describes a failed
# job by numbers of processes. Lines of the library itself begin with stars, from one rank or several.
told() {
  case $code,$1 in
    0,*) cat ;;
    *,"$mpiexec") if is_openmpi; then grep '^[*]' | uniq; else cat; fi ;;
    *) cat ;;
  esac
}

# run VARIABLE=VALUE... PROGRAM [ARGUMENT...]: its exit code; what its ranks print goes to $out and
# $err, sorted, since they print in any order
run() {
  code=0
  env "$@" >"$out" 2>"$err" || code=$?
  # Hydra tells of a process that a signal ended. MPICH 5.0.2 ends ranks by SIGPIPE at their exit if a
  # child exited after MPI_Finalize, with us and without, and some of their lines are lost: those of
  # several ranks are the same.
  if [ $code = 0 ]; then
    sort -o "$out" "$out"
  else
    sed -i '/^=   PID /d; /^=   EXIT CODE/d' "$out"
    sort -u -o "$out" "$out"
  fi
  sort -o "$err" "$err"
}

# check LINES COMMAND...: how many lines of ours there are beside the same output
check() {
  lines=$1
  shift
  run LD_PRELOAD="$yield" "$@"
  code_plain=$code
  mv "$out" "$out.plain"
  mv "$err" "$err.plain"
  # shellcheck disable=SC2086  # settings are several words
  run LD_PRELOAD="$preload $yield" $setting "$@"
  [ $code = $code_plain ] || fail "$*: exit code $code, not $code_plain"
  cmp "$out.plain" "$out" || fail "$*: other output"
  [ "$(grep -c '^colltune: ' "$err")" = "$lines" ] || fail "$*: not $lines lines of ours"
  told "$1" <"$err.plain" >"$err.told"
  grep -v '^colltune: ' "$err" | told "$1" | cmp "$err.told" - || fail "$*: other errors"
}

# Rank 0 tells of two broadcasts and two reductions.
check 0 "$mpiexec" -n 2 "$programs/outside" never
check 0 "$mpiexec" -n 2 "$programs/outside" early
grep -qE 'before initializ|before MPI_INIT' "$err.plain" || fail "the early call is not refused"
check 4 "$mpiexec" -n 2 "$programs/outside" late
[ $code != 0 ] || fail "the late call is not refused"
check 4 "$mpiexec" -n 2 "$programs/outside" fork
check 0 "$mpiexec" -n 2 "$programs/outside" sessions

# No MPI at all.
printf '%s\n' '#include <stdio.h>' 'int main(void) { return puts("hello") < 0; }' >"$TEST_TMPDIR/hello.c"
check 0 sh -c 'echo a | cat; ls no_such_file; exit 3'
[ $code = 3 ] || fail "exit code $code of sh"
check 0 gcc -o "$TEST_TMPDIR/hello" "$TEST_TMPDIR/hello.c"
check 0 "$TEST_TMPDIR/hello"
check 0 python3 -c 'import subprocess; print(subprocess.check_output(["sh", "-c", "echo b"]))'
# shellcheck disable=SC2016  # for that shell
check 0 env -i PATH="$PATH" sh -c 'echo "$LD_PRELOAD"'
