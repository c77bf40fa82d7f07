// The results of the MPI library, by itself and by each of its algorithms, pass the check. So do
// those of our algorithms. A wrong result on one rank is detected there.
#include "measure/operation/result_check.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "algorithms/buffers.h"
#include "algorithms/mpi/error.h"
#include "measure/clock_sync/schemes.h"
#include "measure/methods/entrants.h"

namespace colltune::measure {
namespace {

Schedule Nothing(const Shape&, Rank, const Parameters&) { return {}; }

/// Whether the result is right on all ranks.
bool Holds(Collective collective, const Choice& choice, Bytes bytes, Rank root, Runner& runner,
           Spacing spacing = Spacing::kDense) {
  OperationMemory memory;
  Operation operation(collective, choice, bytes, root, runner, memory, spacing);
  ResultCheck check(operation, memory);
  check.Prepare();
  operation.Run();
  int holds = check.Holds() ? 1 : 0;
  Check(PMPI_Allreduce(MPI_IN_PLACE, &holds, 1, MPI_INT, MPI_MIN, runner.comm()));
  return holds != 0;
}

constexpr std::int64_t kDouble = 8;
constexpr std::int64_t kSizes[] = {0, 3, kDouble, 64 << 10, 1 << 20};

void ExpectRight(Collective collective, const Choice& choice, Runner& runner) {
  if (!Declines(choice, {.ranks = runner.ranks()}).empty()) return;
  for (const std::int64_t bytes : kSizes) {
    const int roots = HasRoot(collective) ? runner.ranks() : 1;
    for (Rank root = 0; root < roots; ++root) {
      const std::string what =
          fmt::format("{}:{} of {} bytes from {}", ToText(collective), ToText(choice), bytes, root);
      EXPECT_TRUE(Holds(collective, choice, Bytes{bytes}, root, runner)) << what;
      if (Reduces(collective) || bytes > kDouble) continue;
      EXPECT_TRUE(Holds(collective, choice, Bytes{bytes}, root, runner, Spacing::kWithHoles))
          << what << ", with holes";
    }
  }
}

#ifndef COLLTUNE_SMPI  // where the library's function comes first, and has no algorithms to select

/// Whether the library's own broadcast ruins the holes of types.
bool ruins_holes = false;

}  // namespace
}  // namespace colltune::measure

// The linker takes it instead of the library's.
extern "C" int PMPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  static const auto next = reinterpret_cast<decltype(&PMPI_Bcast)>(dlsym(RTLD_NEXT, "PMPI_Bcast"));
  const int code = next(data, count, type, root, comm);
  MPI_Aint lowest = 0;
  MPI_Aint extent = 0;
  PMPI_Type_get_extent(type, &lowest, &extent);
  if (colltune::measure::ruins_holes && extent == 2 && count > 0) static_cast<char*>(data)[1] = 0;
  return code;
}

namespace colltune::measure {
namespace {

#endif

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

#ifndef COLLTUNE_SMPI

TEST(ResultCheckTest, SeesARuinedHole) {
  Runner runner(MPI_COMM_WORLD);
  ruins_holes = true;
  EXPECT_TRUE(Holds(Collective::kBcast, {}, Bytes{8}, 0, runner));
  EXPECT_FALSE(Holds(Collective::kBcast, {}, Bytes{8}, 0, runner, Spacing::kWithHoles));
  ruins_holes = false;
}

// flat takes 50 ms, as its performance begins late; the library far less than half of that.
TEST(EntrantsTest, LeaveOutWhatTakesTooLong) {
  Runner runner(MPI_COMM_WORLD);
  GlobalClock clock(runner.comm(), WtimeClock(), *FindClockSync("shared"), {});
  const auto entrants_by = [&](double most_times, Seconds worth_leaving) {
    OperationMemory memory;
    std::vector<std::unique_ptr<Operation>> operations;
    for (const Choice& choice : {ParseChoice(Collective::kBcast, "flat"), Choice{}}) {
      operations.push_back(
          std::make_unique<Operation>(Collective::kBcast, choice, Bytes{8}, 0, runner, memory));
    }
    const auto late = [](const Operation* operation) {
      if (operation != nullptr && operation->name() == "flat") {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
      }
    };
    const Entrants entrants =
        Enter(std::move(operations), memory, clock, *FindMethod("root"), {},
              {.most_times = most_times, .worth_leaving = worth_leaving, .performs = late});
    EXPECT_TRUE(entrants.failures.empty());
    return entrants.operations.size();
  };
  EXPECT_EQ(entrants_by(2, Seconds(0.02)), 1U);
  EXPECT_EQ(entrants_by(2, Seconds(10)), 2U) << "too short to matter";
  EXPECT_EQ(entrants_by(HUGE_VAL, Seconds(0.02)), 2U);
}

TEST(EntrantsTest, LeaveOutTheLibrarysAlgorithmsThatRuinHoles) {
  Runner runner(MPI_COMM_WORLD);
  const std::vector<Choice> natives = NativeChoices(Collective::kBcast);
  if (natives.empty()) GTEST_SKIP() << "none can be selected";
  GlobalClock clock(runner.comm(), WtimeClock(), *FindClockSync("shared"), {});
  for (const bool ruins : {false, true}) {
    OperationMemory memory;
    std::vector<std::unique_ptr<Operation>> operations;
    for (const Choice& choice : {Choice{}, natives.front()}) {
      operations.push_back(
          std::make_unique<Operation>(Collective::kBcast, choice, Bytes{8}, 0, runner, memory));
    }
    ruins_holes = ruins;
    const Entrants entrants =
        Enter(std::move(operations), memory, clock, *FindMethod("root"), {}, {});
    ruins_holes = false;
    EXPECT_EQ(entrants.operations.size(), ruins ? 1U : 2U);
    ASSERT_EQ(entrants.failures.size(), ruins ? 1U : 0U);
    if (!ruins) continue;
    EXPECT_EQ(entrants.failures[0].choice, ToText(natives.front()));
    EXPECT_EQ(entrants.failures[0].reason, "wrong result on rank 0, of a type with holes");
  }
}

#endif

INSTANTIATE_TEST_SUITE_P(All, EveryCollective, testing::ValuesIn(AllCollectives()),
                         [](const auto& test) { return std::string(ToText(test.param)); });

}  // namespace
}  // namespace colltune::measure
