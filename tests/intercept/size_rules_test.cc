#include "tuner/intercept/size_rules.h"

#include <gtest/gtest.h>

#include <limits>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "tests/algorithms/testing_places.h"

namespace colltune::intercept {
namespace {

constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kIntMax = 2147483647;

SizeRules ForRow(std::vector<CompiledTable::Rule> row, int ranks = 4) {
  return MakeSizeRules({Collective::kBcast, ranks}, std::nullopt, row);
}

std::vector<std::string> Texts(const SizeRules& rules) {
  std::vector<std::string> texts;
  for (const SizeRule& rule : rules) texts.push_back(ToText(rule));
  return texts;
}

using Lines = std::vector<std::string>;

TEST(SizeRules, NoRowIsTheLibraryForAll) {
  EXPECT_EQ(Texts(ForRow({})), (Lines{"0.. B: library (no row)"}));
}

TEST(SizeRules, CoverAllSizesWithoutGaps) {
  const SizeRules rules =
      ForRow({{{8}, {99}, "chain"}, {{100}, {199}, "library"}, {{300}, {kMax}, "binomial"}});
  EXPECT_EQ(Texts(rules),
            (Lines{"0..0 B: library (empty message)", "1..7 B: library (no rule)",
                   "8..99 B: chain (profile)", "100..199 B: library (profile)",
                   "200..299 B: library (no rule)", "300..2147483647 B: binomial (profile)",
                   "2147483648.. B: library (too large)"}));
}

TEST(SizeRules, EmptyAndHugeMessagesAreTheLibrarysWhateverTheRowSays) {
  const SizeRules rules =
      ForRow({{{0}, {0}, "flat"}, {{1}, {5}, "chain"}, {{kIntMax + 1}, {kMax}, "binomial"}});
  EXPECT_EQ(Texts(rules),
            (Lines{"0..0 B: library (empty message)", "1..5 B: chain (profile)",
                   "6..2147483647 B: library (no rule)", "2147483648.. B: library (too large)"}));
}

TEST(SizeRules, WhatIsForcedGoesBeforeTheRow) {
  const std::vector<CompiledTable::Rule> row = {{{1}, {50}, "flat"}};
  EXPECT_EQ(
      Texts(MakeSizeRules({Collective::kBcast, 4}, ParseChoice(Collective::kBcast, "chain"), row)),
      (Lines{"0..0 B: library (empty message)", "1..2147483647 B: chain (forced)",
             "2147483648.. B: library (too large)"}));
  EXPECT_EQ(Texts(MakeSizeRules({Collective::kBcast, 4}, Choice(), row))[1],
            "1..2147483647 B: library (forced)");
}

TEST(SizeRules, UnknownAlgorithmsAreTheLibrary) {
  EXPECT_EQ(Texts(ForRow({{{1}, {kIntMax}, "tomorrows"}}))[1],
            "1..2147483647 B: library (unknown algorithm tomorrows)");
}

constexpr Limit kNotFour = {"any number of ranks but four",
                            [](const Shape& shape, const Parameters&) { return shape.ranks != 4; }};
Lines ForcedOn(int ranks, const Algorithm& algorithm) {
  return Texts(MakeSizeRules({Collective::kBcast, ranks}, Choice{&algorithm, {}}, {}));
}

TEST(SizeRules, AnAlgorithmThatDeclinesIsTheLibrary) {
  Algorithm picky = *FindAlgorithm(Collective::kBcast, "chain");
  picky.limits = {kNotFour};
  EXPECT_EQ(ForcedOn(4, picky)[1],
            "1..2147483647 B: library (chain needs any number of ranks but four)");
  EXPECT_EQ(ForcedOn(5, picky)[1], "1..2147483647 B: chain (forced)");
}

TEST(SizeRules, ElementsOfACallAreNotKnownYet) {
  const auto places = TestingPlacesForAll();
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    const auto collective = static_cast<Collective>(i);
    for (const Choice& choice : StandardChoices(collective)) {
      if (!choice.HasSchedule()) continue;
      EXPECT_EQ(MakeSizeRules({collective, 8, false, places.get()}, choice, {})
                    .at(KnowsSizes(collective) ? 1 : 0)
                    .choice,
                choice)
          << ToText(collective) << " " << ToText(choice);
    }
  }
}

TEST(SizeRules, WhatIsShapedByTheMachineNeedsPlaces) {
  const Choice tree = ParseChoice(Collective::kBcast, "model_tree");
  EXPECT_EQ(Texts(MakeSizeRules({Collective::kBcast, 8}, tree, {}))[1],
            "1..2147483647 B: library (model_tree:bytes=16K needs a profile that knows where the "
            "ranks are)");
}

TEST(SizeRules, AnAlgorithmInsideTheLibraryMayNotBeToBeSelected) {
  const std::string why = "library (mpich:nb cannot be selected here)";
  EXPECT_EQ(Texts(ForRow({{{8}, {99}, "mpich:nb"}}))[2], "8..99 B: " + why);
  EXPECT_EQ(Texts(MakeSizeRules({Collective::kBcast, 4}, Choice{.native = "nb"}, {}))[1],
            "1..2147483647 B: " + why);
}

TEST(SizeRules, WhereSizesAreNotKnownWhatHoldsForNothingHoldsForAll) {
  const std::vector<CompiledTable::Rule> row = {{{0}, {kMax}, "pairwise"}};
  for (const Collective collective : {Collective::kAlltoallv, Collective::kAlltoallw}) {
    EXPECT_EQ(Texts(MakeSizeRules({collective, 4}, std::nullopt, row)),
              (Lines{"0.. B: pairwise (profile)"}));
  }
  EXPECT_EQ(Texts(MakeSizeRules({Collective::kBarrier, 4}, std::nullopt,
                                std::vector<CompiledTable::Rule>{{{0}, {0}, "dissemination"}})),
            (Lines{"0.. B: dissemination:k=2 (profile)"}));
  EXPECT_EQ(Texts(MakeSizeRules({Collective::kGatherv, 4}, std::nullopt,
                                std::vector<CompiledTable::Rule>{{{8}, {kMax}, "flat"}})),
            (Lines{"0.. B: library (no rule)"}));
}

TEST(SizeRules, TellWhichAlgorithmsNeedACommutativeOperation) {
  const auto needs = [](std::string_view name) {
    const Choice choice = ParseChoice(Collective::kReduceScatter, name);
    return MakeSizeRules({Collective::kReduceScatter, 4}, choice, {})[1].needs_commutative;
  };
  EXPECT_TRUE(needs("ring"));
  EXPECT_FALSE(needs("reduce_scatter"));
  EXPECT_FALSE(needs("library"));
}

TEST(SizeRules, FindsTheRuleAtBothOfItsEnds) {
  CallRules rules = {{{0, 3}, ForRow({{{8}, {99}, "chain"}, {{100}, {199}, "flat"}})}};
  for (SizeRule& rule : rules[0].sizes) {
    EXPECT_EQ(&FindRule(rules, 0, rule.first), &rule);
    EXPECT_EQ(&FindRule(rules, 0, rule.last), &rule);
  }
}

// Roots 1 and 2 have their own row; without another row, the other roots are the library's.
TEST(CallRules, FindsTheRowOfTheRoot) {
  std::vector<CompiledTable::Row> rows = {{Roots{1, 2}, {{{8}, {99}, "chain"}}}};
  const auto choice = [&](Rank root) {
    CallRules rules = MakeCallRules({Collective::kBcast, 4}, std::nullopt, rows);
    return ToText(FindRule(rules, root, Bytes{8}).choice);
  };
  EXPECT_EQ(choice(0), "library");
  EXPECT_EQ(choice(1), "chain");
  EXPECT_EQ(choice(2), "chain");
  EXPECT_EQ(choice(3), "library");
  rows.push_back({std::nullopt, {{{8}, {99}, "flat"}}});
  EXPECT_EQ(choice(0), "flat");
  EXPECT_EQ(choice(2), "chain");
}

TEST(CallRules, AreTheSameForAllRootsWhenForced) {
  const std::vector<CompiledTable::Row> rows = {{Roots{1, 2}, {{{8}, {99}, "chain"}}}};
  CallRules rules =
      MakeCallRules({Collective::kBcast, 4}, ParseChoice(Collective::kBcast, "flat"), rows);
  for (const Rank root : {0, 1, 3}) {
    EXPECT_EQ(ToText(FindRule(rules, root, Bytes{8}).choice), "flat");
  }
}

}  // namespace
}  // namespace colltune::intercept
