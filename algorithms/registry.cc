#include "algorithms/registry.h"

#include <algorithm>
#include <array>

namespace colltune {

// One line for each algorithm, sorted by collective; each is defined in
// <collective>/<algorithm>.cc. The order is that in which `list` prints and ties are broken.
#define COLLTUNE_ALGORITHMS(ADD) \
  ADD(BcastFlat)                 \
  ADD(BcastFlatNonblocking)      \
  ADD(BcastChain)                \
  ADD(BcastChainBackward)        \
  ADD(BcastBinomial)

#define COLLTUNE_DECLARE(factory) Algorithm factory();
COLLTUNE_ALGORITHMS(COLLTUNE_DECLARE)
#undef COLLTUNE_DECLARE

std::span<const Algorithm> Algorithms() {
#define COLLTUNE_CALL(factory) factory(),
  static const std::array table = {COLLTUNE_ALGORITHMS(COLLTUNE_CALL)};
#undef COLLTUNE_CALL
  return table;
}

std::span<const Algorithm> Algorithms(Collective collective) {
  const auto all = Algorithms();
  // Not ranges::equal_range, whose subrange clang 14 cannot read in this C++ library.
  const auto first = std::ranges::lower_bound(all, collective, {}, &Algorithm::collective);
  const auto last = std::ranges::upper_bound(all, collective, {}, &Algorithm::collective);
  return {first, last};
}

const Algorithm* FindAlgorithm(Collective collective, std::string_view name) {
  const auto all = Algorithms(collective);
  const auto found = std::ranges::find(all, name, &Algorithm::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace colltune
