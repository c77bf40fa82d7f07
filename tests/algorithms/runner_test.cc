// The runner on real MPI and in SMPI: what it keeps, what it reports, and what nobody else sees.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <numeric>
#include <string>

#include "algorithms/agreement.h"
#include "algorithms/registry.h"
#include "algorithms/run/calls.h"
#include "tests/algorithms/problem.h"
#include "tests/algorithms/testing_places.h"

namespace {
thread_local long allocations = 0;
}  // namespace

// Counts what the runner allocates. New-expressions here use the plain forms alone, and
// std::stable_sort the one that does not throw.
void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace colltune {
namespace {

class RunnerTest : public testing::Test {
 protected:
  int ranks = SizeOf(MPI_COMM_WORLD);
  Rank rank = RankIn(MPI_COMM_WORLD);
  Runner runner{MPI_COMM_WORLD, TestingPlaces(SizeOf(MPI_COMM_WORLD))};

  /// The broadcasts that ranks at these places can perform.
  std::vector<Choice> Broadcasts() const {
    constexpr int kMany = 1000;  // elements
    std::vector<Choice> all = StandardChoices(Collective::kBcast);
    std::erase_if(all, [&](const Choice& choice) {
      return !Declines(choice, {.ranks = ranks, .elements = kMany, .places = runner.places()})
                  .empty();
    });
    return all;
  }
};

// 10 ints at the root, one vector of 10 ints elsewhere: equal signatures, unequal arguments.
TEST_F(RunnerTest, CountsAndTypesMayDifferBetweenRanks) {
  MPI_Datatype ten_with_holes = MPI_DATATYPE_NULL;
  PMPI_Type_vector(10, 1, 2, MPI_INT, &ten_with_holes);
  PMPI_Type_commit(&ten_with_holes);
  for (const Choice& choice : Broadcasts()) {
    std::vector<int> dense(10), holes(20, -1);
    std::iota(dense.begin(), dense.end(), 100);
    const bool is_root = rank == 0;
    ASSERT_EQ(is_root ? Bcast(runner, choice, dense.data(), 10, MPI_INT, 0)
                      : Bcast(runner, choice, holes.data(), 1, ten_with_holes, 0),
              MPI_SUCCESS);
    for (int i = 0; !is_root && i < 10; ++i) {
      ASSERT_EQ(holes[static_cast<std::size_t>(2 * i)], 100 + i) << ToText(choice);
      ASSERT_EQ(holes[static_cast<std::size_t>(2 * i + 1)], -1) << ToText(choice);
    }
  }
  PMPI_Type_free(&ten_with_holes);
}

TEST_F(RunnerTest, BlocksOfElementsGoWhereTheyBelong) {
  // Rank 0 gives element i to rank i, which leaves its other elements alone.
  Schedule schedule;
  if (rank == 0) {
    for (Rank to = 1; to < ranks; ++to) schedule.Send(to, Output(to, 1));
  } else {
    schedule.Receive(0, Output(rank, 1));
  }
  std::vector<short> data(static_cast<std::size_t>(3 * ranks), static_cast<short>(rank));
  if (rank == 0) std::iota(data.begin(), data.end(), static_cast<short>(500));
  const std::vector<short> before = data;
  Operands operands;
  operands.output = BufferView(data.data(), 3, MPI_SHORT);
  ASSERT_EQ(runner.Run(schedule, operands), MPI_SUCCESS);
  for (std::size_t i = 0; i < data.size(); ++i) {
    const bool mine = rank != 0 && static_cast<Rank>(i) / 3 == rank;
    EXPECT_EQ(data[i], mine ? static_cast<short>(500 + i) : before[i]);
  }
}

/// Whether a message of any rank has blocks that lie apart, in a call with `elements` in a block.
bool HasSeveralParts(const Choice& choice, int ranks, std::int64_t elements) {
  const auto places = TestingPlaces(ranks);
  const Shape shape = ScheduleShape(*choice.algorithm,
                                    {.ranks = ranks, .elements = elements, .places = places.get()});
  return std::ranges::any_of(BuildAll(choice, shape), [](const Schedule& schedule) {
    return std::ranges::any_of(schedule.messages(), [](const Message& message) {
      return message.block.buffer == Buffer::kParts;
    });
  });
}

/// Returns the standard choice of each algorithm, and those that keep also longer blocks in slots.
std::vector<Choice> EveryChoice() {
  std::vector<Choice> choices;
  for (const Algorithm& algorithm : Algorithms()) {
    choices.push_back(StandardChoice(algorithm));
    if (!Agrees(choices.back())) continue;
    choices.push_back(choices.back());
    choices.back().parameters.padded = 1 << 20;
  }
  return choices;
}

TEST_F(RunnerTest, ARepeatedCallBuildsNothingAndAllocatesNothing) {
  for (const Choice& choice : EveryChoice()) {
    Problem problem{.collective = choice.algorithm->collective, .choice = choice};
    problem.count = 100;
    const auto count = [](auto&& call) {
      const long before = allocations;
      call();
      return allocations - before;
    };
    int declined = 0;
    const auto [first, second] = Repeat(problem, runner, MPI_COMM_WORLD, count, declined);
    if (declined > 0) continue;
    EXPECT_GT(first, 0) << "the count of allocations does not work";
    if (HasSeveralParts(problem.choice, ranks, problem.count)) continue;  // makes a datatype
    EXPECT_EQ(second, 0) << ToText(problem);
  }
}

// Broadcasts that move the message as a whole have one schedule for all sizes.
TEST_F(RunnerTest, AnotherSizeOfAWholeMessageIsTheSameSchedule) {
  std::vector<int> data(100);
  for (const Choice& choice : Broadcasts()) {
    if (choice.algorithm->divides) continue;
    Bcast(runner, choice, data.data(), 1, MPI_INT, 0);
    const long before = allocations;
    Bcast(runner, choice, data.data(), 100, MPI_INT, 0);
    EXPECT_EQ(allocations, before) << ToText(choice);
  }
}

// Slots have one schedule for all sizes up to the limit.
TEST_F(RunnerTest, AnotherSizeInSlotsIsTheSameSchedule) {
  const auto n = static_cast<std::size_t>(ranks);
  const std::vector<int> few(n, 1);
  const std::vector<int> many(n, 5);
  std::vector<int> places(n);
  for (Rank r = 0; r < ranks; ++r) places[static_cast<std::size_t>(r)] = 5 * r;
  const std::vector<int> sent(5 * n, rank);
  std::vector<int> got(5 * n);
  const auto call = [&](const Choice& choice, const std::vector<int>& counts) {
    EXPECT_EQ(Alltoallv(runner, choice, sent.data(), counts.data(), places.data(), MPI_INT,
                        got.data(), counts.data(), places.data(), MPI_INT),
              MPI_SUCCESS);
  };
  for (const Choice& choice : StandardChoices(Collective::kAlltoallv)) {
    const Shape shape{.ranks = ranks, .places = runner.places()};
    if (!Agrees(choice) || !Declines(choice, shape).empty()) continue;
    call(choice, many);
    const long before = allocations;
    call(choice, few);
    EXPECT_EQ(allocations, before) << ToText(choice);
  }
}

TEST_F(RunnerTest, TheCallersWildcardsSeeNoMessage) {
  int caught = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  PMPI_Irecv(&caught, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
  int data = rank;
  for (const Choice& choice : Broadcasts()) {
    Bcast(runner, choice, &data, 1, MPI_INT, 0);
  }
  int done = 1;
  PMPI_Test(&request, &done, MPI_STATUS_IGNORE);
  EXPECT_FALSE(done);
  PMPI_Barrier(MPI_COMM_WORLD);
  int mail = 4711;
  PMPI_Send(&mail, 1, MPI_INT, (rank + 1) % ranks, 5, MPI_COMM_WORLD);
  PMPI_Wait(&request, MPI_STATUS_IGNORE);
  EXPECT_EQ(caught, 4711);
}

#ifndef COLLTUNE_SMPI  // SMPI does not report truncation as an error code
TEST_F(RunnerTest, AnErrorIsReturnedAndNobodyWaits) {
  if (ranks < 3) GTEST_SKIP() << "needs a rank behind the one that fails";
  std::vector<int> data(8);
  const Choice chain = ParseChoice(Collective::kBcast, "chain");
  // Rank 1 has room for 4 of 8 ints. It still sends, so that rank 2 does not wait for ever. It also
  // tells rank 2 of the error, so that rank 2 does not take the message for the root's.
  const int code = Bcast(runner, chain, data.data(), rank == 0 ? 8 : 4, MPI_INT, 0);
  int error_class = MPI_SUCCESS;
  PMPI_Error_class(code, &error_class);
  EXPECT_EQ(error_class, rank == 0 ? MPI_SUCCESS : rank == 1 ? MPI_ERR_TRUNCATE : MPI_ERR_OTHER);
  // The failed call leaves no message behind.
  EXPECT_EQ(Bcast(runner, chain, data.data(), 4, MPI_INT, 0), MPI_SUCCESS);
}

TEST_F(RunnerTest, AnErrorAmongSeveralMessagesIsReturnedAndTheOthersArrive) {
  if (ranks < 3) GTEST_SKIP() << "needs two senders";
  // MPICH raises the errors of requests there.
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  std::vector<int> data(8, rank);
  Schedule schedule;
  if (rank == 0) schedule.Receive(1, Output(0, 2)).Receive(2, Output(4, 4));
  if (rank == 1 || rank == 2) schedule.Send(0, Output(0, 4));
  Operands operands;
  operands.output = BufferView(data.data(), 1, MPI_INT);
  const int code = runner.Run(schedule, operands);
  int error_class = MPI_SUCCESS;
  PMPI_Error_class(code, &error_class);
  EXPECT_EQ(error_class, rank == 0 ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
  EXPECT_EQ(data[7], rank == 0 ? 2 : rank);
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}
#endif

TEST_F(RunnerTest, AMessageThatIsTooShortIsAnError) {
  if (ranks < 2) GTEST_SKIP() << "needs a receiver";
  std::vector<int> data(8);
  for (const Choice& choice : Broadcasts()) {
    // Ranks that disagree on the size of a divided message have schedules that do not fit each
    // other.
    if (choice.algorithm->divides) continue;
    const int count = rank == 0 ? 4 : 8;
    const int code = Bcast(runner, choice, data.data(), count, MPI_INT, 0);
    // Ranks further from the root get all 8 ints, from a rank that tells them of its error.
    EXPECT_EQ(code, rank == 0 ? MPI_SUCCESS : MPI_ERR_OTHER) << ToText(choice);
  }
}

#ifndef COLLTUNE_SMPI  // where nothing is received, as asking takes time

// Stands for a call that was wrong on rank 1 alone. A synchronous message ends when it is received.
TEST(RunnersEnd, ReceivesWhatNobodyHasReceived) {
  const int rank = RankIn(MPI_COMM_WORLD);
  if (SizeOf(MPI_COMM_WORLD) < 2) GTEST_SKIP() << "nobody else";
  std::array<int, 2> sent{};
  MPI_Request request = MPI_REQUEST_NULL;
  {
    Runner runner(MPI_COMM_WORLD);
    if (rank == 0) {
      Check(PMPI_Issend(sent.data(), 2, MPI_INT, 1, 7, runner.comm(), &request));
    }
    Check(PMPI_Barrier(MPI_COMM_WORLD));
  }
  const double end = PMPI_Wtime() + 10;  // s
  int is_over = 0;
  while (is_over == 0 && PMPI_Wtime() < end) {
    Check(PMPI_Test(&request, &is_over, MPI_STATUS_IGNORE));
  }
  EXPECT_EQ(is_over, 1);
}

#endif

}  // namespace
}  // namespace colltune
