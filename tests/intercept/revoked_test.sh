#!/bin/sh
# revoked_test.sh: ranks that wait in one of our algorithms learn that their communicator is revoked:
# by a stand-in for a runtime that can do it, and by the MPI library as without us. See revoked.c.
. tests/intercept/preload.sh
if ! nm "$programs/revoked" | grep -q MPIX_Comm_revoke; then
  echo "This MPI library revokes no communicators."
  exit 0
fi
export MPIEXEC_TIMEOUT=20 # seconds; a program that waits for ever is a failure

# revoke PRELOADS SETTINGS: to $out and $err; its exit code
revoke() {
  code=0
  # shellcheck disable=SC2086  # settings are several words
  "$mpiexec" -n 2 env $2 LD_PRELOAD="$1" "$programs/revoked" >"$out" 2>"$err" || code=$?
}

settings="bcast:chain bcast:binomial bcast:flat"
[ -e "$programs/libulfm.so" ] || settings= # which stands for MPICH's
for setting in $settings; do
  rm -f "$TEST_TMPDIR"/revoked.*
  revoke "$preload $programs/libulfm.so $yield" \
    "REVOKED=$TEST_TMPDIR/revoked COLLTUNE_FORCE=$setting COLLTUNE_STATS=$TEST_TMPDIR/stats"
  [ $code = 0 ] || fail "exit code $code with $setting"
  # The second rank gets 5, is told twice (0x64), and goes on with another communicator.
  cat >"$out.plain" <<'END'
rank 0 result 0: 5
rank 0 result 1: 0
rank 0 result 2: 2
rank 1 result 0: 5
rank 1 result 1: 64
rank 1 result 2: 64
rank 1 result 3: 2
END
  same_output "$setting"
  [ -e "$TEST_TMPDIR/revoked.revoked" ] || fail "$setting: the communicator is not revoked"
done

revoke "$yield" COLLTUNE_DISABLE=
code_plain=$code
mv "$out" "$out.plain"
mv "$err" "$err.plain"
revoke "$preload $yield" COLLTUNE_FORCE=bcast:chain
[ $code = $code_plain ] || fail "exit code $code, not $code_plain"
cmp "$out.plain" "$out" || fail "other output"
