// The root of a scatter orders by the size of its block, the root of a scatterv by the sizes that
// it alone knows; no rank waits in vain.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "tests/algorithms/testing_places.h"
#include "tests/truth.h"

namespace colltune {
namespace {

/// Returns which of nine ranks has its block first; the places say that the last rank is slow.
Rank FirstOf(Collective collective, Bytes bytes) {
  Runner runner(MPI_COMM_WORLD, TestingPlacesOfOneSlow(9));
  measure::OperationMemory memory;
  measure::Operation operation(collective, ParseChoice(collective, "far_first"), bytes, 0, runner,
                               memory);
  const std::vector<double> ends = TrueEnds(operation);
  return static_cast<Rank>(std::min_element(ends.begin() + 1, ends.end()) - ends.begin());
}

TEST(FarFirst, TakesTheSizeThatTheRootKnows) {
  for (const Collective collective : {Collective::kScatter, Collective::kScatterv}) {
    EXPECT_EQ(FirstOf(collective, Bytes{256}), 6) << ToText(collective);
    EXPECT_EQ(FirstOf(collective, Bytes{100'000}), 8) << ToText(collective);
  }
}

}  // namespace
}  // namespace colltune
