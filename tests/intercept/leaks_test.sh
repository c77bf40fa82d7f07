#!/bin/sh
# leaks_test.sh RANKS: data kept with a communicator are freed with it, with each algorithm. The
# leak sanitizer checks data that are kept until MPI_Finalize (linked_test.sh with --config=asan).
. tests/intercept/preload.sh
ranks=$1
# Bytes. A hundred that stayed for each of the 600 communicators would be more; the library's own pools
# grow by a block of 24 KiB at times.
most=50000
plain "$ranks" "$programs/leaks"
[ "$(cat "$out.plain")" -le "$most" ] || fail "the MPI library itself leaks"
list_settings
while read -r setting; do
  preloaded "COLLTUNE_FORCE=$setting" "$ranks" "$programs/leaks" </dev/null
  [ "$(cat "$out")" -le "$most" ] || fail "$(cat "$out") bytes more in use, with $setting"
done <"$every"
