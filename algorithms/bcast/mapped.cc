// Broadcasts on ranks in an order that suits the machine: the root's host and site first, then site
// after site, and slow hosts at the places with the fewest messages.
//
// Source: for the algorithms, see their files. For mapping trees to topologies: Karonis et al.,
// "Exploiting Hierarchy in Parallel Computer Networks to Optimize Collective Operation Performance"
// (IPDPS 2000). For mapping binomial trees to unlike hosts: Hatta & Shibusawa, "Scheduling
// Algorithms for Efficient Gather Operations in Distributed Heterogeneous Systems" (ICPP workshops
// 2000).
// Cost: that of the algorithms, with neighbours in that order near each other.
#include "algorithms/topology/reordered.h"

namespace colltune {

Algorithm BcastBinary();
Algorithm BcastBinomial();
Algorithm BcastChainPipelined();
Algorithm BcastDoubleTree();
Algorithm BcastScatterRecursiveDoublingAllgather();
Algorithm BcastScatterRingAllgather();

Algorithm BcastBinomialMapped() {
  return Mapped<BcastBinomial>("binomial_mapped", "binomial, its ranks in the machine's order");
}

Algorithm BcastBinaryMapped() {
  return Mapped<BcastBinary>("binary_mapped", "binary, its ranks in the machine's order");
}

Algorithm BcastChainMapped() {
  return Mapped<BcastChainPipelined>("chain_mapped",
                                     "chain_pipelined, its ranks in the machine's order");
}

Algorithm BcastDoubleTreeMapped() {
  return Mapped<BcastDoubleTree>("double_tree_mapped",
                                 "double_tree, its ranks in the machine's order");
}

Algorithm BcastScatterRingAllgatherMapped() {
  return Mapped<BcastScatterRingAllgather>(
      "scatter_ring_allgather_mapped", "scatter_ring_allgather, its ranks in the machine's order");
}

Algorithm BcastScatterRecursiveDoublingAllgatherMapped() {
  return Mapped<BcastScatterRecursiveDoublingAllgather>(
      "scatter_recursive_doubling_allgather_mapped",
      "scatter_recursive_doubling_allgather, its ranks in the machine's order");
}

}  // namespace colltune
