// Nodes are counted by hosts, and by shared memory where MPI says more of it.
#include "algorithms/mpi/nodes.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "algorithms/mpi/error.h"
#include "algorithms/mpi/unique.h"

namespace colltune {
namespace {

#ifdef COLLTUNE_SMPI
constexpr int kRanksOfHost = 8;  // of cores64
#else
constexpr int kRanksOfHost = 1 << 20;
#endif

UniqueComm Split(int key) {
  MPI_Comm comm = MPI_COMM_NULL;
  Check(PMPI_Comm_split(MPI_COMM_WORLD, 0, key, &comm));
  return UniqueComm(comm);
}

TEST(Nodes, AreHosts) {
  std::vector<int> expected;
  for (int rank = 0; rank < SizeOf(MPI_COMM_WORLD); ++rank) {
    expected.push_back(rank / kRanksOfHost * kRanksOfHost);
  }
  EXPECT_EQ(NodesOf(MPI_COMM_WORLD), expected);
}

TEST(Nodes, AreNumberedByTheCommunicator) {
  const int ranks = SizeOf(MPI_COMM_WORLD);
  std::vector<int> expected;
  for (int rank = 0; rank < ranks; ++rank) {
    const int in_world = ranks - 1 - rank;
    expected.push_back(std::max(0, ranks - kRanksOfHost - in_world / kRanksOfHost * kRanksOfHost));
  }
  EXPECT_EQ(NodesOf(Split(-RankIn(MPI_COMM_WORLD)).get()), expected);
}

// nodes_test_isolated_3 sets a variable by which MPICH says of no two ranks that they share memory,
// as MPICH 5 for UCX does.
TEST(Nodes, NeedNoSharedMemory) {
  if (std::getenv("MPIR_CVAR_NOLOCAL") == nullptr) return;
  MPI_Comm node = MPI_COMM_NULL;
  Check(PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
  const UniqueComm owner(node);
  ASSERT_EQ(SizeOf(node), 1);
  EXPECT_EQ(NodesOf(MPI_COMM_WORLD).back(), 0);
}

TEST(Nodes, MayBeOne) {
  EXPECT_EQ(IsOnOneNode(MPI_COMM_WORLD), SizeOf(MPI_COMM_WORLD) <= kRanksOfHost);
  EXPECT_TRUE(IsOnOneNode(MPI_COMM_SELF));
}

TEST(Nodes, TheFullestCounts) {
  EXPECT_EQ(RanksOfFullestNode(std::array{0, 1, 0, 3, 1, 1}), 3);
  EXPECT_EQ(RanksOfFullestNode(std::array{0}), 1);
  EXPECT_EQ(RanksOfFullestNode({}), 0);
}

}  // namespace
}  // namespace colltune
