// The collectives of colltune.h: each algorithm leaves the same result as MPI's own call, and wrong
// arguments are reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <vector>

#include "algorithms/mpi/unique.h"
#include "algorithms/native/native.h"
#include "measure/api/colltune.h"

namespace colltune::measure {
namespace {

constexpr int kItems = 3;  // of a block

class CallsTest : public testing::Test {
 protected:
  CallsTest() {
    EXPECT_EQ(colltune_open(MPI_COMM_WORLD, &handle), COLLTUNE_SUCCESS);
    for (int r = 0; r < ranks; ++r) {
      // Blocks of growing sizes, with a hole of an item after each.
      places.push_back(r * (kItems + 1) + r * (r - 1) / 2);
      byte_places.push_back(places.back() * static_cast<int>(sizeof(int)));
      counts.push_back(kItems + r - 1);
      equal.push_back(kItems);
      types.push_back(MPI_INT);
    }
    // Each rank receives from each other what that one sends: equal sizes for alltoallv and
    // alltoallw.
    send.resize(static_cast<std::size_t>(ranks * (ranks + kItems + 1)));
    std::iota(send.begin(), send.end(), 1000 * (rank + 1));
    receive.resize(send.size());
  }
  ~CallsTest() override { EXPECT_EQ(colltune_close(handle), COLLTUNE_SUCCESS); }

  struct Case {
    const char* op;
    std::function<int(const char* algorithm)> call;  // nullptr: MPI's own
  };

  std::vector<Case> Cases();

