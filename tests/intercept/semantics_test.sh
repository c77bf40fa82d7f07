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
  # What was to be tried was tried, on the whole communicator. There is no algorithm of ours that
  # declines 4 ranks.
  for one in $(echo "$setting" | tr ',' ' '); do
    grep -qF "${one%%:*} on $ranks ranks" "$err" || fail "no ${one%%:*} in the log"
    case $ranks,$one in
      4,*:mpich:*) ;;
      4,*) grep "^colltune: ${one%%:*} on 4 ranks" "$err" | grep -qF ": ${one#*:} (forced)" ||
        fail "$one is not performed" ;;
    esac
  done
done <"$every"
