#include "algorithms/run/bound.h"

#include <vector>

#include "algorithms/out_of_memory.h"

namespace colltune {

Piece Bound::At(std::span<const Block> parts) const {
  std::vector<Piece> pieces;
  Allocate([&] { pieces.reserve(parts.size()); });
  for (const Block& part : parts) pieces.push_back(At(part));
  return OnePiece(pieces);
}

}  // namespace colltune
