// Allgathers on ranks in an order that suits the machine, as in bcast/mapped.cc: a ring then
// crosses the lines between sites once for each of them, wherever ranks are.
#include "algorithms/topology/reordered.h"

namespace colltune {

Algorithm AllgatherRecursiveDoubling();
Algorithm AllgatherRing();
Algorithm AllgathervRing();

Algorithm AllgatherRingMapped() {
  return Mapped<AllgatherRing>("ring_mapped", "ring, its ranks in the machine's order");
}

Algorithm AllgatherRecursiveDoublingMapped() {
  return Mapped<AllgatherRecursiveDoubling>("recursive_doubling_mapped",
                                            "recursive_doubling, its ranks in the machine's order");
}

Algorithm AllgathervRingMapped() {
  return Mapped<AllgathervRing>("ring_mapped", "ring, its ranks in the machine's order");
}

}  // namespace colltune
