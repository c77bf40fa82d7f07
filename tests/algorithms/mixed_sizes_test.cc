// Blocks arrive whole and in their places where the messages between two ranks differ in size.
// SimGrid keeps messages below smpi/async-small-thresh apart from longer ones. Of two messages
// under way the later may therefore be received first.
#include <gtest/gtest.h>

#include <vector>

#include "algorithms/agreement.h"
#include "algorithms/registry.h"
#include "algorithms/run/calls.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

/// Sizes of which two, three or six blocks make 64 KiB, from which on a message of cluster16 is
/// long.
constexpr int kBlocks[] = {40 << 10, 24 << 10, 12 << 10};

class MixedSizes : public testing::Test {
 protected:
  const int ranks = SizeOf(MPI_COMM_WORLD);
  const Rank rank = RankIn(MPI_COMM_WORLD);
  Runner runner{MPI_COMM_WORLD, TestingPlaces(ranks)};

  /// Byte `i` of the block of `owner`: each byte says whose block it is in, and how far from its
  /// start.
  static unsigned char At(Rank owner, int i) {
    return static_cast<unsigned char>(17 * owner + i / 1000);
  }

  static std::vector<unsigned char> BlocksOf(Rank first, Rank last, int bytes) {
    std::vector<unsigned char> blocks;
    blocks.reserve(static_cast<std::size_t>(last - first) * static_cast<std::size_t>(bytes));
    for (Rank owner = first; owner < last; ++owner) {
      for (int i = 0; i < bytes; ++i) blocks.push_back(At(owner, i));
    }
    return blocks;
  }

  /// Calls check(choice, bytes, blocks of all ranks, block of this rank) for each algorithm of the
  /// collective that these ranks can perform.
  template <typename Check>
  void ForEach(Collective collective, Check check) {
    for (const int bytes : kBlocks) {
      const auto all = BlocksOf(0, ranks, bytes);
      const auto mine = BlocksOf(rank, rank + 1, bytes);
      for (const Choice& choice : Choices(collective)) check(choice, bytes, all, mine);
    }
  }

 private:
  std::vector<Choice> Choices(Collective collective) const {
    std::vector<Choice> choices;
    for (const Algorithm& algorithm : Algorithms(collective)) {
      Choice choice = StandardChoice(algorithm);
      if (Agrees(choice)) choice.parameters.padded = kBlocks[0];
      if (!Declines(choice, {.ranks = ranks, .places = runner.places()}).empty()) continue;
      choices.push_back(choice);
    }
    return choices;
  }
};

TEST_F(MixedSizes, Gather) {
  ForEach(Collective::kGather, [this](const Choice& choice, int bytes, const auto& all,
                                      const auto& mine) {
    for (Rank root = 0; root < ranks; ++root) {
      std::vector<unsigned char> got(rank == root ? all.size() : 0);
      EXPECT_EQ(
          Gather(runner, choice, mine.data(), bytes, MPI_BYTE, got.data(), bytes, MPI_BYTE, root),
          MPI_SUCCESS)
          << ToText(choice) << ", " << bytes << " bytes, root " << root << ", rank " << rank;
      if (rank != root) continue;
      EXPECT_TRUE(got == all) << ToText(choice) << ", " << bytes << " bytes, root " << root;
    }
  });
}

TEST_F(MixedSizes, Scatter) {
  ForEach(Collective::kScatter, [this](const Choice& choice, int bytes, const auto& all,
                                       const auto& mine) {
    for (Rank root = 0; root < ranks; ++root) {
      std::vector<unsigned char> got(mine.size());
      EXPECT_EQ(
          Scatter(runner, choice, all.data(), bytes, MPI_BYTE, got.data(), bytes, MPI_BYTE, root),
          MPI_SUCCESS)
          << ToText(choice) << ", " << bytes << " bytes, root " << root << ", rank " << rank;
      EXPECT_TRUE(got == mine) << ToText(choice) << ", " << bytes << " bytes, root " << root
                               << ", rank " << rank;
    }
  });
}

// Ranks agree on the largest block by short messages, before long ones.
TEST_F(MixedSizes, Alltoallv) {
  std::vector<int> counts, places;
  ForEach(Collective::kAlltoallv,
          [&](const Choice& choice, int bytes, const auto& all, const auto& mine) {
            counts.assign(static_cast<std::size_t>(ranks), bytes);
            places.clear();
            for (Rank r = 0; r < ranks; ++r) places.push_back(r * bytes);
            std::vector<unsigned char> sent;
            for (Rank r = 0; r < ranks; ++r) sent.insert(sent.end(), mine.begin(), mine.end());
            std::vector<unsigned char> got(all.size());
            EXPECT_EQ(Alltoallv(runner, choice, sent.data(), counts.data(), places.data(), MPI_BYTE,
                                got.data(), counts.data(), places.data(), MPI_BYTE),
                      MPI_SUCCESS)
                << ToText(choice) << ", " << bytes << " bytes, rank " << rank;
            EXPECT_TRUE(got == all) << ToText(choice) << ", " << bytes << " bytes, rank " << rank;
          });
}

TEST_F(MixedSizes, Allgather) {
  ForEach(Collective::kAllgather, [this](const Choice& choice, int bytes, const auto& all,
                                         const auto& mine) {
    std::vector<unsigned char> got(all.size());
    EXPECT_EQ(Allgather(runner, choice, mine.data(), bytes, MPI_BYTE, got.data(), bytes, MPI_BYTE),
              MPI_SUCCESS)
        << ToText(choice) << ", " << bytes << " bytes, rank " << rank;
    EXPECT_TRUE(got == all) << ToText(choice) << ", " << bytes << " bytes, rank " << rank;
  });
}

}  // namespace
}  // namespace colltune