  const int rank = RankIn(MPI_COMM_WORLD);
  const int ranks = SizeOf(MPI_COMM_WORLD);
  const int root = ranks - 1;
  colltune_handle* handle = nullptr;
  std::vector<int> places, byte_places, counts, equal, send, receive;
  std::vector<MPI_Datatype> types;
};

std::vector<CallsTest::Case> CallsTest::Cases() {
  // Buffers are read when the case is called.
#define CASE(op, Op, ...)                                                   \
  {                                                                         \
#op, [this](const char* a) {                                              \
     return a != nullptr ? colltune_##op(handle, a, __VA_ARGS__)             \
                         : MPI_##Op(__VA_ARGS__, MPI_COMM_WORLD);            \
   } \
  }
#define SEND send.data(), kItems, MPI_INT
#define RECEIVE receive.data(), kItems, MPI_INT
#define OPERANDS send.data(), receive.data(), kItems, MPI_INT, MPI_SUM
#define MINE counts[static_cast<std::size_t>(rank)]
  return {
      CASE(bcast, Bcast, rank == root ? send.data() : receive.data(), kItems, MPI_INT, root),
      CASE(scatter, Scatter, SEND, RECEIVE, root),
      CASE(scatterv, Scatterv, send.data(), counts.data(), places.data(), MPI_INT, receive.data(),
           MINE, MPI_INT, root),
      CASE(gather, Gather, SEND, RECEIVE, root),
      CASE(gatherv, Gatherv, send.data(), MINE, MPI_INT, receive.data(), counts.data(),
           places.data(), MPI_INT, root),
      CASE(reduce, Reduce, OPERANDS, root),
      CASE(allreduce, Allreduce, OPERANDS),
      CASE(allgather, Allgather, SEND, RECEIVE),
      CASE(allgatherv, Allgatherv, send.data(), MINE, MPI_INT, receive.data(), counts.data(),
           places.data(), MPI_INT),
      CASE(alltoall, Alltoall, SEND, RECEIVE),
      CASE(alltoallv, Alltoallv, send.data(), equal.data(), places.data(), MPI_INT, receive.data(),
           equal.data(), places.data(), MPI_INT),
      CASE(alltoallw, Alltoallw, send.data(), equal.data(), byte_places.data(), types.data(),
           receive.data(), equal.data(), byte_places.data(), types.data()),
      {"barrier",
       [this](const char* a) {
         return a != nullptr ? colltune_barrier(handle, a) : MPI_Barrier(MPI_COMM_WORLD);
       }},
      CASE(reduce_scatter_block, Reduce_scatter_block, OPERANDS),
      CASE(reduce_scatter, Reduce_scatter, send.data(), receive.data(), counts.data(), MPI_INT,
           MPI_SUM),
      CASE(scan, Scan, OPERANDS),
      CASE(exscan, Exscan, OPERANDS),
  };
#undef CASE
#undef SEND
#undef RECEIVE
#undef OPERANDS
#undef MINE
}

TEST_F(CallsTest, LeaveWhatMpisCallsLeave) {
  const auto cases = Cases();
  EXPECT_EQ(cases.size(), 17u);
  int performed = 0;
  for (const Case& one : cases) {
    std::ranges::fill(receive, -1);
    ASSERT_EQ(one.call(nullptr), MPI_SUCCESS);
    const std::vector<int> expected = receive;
    int count = 0;
    const char* const* names = nullptr;
    ASSERT_EQ(colltune_algorithms(one.op, &count, &names), COLLTUNE_SUCCESS);
    EXPECT_STREQ(names[0], "library");
    for (int j = 0; j < count; ++j) {
      std::ranges::fill(receive, -1);
      const int code = one.call(names[j]);
      if (code == COLLTUNE_ERROR_DECLINED) continue;
      EXPECT_EQ(code, COLLTUNE_SUCCESS) << one.op << ":" << names[j] << " " << colltune_error();
      EXPECT_EQ(receive, expected) << one.op << ":" << names[j];
      ++performed;
    }
  }
  EXPECT_GT(performed, 17 * 2);
}

// `nb` performs the nonblocking collective, and is in all lists of MPICH 4.0.
TEST_F(CallsTest, TakeAlgorithmsInsideTheLibrary) {
  for (const Case& one : Cases()) {
    const bool has_it = !NativeAlgorithms(*FindCollective(one.op)).empty();
    std::ranges::fill(receive, -1);
    ASSERT_EQ(one.call(nullptr), MPI_SUCCESS);
    const std::vector<int> expected = receive;
    std::ranges::fill(receive, -1);
    EXPECT_EQ(one.call("mpich:nb"), has_it ? COLLTUNE_SUCCESS : COLLTUNE_ERROR_ARGUMENT) << one.op;
    if (has_it) {
      EXPECT_EQ(receive, expected) << one.op;
    }
    EXPECT_EQ(one.call("mpich:no_such"), COLLTUNE_ERROR_ARGUMENT) << one.op;
    EXPECT_THAT(colltune_error(), testing::HasSubstr("no algorithm 'no_such'"));
  }
}

TEST_F(CallsTest, TakeMpiInPlaceWhereMpiDoes) {
  std::vector<int> sum = {rank, 1};
  EXPECT_EQ(colltune_allreduce(handle, "recursive_doubling", MPI_IN_PLACE, sum.data(), 2, MPI_INT,
                               MPI_SUM),
            COLLTUNE_SUCCESS);
  EXPECT_EQ(sum, (std::vector<int>{ranks * (ranks - 1) / 2, ranks}));
  // Ranks other than the root say nothing about the blocks that are sent.
  const bool is_root = rank == root;
  std::iota(send.begin(), send.end(), 0);
  receive[0] = root;
  EXPECT_EQ(colltune_scatter(handle, "binomial", is_root ? send.data() : nullptr, is_root ? 1 : -5,
                             is_root ? MPI_INT : MPI_DATATYPE_NULL,
                             is_root ? MPI_IN_PLACE : receive.data(), 1, MPI_INT, root),
            COLLTUNE_SUCCESS)
      << colltune_error();
  EXPECT_EQ(receive[0], rank);
}

void ExpectRefused(int code, const char* text) {
  EXPECT_EQ(code, COLLTUNE_ERROR_ARGUMENT) << text;
  EXPECT_THAT(colltune_error(), testing::HasSubstr(text));
}

TEST_F(CallsTest, ReportWrongUse) {
  int* const in = send.data();
  int* const out = receive.data();
  ExpectRefused(colltune_bcast(nullptr, "flat", out, 1, MPI_INT, 0), "handle is a null pointer");
  ExpectRefused(colltune_bcast(handle, nullptr, out, 1, MPI_INT, 0), "algorithm is a null pointer");
  ExpectRefused(colltune_bcast(handle, "ring", out, 1, MPI_INT, 0),
                "unknown algorithm 'ring' for bcast");
  ExpectRefused(colltune_bcast(handle, "flat", out, 1, MPI_INT, -1),
                "bcast: root -1 is not from 0");
  ExpectRefused(colltune_bcast(handle, "flat", out, 1, MPI_INT, ranks), "is not from 0 to");
  ExpectRefused(colltune_bcast(handle, "flat", out, -1, MPI_INT, 0),
                "receive count -1 is negative");
  ExpectRefused(colltune_bcast(handle, "flat", out, 1, MPI_DATATYPE_NULL, 0), "MPI_DATATYPE_NULL");
  ExpectRefused(colltune_bcast(handle, "flat", nullptr, 1, MPI_INT, 0), "receive buffer is a null");
  ExpectRefused(colltune_bcast(handle, "flat", MPI_IN_PLACE, 1, MPI_INT, 0), "not be MPI_IN_PLACE");
  ExpectRefused(colltune_allgather(handle, "ring", in, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT),
                "receive buffer must not be MPI_IN_PLACE");
  ExpectRefused(colltune_allreduce(handle, "ring", in, out, 1, MPI_INT, MPI_OP_NULL),
                "MPI_OP_NULL");
  ExpectRefused(
      colltune_allgatherv(handle, "ring", in, 1, MPI_INT, out, nullptr, places.data(), MPI_INT),
      "an array of the receive side is a null pointer");
  ExpectRefused(colltune_alltoallv(handle, "flat", in, counts.data(), nullptr, MPI_INT, out,
                                   counts.data(), places.data(), MPI_INT),
                "an array of the send side is a null pointer");
  ExpectRefused(colltune_alltoallw(handle, "flat", in, counts.data(), byte_places.data(), nullptr,
                                   out, counts.data(), byte_places.data(), types.data()),
                "an array of the send side");
  EXPECT_EQ(colltune_open(MPI_COMM_WORLD, nullptr), COLLTUNE_ERROR_ARGUMENT);
  EXPECT_EQ(colltune_open(MPI_COMM_NULL, &handle), COLLTUNE_ERROR_ARGUMENT);
  EXPECT_EQ(colltune_close(nullptr), COLLTUNE_ERROR_ARGUMENT);
  int count = 0;
  const char* const* names = nullptr;
  EXPECT_EQ(colltune_algorithms("reduction", &count, &names), COLLTUNE_ERROR_ARGUMENT);
  EXPECT_EQ(colltune_algorithms("reduce", nullptr, &names), COLLTUNE_ERROR_ARGUMENT);
  EXPECT_EQ(colltune_algorithms("reduce", &count, nullptr), COLLTUNE_ERROR_ARGUMENT);
  EXPECT_EQ(colltune_algorithms(nullptr, &count, &names), COLLTUNE_ERROR_ARGUMENT);
  // The handle is still usable.
  EXPECT_EQ(colltune_barrier(handle, "dissemination"), COLLTUNE_SUCCESS);
}

TEST_F(CallsTest, OutliveTheCommunicatorThatWasOpened) {
  MPI_Comm copy = MPI_COMM_NULL;
  PMPI_Comm_dup(MPI_COMM_WORLD, &copy);
  colltune_handle* other = nullptr;
  ASSERT_EQ(colltune_open(copy, &other), COLLTUNE_SUCCESS);
  PMPI_Comm_free(&copy);
  int value = rank == root ? 42 : 0;
  EXPECT_EQ(colltune_bcast(other, "binomial", &value, 1, MPI_INT, root), COLLTUNE_SUCCESS);
  EXPECT_EQ(value, 42);
  EXPECT_EQ(colltune_close(other), COLLTUNE_SUCCESS);
}

TEST(Version, IsThatOfTheHeader) { EXPECT_EQ(colltune_api(), COLLTUNE_MEASURE_API); }

}  // namespace
}  // namespace colltune::measure
