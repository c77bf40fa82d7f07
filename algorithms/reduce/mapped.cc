// Reductions on ranks in an order that suits the machine, as in bcast/mapped.cc.
#include "algorithms/topology/reordered.h"

namespace colltune {

Algorithm ReduceBinary();
Algorithm ReduceBinomial();
Algorithm ReduceChain();
Algorithm ReduceRabenseifner();

Algorithm ReduceBinomialMapped() {
  return Mapped<ReduceBinomial>("binomial_mapped", "binomial, its ranks in the machine's order");
}

Algorithm ReduceBinaryMapped() {
  return Mapped<ReduceBinary>("binary_mapped", "binary, its ranks in the machine's order");
}

Algorithm ReduceChainMapped() {
  return Mapped<ReduceChain>("chain_mapped", "chain, its ranks in the machine's order");
}

Algorithm ReduceRabenseifnerMapped() {
  return Mapped<ReduceRabenseifner>("rabenseifner_mapped",
                                    "rabenseifner, its ranks in the machine's order");
}

}  // namespace colltune
