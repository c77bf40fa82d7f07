// Messages and reductions of more than 2^31 bytes: more than an int counts.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "algorithms/registry.h"
#include "algorithms/run/calls.h"

namespace colltune {
namespace {

constexpr std::int64_t kTwoToThe31 = std::int64_t{1} << 31;

// The only segment has more bytes than an int counts.
TEST(Large, ASegmentOfTwoGibibytesArrives) {
  if (SizeOf(MPI_COMM_WORLD) != 2) GTEST_SKIP() << "needs 2 ranks, of 2 GiB each";
  constexpr int kCount = 1 << 29;
  Runner runner(MPI_COMM_WORLD);
  std::vector<int> data(kCount);
  if (runner.rank() == 0) {
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<int>(i * 2654435761U);
  }
  const Choice choice = ParseChoice(Collective::kBcast, "chain_pipelined:segment=2G");
  ASSERT_EQ(Bcast(runner, choice, data.data(), kCount, MPI_INT, 0), MPI_SUCCESS);
  std::int64_t wrong = 0;
  for (std::size_t i = 0; i < data.size(); ++i)
    wrong += data[i] != static_cast<int>(i * 2654435761U);
  EXPECT_EQ(wrong, 0);
}

std::int64_t combined = 0;
void CountItems(void*, void*, int* length, MPI_Datatype*) { combined += *length; }

// Items of a type of no extent, so that a buffer can hold more than 2^31 of them.
TEST(Large, AReductionOfMoreItemsThanAnIntCountsIsDoneInPortions) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  PMPI_Type_create_resized(MPI_BYTE, 0, 0, &type);
  PMPI_Type_commit(&type);
  MPI_Op op = MPI_OP_NULL;
  PMPI_Op_create(CountItems, 1, &op);
  char in = 0;
  char out = 0;
  Runner runner(MPI_COMM_WORLD);
  Operands operands;
  operands.input = BufferView(&in, kTwoToThe31 + 5, type);
  operands.output = BufferView(&out, kTwoToThe31 + 5, type);
  operands.op = op;
  ASSERT_EQ(runner.Run(Schedule().Reduce(Input(0, 1), Output(0, 1)), operands), MPI_SUCCESS);
  EXPECT_EQ(combined, kTwoToThe31 + 5);
  PMPI_Op_free(&op);
  PMPI_Type_free(&type);
}

}  // namespace
}  // namespace colltune
