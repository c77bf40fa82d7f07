#include "algorithms/bound.h"

#include <vector>

namespace colltune {

Piece Bound::At(std::span<const Block> parts) const {
  std::vector<Piece> pieces;
  for (const Block& part : parts) pieces.push_back(At(part));
  return OnePiece(pieces);
}

}  // namespace colltune
