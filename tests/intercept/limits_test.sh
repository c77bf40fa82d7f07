#!/bin/sh
# limits_test.sh: the application loses few of the library's communicators to us, and all of these
# only for as long as it has its own.
. tests/intercept/preload.sh
most=128 # kMostPrivateCommunicators
given_up='1..2147483647 B: library (no private communicator to be had)'

plain 2 "$programs/alive"
preloaded "COLLTUNE_FORCE=bcast:chain COLLTUNE_LOG=1" 2 "$programs/alive"
without=$(cat "$out.plain")
with=$(cat "$out")
[ "$with" -ge $((without - most)) ] || fail "$with communicators instead of $without"
# MPI_COMM_WORLD has one of them, and is not called on.
[ "$(grep -c ': chain (forced)' "$err")" = $((most - 1)) ] || fail "not as many as there may be"
logged "$given_up"

plain 2 "$programs/many"
preloaded "COLLTUNE_FORCE=bcast:chain COLLTUNE_LOG=1" 2 "$programs/many"
same_output "many"
[ "$(grep -c ': chain (forced)' "$err")" = 5000 ] || fail "what was freed is not free"

plain 3 "$programs/unequal"
preloaded "COLLTUNE_FORCE=bcast:chain COLLTUNE_LOG=1" 3 "$programs/unequal"
same_output "unequal"
logged "colltune: bcast on 3 ranks (3 per node), $given_up"
