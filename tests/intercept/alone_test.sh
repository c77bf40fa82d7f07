#!/bin/sh
# alone_test.sh: one rank alone makes a wrong call, as the first on a communicator. No rank waits
# that does not need to, as without us.
. tests/intercept/preload.sh
! is_mpich_5 || { echo "skipped: MPICH 5 goes on otherwise after wrong calls" && exit; }
export UCX_LOG_LEVEL=error  # it warns of what nobody has received
setting=bcast:binomial,scatter:binomial,gather:binomial,reduce:binomial
for ranks in 2 3; do
  plain $ranks "$programs/alone"
  preloaded "COLLTUNE_FORCE=$setting COLLTUNE_LOG=1" $ranks timeout 60 "$programs/alone"
  same_output "$ranks ranks"
  for one in bcast scatter; do logged "colltune: $one on $ranks ranks ($ranks per node), 1..2147483647 B: binomial"; done
done
