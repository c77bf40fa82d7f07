// The runner on real MPI and in SMPI: every broadcast against the library's own, on datatypes of
// every kind.
#include "algorithms/runner.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <numeric>
#include <string>

#include "algorithms/registry.h"

namespace {
thread_local long allocations = 0;
}  // namespace

// Counts what the runner allocates. The plain forms are all that new-expressions here use.
void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace colltune {
namespace {

struct TypeCase {
  const char* name;
  MPI_Datatype type;
  bool derived = false;  // and to be freed
};

/// Types with holes, a negative lower bound, an extent below and above the size, and no data.
std::vector<TypeCase> Types() {
  std::vector<TypeCase> types = {{"int", MPI_INT}, {"byte", MPI_BYTE}, {"double", MPI_DOUBLE}};
  const auto add = [&](const char* name, auto make) {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    make(&type);
    PMPI_Type_commit(&type);
    types.push_back({name, type, true});
  };
  add("vector", [](MPI_Datatype* t) { PMPI_Type_vector(3, 2, 4, MPI_INT, t); });
  add("negative lower bound", [](MPI_Datatype* t) {
    int lengths[] = {1, 2};
    MPI_Aint places[] = {-8, 4};
    PMPI_Type_create_hindexed(2, lengths, places, MPI_INT, t);
  });
  add("resized", [](MPI_Datatype* t) { PMPI_Type_create_resized(MPI_INT, 0, 24, t); });
  add("empty", [](MPI_Datatype* t) { PMPI_Type_contiguous(0, MPI_INT, t); });
  return types;
}

/// Memory around an operand, so that a byte written beside it shows.
struct Memory {
  static constexpr std::size_t kMargin = 64;
  Memory(std::size_t size, int seed) : bytes(size + 2 * kMargin) {
    std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(seed));
  }
  void* base() { return bytes.data() + kMargin; }
  std::vector<unsigned char> bytes;
};

class RunnerTest : public testing::Test {
 protected:
  int ranks = SizeOf(MPI_COMM_WORLD);
  Rank rank = RankIn(MPI_COMM_WORLD);
  Runner runner{MPI_COMM_WORLD};
};

TEST_F(RunnerTest, EveryBroadcastEqualsTheLibrarys) {
  std::vector<TypeCase> types = Types();
  for (const TypeCase& type : types) {
    MPI_Aint bound = 0;
    MPI_Aint extent = 0;
    PMPI_Type_get_extent(type.type, &bound, &extent);
    for (const int count : {0, 1, 7, 1000}) {
      // The hindexed type spans 12 bytes beyond its extent's start; the margin covers that.
      const auto size = static_cast<std::size_t>(extent) * static_cast<std::size_t>(count);
      for (Rank root = 0; root < ranks; ++root) {
        Memory expected(size, rank);
        PMPI_Bcast(expected.base(), count, type.type, root, MPI_COMM_WORLD);
        for (const Algorithm& algorithm : Algorithms(Collective::kBcast)) {
          Memory memory(size, rank);
          ASSERT_EQ(runner.Run(algorithm, {ranks, root, 1}, {memory.base(), count, type.type, 0}),
                    MPI_SUCCESS);
          ASSERT_EQ(memory.bytes, expected.bytes)
              << algorithm.name << ", " << count << " x " << type.name << ", root " << root;
        }
      }
    }
  }
  for (TypeCase& type : types) {
    if (type.derived) PMPI_Type_free(&type.type);
  }
}

// 10 ints at the root, one vector of 10 ints elsewhere: equal signatures, unequal arguments.
TEST_F(RunnerTest, CountsAndTypesMayDifferBetweenRanks) {
  MPI_Datatype ten_with_holes = MPI_DATATYPE_NULL;
  PMPI_Type_vector(10, 1, 2, MPI_INT, &ten_with_holes);
  PMPI_Type_commit(&ten_with_holes);
  for (const Algorithm& algorithm : Algorithms(Collective::kBcast)) {
    std::vector<int> dense(10), holes(20, -1);
    std::iota(dense.begin(), dense.end(), 100);
    const bool is_root = rank == 0;
    const Operand operand = is_root ? Operand{dense.data(), 10, MPI_INT, 0}
                                    : Operand{holes.data(), 1, ten_with_holes, 0};
    ASSERT_EQ(runner.Run(algorithm, {ranks, 0, 1}, operand), MPI_SUCCESS);
    for (int i = 0; !is_root && i < 10; ++i) {
      ASSERT_EQ(holes[static_cast<std::size_t>(2 * i)], 100 + i) << algorithm.name;
      ASSERT_EQ(holes[static_cast<std::size_t>(2 * i + 1)], -1) << algorithm.name;
    }
  }
  PMPI_Type_free(&ten_with_holes);
}

TEST_F(RunnerTest, BlocksOfElementsGoWhereTheyBelong) {
  // Rank 0 gives element i to rank i, which leaves its other elements alone.
  Schedule schedule;
  if (rank == 0) {
    for (Rank to = 1; to < ranks; ++to) schedule.Send(to, {to, 1});
  } else {
    schedule.Receive(0, {rank, 1});
  }
  std::vector<short> data(static_cast<std::size_t>(3 * ranks), static_cast<short>(rank));
  if (rank == 0) std::iota(data.begin(), data.end(), static_cast<short>(500));
  const std::vector<short> before = data;
  ASSERT_EQ(runner.Run(schedule, {data.data(), 3, MPI_SHORT, 3 * sizeof(short)}), MPI_SUCCESS);
  for (std::size_t i = 0; i < data.size(); ++i) {
    const bool mine = rank != 0 && static_cast<Rank>(i) / 3 == rank;
    EXPECT_EQ(data[i], mine ? static_cast<short>(500 + i) : before[i]);
  }
}

TEST_F(RunnerTest, ARepeatedCallBuildsNothingAndAllocatesNothing) {
  std::vector<int> data(100);
  const auto run_all = [&](int count) {
    for (const Algorithm& algorithm : Algorithms(Collective::kBcast)) {
      for (Rank root = 0; root < ranks; ++root) {
        runner.Run(algorithm, {ranks, root, 1}, {data.data(), count, MPI_INT, 0});
      }
    }
  };
  run_all(1);
  const long before = allocations;
  run_all(1);
  run_all(100);  // another size of message is the same schedule
  EXPECT_EQ(allocations - before, 0);
  EXPECT_GT(before, 0) << "the count of allocations does not work";
}

TEST_F(RunnerTest, TheCallersWildcardsSeeNoMessage) {
  int caught = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  PMPI_Irecv(&caught, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
  int data = rank;
  for (const Algorithm& algorithm : Algorithms(Collective::kBcast)) {
    runner.Run(algorithm, {ranks, 0, 1}, {&data, 1, MPI_INT, 0});
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
  const Algorithm& chain = *FindAlgorithm(Collective::kBcast, "chain");
  // Rank 1 has room for 4 of 8 ints; it still sends, so that rank 2 does not wait for ever.
  const int code = runner.Run(chain, {ranks, 0, 1}, {data.data(), rank == 0 ? 8 : 4, MPI_INT, 0});
  int error_class = MPI_SUCCESS;
  PMPI_Error_class(code, &error_class);
  EXPECT_EQ(error_class, rank == 1 ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
}

TEST_F(RunnerTest, AnErrorAmongSeveralMessagesIsReturnedAndTheOthersArrive) {
  if (ranks < 3) GTEST_SKIP() << "needs two senders";
  // MPICH raises the errors of requests there.
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  std::vector<int> data(8, rank);
  Schedule schedule;
  if (rank == 0) schedule.Receive(1, {0, 2}).Receive(2, {4, 4});
  if (rank == 1 || rank == 2) schedule.Send(0, {0, 4});
  const int code = runner.Run(schedule, {data.data(), 1, MPI_INT, sizeof(int)});
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
  for (const Algorithm& algorithm : Algorithms(Collective::kBcast)) {
    const int count = rank == 0 ? 4 : 8;
    const int code = runner.Run(algorithm, {ranks, 0, 1}, {data.data(), count, MPI_INT, 0});
    // Those behind the root's neighbours get all 8 from a rank that had room for them.
    int worst = MPI_SUCCESS;
    PMPI_Allreduce(&code, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    EXPECT_EQ(worst, MPI_ERR_OTHER) << algorithm.name;
  }
}

}  // namespace
}  // namespace colltune
