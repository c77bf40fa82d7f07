// The results of the MPI library, by itself and by each of its algorithms, pass the check. So do
// those of our algorithms. A wrong result on one rank is detected there.
#include "measure/operation/result_check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "algorithms/buffers.h"
#include "algorithms/mpi/error.h"

namespace colltune::measure {
namespace {

Schedule Nothing(const Shape&, Rank, const Parameters&) { return {}; }

/// Whether the result is right on all ranks.
bool Holds(Collective collective, const Choice& choice, Bytes bytes, Rank root, Runner& runner) {
  OperationMemory memory;
  Operation operation(collective, choice, bytes, root, runner, memory);
  ResultCheck check(operation, memory);
  check.Prepare();
  operation.Run();
  int holds = check.Holds() ? 1 : 0;
  Check(PMPI_Allreduce(MPI_IN_PLACE, &holds, 1, MPI_INT, MPI_MIN, runner.comm()));
  return holds != 0;
}

constexpr std::int64_t kSizes[] = {0, 3, 8, 64 << 10, 1 << 20};

void ExpectRight(Collective collective, const Choice& choice, Runner& runner) {
  if (!Declines(choice, {.ranks = runner.ranks()}).empty()) return;
  for (const std::int64_t bytes : kSizes) {
    const int roots = HasRoot(collective) ? runner.ranks() : 1;
    for (Rank root = 0; root < roots; ++root) {
      EXPECT_TRUE(Holds(collective, choice, Bytes{bytes}, root, runner)) << fmt::format(
          "{}:{} of {} bytes from {}", ToText(collective), ToText(choice), bytes, root);
    }
  }
}

class EveryCollective : public testing::TestWithParam<Collective> {};

TEST_P(EveryCollective, IsRightByTheLibrary) {
  Runner runner(MPI_COMM_WORLD);
  ExpectRight(GetParam(), {}, runner);
  for (const Choice& choice : NativeChoices(GetParam())) {
    ExpectRight(GetParam(), choice, runner);
  }
}

TEST_P(EveryCollective, IsRightByOneOfOurs) {
  Runner runner(MPI_COMM_WORLD);
  ExpectRight(GetParam(), StandardChoice(Algorithms(GetParam()).front()), runner);
}

TEST_P(EveryCollective, IsWrongWhereNothingIsDone) {
  Runner runner(MPI_COMM_WORLD);
  if (GetParam() == Collective::kBarrier || runner.ranks() < 2) GTEST_SKIP() << "has no result";
  Algorithm nothing = Algorithms(GetParam()).front();
  nothing.build = Nothing;
  for (const Rank root : {0, runner.ranks() - 1}) {
    for (const std::int64_t bytes : {1, 8, 1 << 10}) {
      EXPECT_FALSE(Holds(GetParam(), {.algorithm = &nothing}, Bytes{bytes}, root, runner));
    }
  }
}

/// A broadcast that leaves a wrong byte on the last rank.
Schedule OneWrong(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Algorithm& flat = *FindAlgorithm(Collective::kBcast, "flat");
  Schedule schedule = flat.build(shape, rank, parameters);
  if (rank == shape.ranks - 1) schedule.Copy(Output(6, 1), Output(5, 1));
  return schedule;
}

TEST(ResultCheckTest, SeesAWrongByteOnTheRankThatHasIt) {
  Runner runner(MPI_COMM_WORLD);
  if (runner.ranks() < 2) GTEST_SKIP() << "the last rank is the root";
  Algorithm one_wrong = *FindAlgorithm(Collective::kBcast, "flat");
  one_wrong.build = OneWrong;
  one_wrong.divides = true;
  OperationMemory memory;
  Operation operation(Collective::kBcast, {.algorithm = &one_wrong}, Bytes{16}, 0, runner, memory);
  ResultCheck check(operation, memory);
  check.Prepare();
  operation.Run();
  EXPECT_EQ(check.Holds(), runner.rank() != runner.ranks() - 1);
}

INSTANTIATE_TEST_SUITE_P(All, EveryCollective, testing::ValuesIn(AllCollectives()),
                         [](const auto& test) { return std::string(ToText(test.param)); });

}  // namespace
}  // namespace colltune::measure
