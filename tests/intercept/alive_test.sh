#!/bin/sh
# alive_test.sh: of the library's communicators, the application loses few to us.
. tests/intercept/preload.sh
plain 2 "$programs/alive"
preloaded "COLLTUNE_FORCE=bcast:chain COLLTUNE_LOG=1" 2 "$programs/alive"
without=$(cat "$out.plain")
with=$(cat "$out")
# kMostPrivateCommunicators
[ "$with" -ge $((without - 128)) ] || fail "$with communicators instead of $without"
[ "$(grep -c ': chain (forced)' "$err")" = 128 ] || fail "not as many as there may be"
logged "1..2147483647 B: library (no private communicator to be had)"
