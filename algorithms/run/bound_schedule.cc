#include "algorithms/run/bound_schedule.h"

#include <vector>

#include "algorithms/out_of_memory.h"

namespace colltune {

MpiSpan Bound::At(std::span<const Block> parts) const {
  std::vector<MpiSpan> pieces;
  Allocate([&] { pieces.reserve(parts.size()); });
  for (const Block& part : parts) pieces.push_back(At(part));
  return OnePiece(pieces);
}

}  // namespace colltune
