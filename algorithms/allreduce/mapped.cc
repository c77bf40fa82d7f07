// Allreduces on ranks in an order that suits the machine, as in bcast/mapped.cc.
#include "algorithms/topology/reordered.h"

namespace colltune {

Algorithm AllreduceRabenseifner();
Algorithm AllreduceRecursiveDoubling();
Algorithm AllreduceRing();

Algorithm AllreduceRecursiveDoublingMapped() {
  return Mapped<AllreduceRecursiveDoubling>("recursive_doubling_mapped",
                                            "recursive_doubling, its ranks in the machine's order");
}

Algorithm AllreduceRabenseifnerMapped() {
  return Mapped<AllreduceRabenseifner>("rabenseifner_mapped",
                                       "rabenseifner, its ranks in the machine's order");
}

Algorithm AllreduceRingMapped() {
  return Mapped<AllreduceRing>("ring_mapped", "ring, its ranks in the machine's order");
}

}  // namespace colltune
