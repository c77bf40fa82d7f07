#include "algorithms/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "algorithms/agreement.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

TEST(Registry, NamesOfBroadcastsArePersistent) {
  std::vector<std::string_view> names;
  for (const Algorithm& algorithm : Algorithms(Collective::kBcast)) names.push_back(algorithm.name);
  EXPECT_THAT(
      names,
      testing::ElementsAre(
          "flat", "flat_nonblocking", "chain", "chain_backward", "chain_pipelined", "binary",
          "binomial", "knomial", "scatter_ring_allgather", "scatter_recursive_doubling_allgather",
          "double_tree", "circulant", "bine", "model_tree", "model_forest", "binomial_mapped",
          "binary_mapped", "chain_mapped", "double_tree_mapped", "scatter_ring_allgather_mapped",
          "scatter_recursive_doubling_allgather_mapped", "two_level", "two_level_chain",
          "two_level_double_tree", "two_level_lanes", "three_level"));
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

// The runner agrees on the largest block where the choice has the parameter.
TEST(Registry, AlgorithmsWithSlotsAgreeOnTheLargestBlock) {
  const auto places = TestingPlacesForAll();
  const Shape shape{.ranks = 8, .places = places.get()};
  int agree = 0;
  for (const Algorithm& algorithm : Algorithms()) {
    const Choice choice = StandardChoice(algorithm);
    if (!Declines(choice, shape).empty()) continue;
    agree += Agrees(choice) ? 1 : 0;
    for (const Schedule& schedule : BuildAll(choice, shape)) {
      EXPECT_EQ(schedule.slots() > 0, Agrees(choice)) << algorithm.name;
    }
  }
  EXPECT_GE(agree, 4);
}

TEST(Registry, CollectivesAreFoundByName) {
  EXPECT_EQ(FindCollective("bcast"), Collective::kBcast);
  EXPECT_EQ(FindCollective("Bcast"), std::nullopt);
}

TEST(Registry, ReadsWhatItWrites) {
  for (const std::string_view text :
       {"library", "flat", "knomial:k=8:segment=64K", "mpich:binomial", "mpich:no_such_1",
        "mpich:library", "two_level:within=scatter_ring_allgather:between=flat"}) {
    EXPECT_EQ(ToText(ParseChoice(Collective::kBcast, text)), text);
  }
}

TEST(Registry, PhasesAreNamed) {
  EXPECT_EQ(ToText(ParseChoice(Collective::kReduce, "two_level_chain:between=binomial")),
            "two_level_chain:between=binomial:segment=8K");
  EXPECT_THAT([] { ParseChoice(Collective::kBcast, "two_level:between=2"); },
              testing::ThrowsMessage<std::invalid_argument>(
                  "between '2' of two_level is none of flat, binomial, scatter_ring_allgather"));
}

TEST(Registry, ReadsNamesOfEarlierVersions) {
  EXPECT_EQ(ToText(ParseChoice(Collective::kBcast, "two_level_scatter_ring_allgather")),
            "two_level:within=scatter_ring_allgather:between=flat");
  EXPECT_EQ(ToText(ParseChoice(Collective::kReduce, "two_level_rabenseifner")),
            "two_level:within=rabenseifner:between=flat");
}

TEST(Registry, ANameBehindThePrefixIsTheLibrarys) {
  const Choice native = ParseChoice(Collective::kBcast, "mpich:binomial");
  EXPECT_EQ(native, Choice{.native = "binomial"});
  EXPECT_TRUE(native.IsNative());
  EXPECT_FALSE(native.IsLibrary());
  EXPECT_FALSE(native.HasSchedule());
  EXPECT_NE(native, ParseChoice(Collective::kBcast, "binomial"));
  EXPECT_NE(native, ParseChoice(Collective::kBcast, "mpich:nb"));
  EXPECT_NE(native, Choice{});
  EXPECT_TRUE(Choice{}.IsLibrary());
}

TEST(Registry, RefusesWhatIsNoName) {
  for (const std::string_view text :
       {"mpich:", "mpich", "mpich:Binomial", "mpich:a b", "mpich:a:k=2", "mpich:a\n", "Mpich:a"}) {
    EXPECT_THROW(ParseChoice(Collective::kBcast, text), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace colltune
