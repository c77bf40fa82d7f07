#!/bin/sh
# semantics_test.sh RANKS PROGRAM: all collectives leave the same memory as without us, with each
# algorithm, our own and the library's.
. tests/intercept/preload.sh
ranks=$1
program=$programs/$2
plain "$ranks" "$program"
list_settings
while read -r setting; do
  preloaded "COLLTUNE_FORCE=$setting COLLTUNE_LOG=1" "$ranks" "$program" </dev/null
  same_output "$setting"
  # What was to be tried was tried, on the whole communicator.
  for one in $(echo "$setting" | tr ',' ' '); do
    grep -qF "${one%%:*} on $ranks ranks" "$err" || fail "no ${one%%:*} in the log"
  done
done <"$every"
