#include "tuner/evaluate/table_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/timed.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Rule MakeRule(std::int64_t first, std::int64_t last, const char* choice) {
  return {Bytes{first}, Bytes{last}, choice, {}};
}

Row RowOf(std::vector<Rule> rules, std::optional<Roots> roots = std::nullopt) {
  return {Collective::kBcast, RegionOf(16, 8), std::move(rules), roots};
}

/// Says where the tables disagree, and between which choices.
std::string Where(const Disagreement& one) {
  std::string roots;
  if (one.roots) {
    roots = std::to_string(one.roots->first) + "-" + std::to_string(one.roots->last) + ": ";
  }
  return roots + std::to_string(one.first.count) + ".." + std::to_string(one.last.count) + " " +
         std::string(one.one.text()) + " " + std::string(one.other.text());
}

std::vector<std::string> Compared(const DecisionTable& one, const DecisionTable& other) {
  std::vector<std::string> all;
  for (const Disagreement& each : FindDisagreements(one, other)) all.push_back(Where(each));
  return all;
}

TEST(Disagreements, AreNoneBetweenEqualDecisions) {
  const DecisionTable whole{{RowOf({MakeRule(1, 64, "flat")})}};
  const DecisionTable parts{{RowOf({MakeRule(1, 8, "flat"), MakeRule(9, 64, "flat")})}};
  EXPECT_THAT(Compared(whole, whole), IsEmpty());
  EXPECT_THAT(Compared(whole, parts), IsEmpty());
}

TEST(Disagreements, AreFoundWhereRulesOverlap) {
  const DecisionTable one{{RowOf({MakeRule(1, 64, "flat"), MakeRule(65, 999, "chain")})}};
  const DecisionTable other{{RowOf({MakeRule(9, 99, "binomial"), MakeRule(100, 2000, "chain")})}};
  EXPECT_THAT(Compared(one, other),
              ElementsAre("1..8 flat library", "9..64 flat binomial", "65..99 chain binomial",
                          "1000..2000 library chain"));
}

TEST(Disagreements, GoOnOverBordersOfRules) {
  const DecisionTable one{{RowOf({MakeRule(1, 64, "flat")})}};
  const DecisionTable other{{RowOf({MakeRule(1, 8, "chain"), MakeRule(9, 64, "chain")})}};
  EXPECT_THAT(Compared(one, other), ElementsAre("1..64 flat chain"));
}

TEST(Disagreements, TakeNoRowAndNoRuleForTheLibrarys) {
  const DecisionTable library{{RowOf({MakeRule(1, 64, "library")})}};
  const DecisionTable chain{{RowOf({MakeRule(1, 64, "chain")})}};
  EXPECT_THAT(Compared({}, library), IsEmpty());
  EXPECT_THAT(Compared({}, chain), ElementsAre("1..64 library chain"));
  EXPECT_THAT(Compared(chain, {}), ElementsAre("1..64 chain library"));
}

TEST(Disagreements, AreOfTheRootsThatRowsName) {
  const DecisionTable one{
      {RowOf({MakeRule(1, 64, "flat")}), RowOf({MakeRule(1, 64, "chain")}, Roots{4, 7})}};
  const DecisionTable other{
      {RowOf({MakeRule(1, 64, "flat")}), RowOf({MakeRule(1, 64, "chain")}, Roots{6, 9})}};
  EXPECT_THAT(Compared(one, other), ElementsAre("4-5: 1..64 chain flat", "8-9: 1..64 flat chain"));
}

TEST(Disagreements, CostWhatWasMeasured) {
  // Three sizes, of which one lies beyond the range, and one has not timed both choices.
  const auto at = [](std::int64_t bytes, double flat, double chain) {
    return Evidence{
        Bytes{bytes}, {TimedWithin("flat", flat, 0), TimedWithin("chain", chain, 0)}, ""};
  };
  Evidence untimed = at(4, 1, 0);
  untimed.candidates[1].samples = 0;
  Rule flat = MakeRule(1, 64, "flat");
  flat.evidence = {at(2, 10, 12), untimed, at(8, 10, 15), at(60, 10, 99)};
  const DecisionTable one{{RowOf({flat})}};
  Rule chain = MakeRule(1, 50, "chain");
  chain.evidence = {at(16, 10, 8)};
  const DecisionTable other{{RowOf({chain, MakeRule(51, 64, "flat")})}};
  const std::vector<Disagreement> found = FindDisagreements(one, other);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].by_one.sizes, 2);
  EXPECT_DOUBLE_EQ(found[0].by_one.least, 1.2);
  EXPECT_DOUBLE_EQ(found[0].by_one.most, 1.5);
  EXPECT_EQ(found[0].by_other.sizes, 1);
  EXPECT_DOUBLE_EQ(found[0].by_other.least, 0.8);
  EXPECT_EQ(ToText(found),
            "bcast on 16 ranks, 8 per node\n"
            "              1..50  flat                      chain                        "
            "1.20..1.50 (2)               0.80\n");
}

TEST(Disagreements, HaveOneHeadForTheCallsOfARow) {
  const DecisionTable one{{RowOf({MakeRule(1, 8, "flat"), MakeRule(9, 64, "chain")}, Roots{3, 3})}};
  EXPECT_EQ(ToText(FindDisagreements(one, {})),
            "bcast on 16 ranks, 8 per node, root 3\n"
            "               1..8  flat                      library                         "
            "          -                  -\n"
            "              9..64  chain                     library                         "
            "          -                  -\n");
}

TEST(Disagreements, AreNamedForThePartsOfRegions) {
  const auto row = [](const Region& region, const char* choice) {
    return Row{Collective::kBcast, region, {MakeRule(1, 64, choice)}};
  };
  // 1 to 4 nodes of 1 to 2 ranks against all of 3 to 8 nodes of 2.
  const DecisionTable one{{row({{1, 4}, {1, 2}, {}}, "flat")}};
  const DecisionTable other{{row({{3, 8}, {2, 2}, {}}, "chain")}};
  std::vector<std::string> all;
  for (const Disagreement& each : FindDisagreements(one, other)) {
    all.push_back(ToText(each.region) + ": " + Where(each));
  }
  EXPECT_THAT(all, testing::UnorderedElementsAre("1 to 2 nodes of 1 to 2 ranks: 1..64 flat library",
                                                 "3 to 4 nodes of 1 rank: 1..64 flat library",
                                                 "3 to 4 nodes of 2 ranks: 1..64 flat chain",
                                                 "5 to 8 nodes of 2 ranks: 1..64 library chain"));
}

}  // namespace
}  // namespace colltune::tune
