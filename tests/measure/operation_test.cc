// Every collective as an operation: each algorithm leaves the same result as the MPI library.
#include "measure/operation/operation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "algorithms/buffers.h"
#include "tests/algorithms/testing_places.h"

namespace colltune::measure {
namespace {

/// The bytes that this rank has received by `choice`, where it receives; empty where it is
/// declined.
std::vector<std::byte> Received(Collective collective, const Choice& choice, Bytes bytes, Rank root,
                                Runner& runner) {
  OperationMemory memory;
  Operation operation(collective, choice, bytes, root, runner, memory);
  if (!Declines(choice, operation.shape()).empty()) return {};
  const Buffers buffers = BuffersOf(collective, operation.shape(), runner.rank());
  const auto size = static_cast<std::size_t>(operation.shape().element.count * buffers.output);
  // Whole numbers, so that a sum of doubles does not depend on its order.
  auto* const doubles = reinterpret_cast<double*>(memory.send());
  for (std::int64_t i = 0; i < operation.shape().element.count * buffers.input / 8; ++i) {
    doubles[i] = static_cast<double>(100 * runner.rank() + i);
  }
  if (collective == Collective::kBcast && runner.rank() == root) {
    std::fill_n(memory.receive(), size, std::byte{7});
  }
  operation.Run();
  std::vector<std::byte> received(memory.receive(), memory.receive() + size);
  received.push_back(std::byte{1});  // so that nothing received differs from declined
  return received;
}

TEST(Operation, LeavesWhatTheLibraryLeaves) {
  Runner runner(MPI_COMM_WORLD, TestingPlaces(SizeOf(MPI_COMM_WORLD)));
  const Rank root = runner.ranks() - 1;
  for (std::size_t c = 0; c < kCollectiveNames.size(); ++c) {
    const auto collective = static_cast<Collective>(c);
    for (const std::int64_t bytes : {0, 24, 4096}) {
      const auto expected = Received(collective, {}, Bytes{bytes}, root, runner);
      for (const Choice& choice : StandardChoices(collective)) {
        const auto found = Received(collective, choice, Bytes{bytes}, root, runner);
        if (found.empty()) continue;
        EXPECT_EQ(found, expected) << ToText(collective) << ":" << ToText(choice) << ", " << bytes;
      }
    }
  }
}

TEST(Operation, TakesBytesThatAreNoDoubles) {
  Runner runner(MPI_COMM_WORLD);
  OperationMemory memory;
  Operation operation(Collective::kAllreduce, {}, Bytes{3}, 0, runner, memory);
  memory.send()[2] = static_cast<std::byte>(runner.rank() + 1);
  operation.Run();
  int expected = 0;
  for (Rank r = 0; r < runner.ranks(); ++r) expected ^= r + 1;
  EXPECT_EQ(std::to_integer<int>(memory.receive()[2]), expected);
}

TEST(Operation, RefusesBuffersBeyondMpisDisplacements) {
  Runner runner(MPI_COMM_WORLD);
  OperationMemory memory;
  if (runner.ranks() < 2) GTEST_SKIP();
  EXPECT_THROW(Operation(Collective::kAlltoall, {}, kMostBytes, 0, runner, memory),
               std::invalid_argument);
}

}  // namespace
}  // namespace colltune::measure
