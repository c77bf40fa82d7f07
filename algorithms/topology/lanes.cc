#include "algorithms/topology/lanes.h"

#include <cstddef>
#include <cstdint>

#include "algorithms/registry.h"
#include "algorithms/segments.h"

namespace colltune {

Schedule ReduceScatterInParts(const Subgroup& party, const Shape& shape, const Block& sum,
                              std::int64_t scratch) {
  const auto parts = static_cast<int>(party.ranks.size());
  // Begin of an element of reduce_scatter, which is a part: element e is part e mod `parts`.
  const auto begin = [&](std::int64_t e) {
    return e / parts * shape.elements +
           PartBegin(shape.elements, parts, static_cast<int>(e % parts));
  };
  const Algorithm& algorithm =
      *FindAlgorithm(Collective::kReduceScatter, shape.commutative ? "circulant" : "butterfly");
  Shape of_parts = shape;
  of_parts.elements = 1;
  return Schedule().Append(BuildAmong(party, algorithm, of_parts, {}), [&](const Block& block) {
    if (block.buffer == Buffer::kOutput) return sum;
    const std::int64_t first = begin(block.first);
    const std::int64_t count = begin(block.first + block.count) - first;
    return block.buffer == Buffer::kInput ? Input(first, count) : Scratch(scratch + first, count);
  });
}

PiecesOfTree BinomialPieces(const Subgroup& party, std::int64_t count) {
  const auto n = static_cast<int>(party.ranks.size());
  return {.tree = [n](Rank self) { return Binomial(self, n); },
          .k = 2,
          .pieces =
              [count, self = party.self](int first, int last) {
                return Scratch((first - self) * count, (last - first) * count);
              },
          .wrap = n,
          .rank_at =
              [ranks = party.ranks](int place) { return ranks[static_cast<std::size_t>(place)]; }};
}

}  // namespace colltune
