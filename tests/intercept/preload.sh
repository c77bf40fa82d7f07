# Functions of the tests that preload the library; to be sourced.
set -eu
# The application's settings must not leak into a test.
unset COLLTUNE_ACCELERATOR COLLTUNE_DISABLE COLLTUNE_FORCE COLLTUNE_LOG COLLTUNE_LOG_RANK \
  COLLTUNE_PROFILE COLLTUNE_PROFILE_PATH COLLTUNE_STATS || true
# Where we are built with a sanitizer: MPICH keeps memory of programs that abort or free nothing.
export ASAN_OPTIONS=${ASAN_OPTIONS-}:detect_leaks=0
export HOME="${HOME:-$TEST_TMPDIR}" # Open MPI 6 wants one, of programs that no launcher starts, too
export OMPI_MCA_btl=^tcp # Open MPI 5 warns of TCP where a sandbox has no network
mpiexec=$TEST_SRCDIR/mpi/mpiexec
export MPIEXEC_TIMEOUT=120 # seconds; a program that hangs is a failure with its output
preload=$PWD/tuner/intercept/libcolltune.so
# With more ranks than processors those that wait have to give way.
yield=
[ ! -e tests/libyield.so ] || yield=$PWD/tests/libyield.so
programs=$PWD/tests/intercept
out=$TEST_TMPDIR/out
err=$TEST_TMPDIR/err
every=$TEST_TMPDIR/every
# All that are intercepted.
seventeen='barrier bcast reduce allreduce scan exscan gather gatherv scatter scatterv allgather
  allgatherv alltoall alltoallv alltoallw reduce_scatter reduce_scatter_block'

# Whether the MPI library is Open MPI.
is_openmpi() {
  "$mpiexec" --version | grep -qE 'OpenRTE|Open MPI'
}

# Whether the MPI library has functions with large counts, which came with MPI 4.
has_large_counts() {
  nm "$programs/sizes" | grep -q MPI_Bcast_c
}

# run OUT ERR RANKS COMMAND...: ranks write their errors themselves, as the launcher of Open MPI 5 mixes
# them into the output where both are large.
run() {
  run_out=$1
  run_err=$2
  run_ranks=$3
  shift 3
  : >"$run_err"
  # shellcheck disable=SC2016  # for that shell
  "$mpiexec" -n "$run_ranks" sh -c 'exec "$@" 2>>"$0"' "$run_err" "$@" >"$run_out" 2>>"$run_err"
}

# plain RANKS PROGRAM [ARGUMENT...]: without us; output and errors go to $out.plain, $err.plain
plain() {
  ranks=$1
  shift
  run "$out.plain" "$err.plain" "$ranks" env LD_PRELOAD="$yield" "$@" ||
    fail "exit code $? of $* without the preload"
}

# preloaded "VARIABLE=VALUE..." RANKS PROGRAM [ARGUMENT...]: with us; to $out and $err
preloaded() {
  settings=$1
  ranks=$2
  shift 2
  # shellcheck disable=SC2086  # settings are several words
  run "$out" "$err" "$ranks" env $settings LD_PRELOAD="$preload $yield" "$@" ||
    fail "exit code $? of $* with $settings"
}

# A profile that decides nothing, but knows this host: algorithms that are shaped by the machine can
# be forced.
know_this_host() {
  "$programs/write_profile" "$TEST_TMPDIR/host.yaml" here "host=$(uname -n)" || fail "no profile"
  export COLLTUNE_PROFILE="$TEST_TMPDIR/host.yaml"
}

# Writes to $every lines that name each algorithm of each collective.
list_settings() {
  know_this_host
  "$programs/list_algorithms" >"$every"
  [ "$(wc -l <"$every")" -ge 10 ] || fail "too few algorithms"
}

fail() {
  echo "FAILED: $*"
  for file in "$out.plain" "$out" "$err.plain" "$err"; do
    [ -s "$file" ] && { echo "--- $file"; head -c 3000 "$file"; }
  done
  exit 1
}

# After a wrong call MPICH 5 is not the same: what is left of it reaches the next collective.
is_mpich_5() { "$mpiexec" --version 2>"$err" | grep -qE '^ *Version: +5\.'; }

# same_output WHAT: $out is what came without us
same_output() {
  [ -s "$out.plain" ] || fail "$1 prints nothing"
  cmp "$out.plain" "$out" || fail "$1: other output"
}

# logged TEXT: a line of the log has it
logged() {
  grep -qF -- "$1" "$err" || fail "no '$1' in the log"
}

# The log has what was forced. With several threads the library's own cannot be selected, and Bine
# trees decline numbers of ranks that are no powers of two.
followed() {
  grep -qE '\(forced\)|: library \((mpich:[a-z_]+ cannot be selected here|bine needs a power of two of ranks)\)' \
    "$err" || fail "nothing is forced"
}
