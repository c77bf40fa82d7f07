#!/bin/sh
# random_test.sh RANKS SEED...: programs drawn from seeds leave the same as without us, with each
# algorithm.
. tests/intercept/preload.sh
ranks=$1
shift
list_settings
for seed; do
  plain "$ranks" "$programs/random" "$seed"
  while read -r setting; do
    preloaded "COLLTUNE_FORCE=$setting" "$ranks" "$programs/random" "$seed" </dev/null
    same_output "seed $seed with $setting"
  done <"$every"
done
