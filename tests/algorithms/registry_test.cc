#include "algorithms/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace colltune {
namespace {

TEST(Registry, NamesOfBroadcastsArePersistent) {
  std::vector<std::string_view> names;
  for (const Algorithm& algorithm : Algorithms(Collective::kBcast)) names.push_back(algorithm.name);
  EXPECT_THAT(names, testing::ElementsAre("flat", "flat_nonblocking", "chain", "chain_backward",
                                          "chain_pipelined", "binary", "binomial", "knomial",
                                          "scatter_ring_allgather",
                                          "scatter_recursive_doubling_allgather", "double_tree"));
}

TEST(Registry, EveryLineIsCompleteAndFound) {
  for (const Algorithm& algorithm : Algorithms()) {
    EXPECT_FALSE(algorithm.summary.empty()) << algorithm.name;
    EXPECT_FALSE(algorithm.source.empty()) << algorithm.name;
    EXPECT_EQ(FindAlgorithm(algorithm.collective, algorithm.name), &algorithm);
    EXPECT_NE(algorithm.name, kLibrary);
  }
  EXPECT_EQ(FindAlgorithm(Collective::kBcast, "binomal"), nullptr);
}

TEST(Registry, CollectivesAreFoundByName) {
  EXPECT_EQ(FindCollective("bcast"), Collective::kBcast);
  EXPECT_EQ(FindCollective("Bcast"), std::nullopt);
}

}  // namespace
}  // namespace colltune
