#include "tuner/problem/problem.h"

#include "algorithms/buffers.h"

namespace colltune::tune {

Bytes LargestBlock(Collective collective, int ranks, Bytes memory) {
  const Buffers buffers = BuffersOf(collective, {.ranks = ranks}, /*rank=*/0);
  const std::int64_t blocks = std::max(buffers.input, buffers.output);
  return blocks == 0 ? Bytes{0} : Bytes{memory.count / blocks};
}

}  // namespace colltune::tune
