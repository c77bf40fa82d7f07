// Broadcasts on ranks in an order that suits the machine: the root's host and site first, then site
// after site, and slow hosts where there is least to do.
//
// Source: of the algorithms, their files; of mapping trees to where ranks are, Karonis et al.,
// "Exploiting Hierarchy in Parallel Computer Networks to Optimize Collective Operation Performance"
// (IPDPS 2000), and of binomial trees to unlike hosts, Hatta & Shibusawa, "Scheduling Algorithms
// for Efficient Gather Operations in Distributed Heterogeneous Systems" (ICPP workshops 2000).
// Cost: as of the algorithms, where neighbours in that order are near each other.
#include "algorithms/topology/mapped.h"

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
