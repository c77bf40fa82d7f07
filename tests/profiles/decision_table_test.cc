#include "profiles/decision_table.h"

#include <gtest/gtest.h>

namespace colltune {
namespace {

Rule MakeRule(std::int64_t first, std::int64_t last, std::string choice) {
  return {Bytes{first}, Bytes{last}, std::move(choice), {}};
}

// A gap from 11 to 19 and nothing below 1.
const Row kRow = {
    Collective::kBcast,
    RegionOf(4, 2),
    {MakeRule(1, 10, "flat"), MakeRule(20, 20, "chain"), MakeRule(21, 90, "library")}};

ChoiceId ChoiceAt(std::int64_t bytes) {
  const Rule* rule = kRow.Find(Bytes{bytes});
  return rule == nullptr ? ChoiceId() : rule->choice;
}

TEST(Row, BothEndsBelongToTheRule) {
  EXPECT_EQ(ChoiceAt(1), "flat");
  EXPECT_EQ(ChoiceAt(10), "flat");
  EXPECT_EQ(ChoiceAt(20), "chain");
  EXPECT_EQ(ChoiceAt(21), "library");
  EXPECT_EQ(ChoiceAt(90), "library");
}

TEST(Row, GapsHaveNoRule) {
  for (const std::int64_t bytes : {0, 11, 15, 19, 91}) EXPECT_EQ(ChoiceAt(bytes), "") << bytes;
  EXPECT_EQ((Row{Collective::kBcast, RegionOf(1, 1), {}}.Find(Bytes{0})), nullptr);
}

TEST(DecisionTable, FindsOnlyTheExactRow) {
  const DecisionTable table = {{{Collective::kBcast, RegionOf(2, 1), {}},
                                {Collective::kBcast, RegionOf(2, 2), {}},
                                kRow,
                                {Collective::kBcast, RegionOf(8, 1), {}}}};
  EXPECT_EQ(table.Find(Collective::kBcast, OnFullNodes(4, 2)), &table.rows[2]);
  EXPECT_EQ(table.Find(Collective::kBcast, OnFullNodes(2, 1)), &table.rows[0]);
  EXPECT_EQ(table.Find(Collective::kBcast, OnFullNodes(8, 1)), &table.rows[3]);
  EXPECT_EQ(table.Find(Collective::kBcast, OnFullNodes(4, 1)), nullptr);
  EXPECT_EQ(table.Find(Collective::kBcast, OnFullNodes(3, 2)), nullptr);
  EXPECT_EQ(table.Find(Collective::kBcast, OnFullNodes(9, 1)), nullptr);
  EXPECT_EQ(DecisionTable{}.Find(Collective::kBcast, OnFullNodes(4, 2)), nullptr);
}

TEST(DecisionTable, FindsRowsByTheirSites) {
  const auto row = [](std::optional<Roots> roots, int sites) {
    return Row{Collective::kBcast, RegionOf(8, 1), {}, roots, {sites}};
  };
  const DecisionTable keyed = {{row({}, 1), row(Roots{3, 5}, 1), row({}, 2)}};
  const auto find = [&](Rank root, std::optional<int> sites) {
    std::optional<Placement> placement;
    if (sites) placement = Placement{*sites};
    return keyed.Find(Collective::kBcast, OnFullNodes(8, 1), root, placement);
  };
  EXPECT_EQ(find(0, 1), &keyed.rows[0]);
  EXPECT_EQ(find(4, 1), &keyed.rows[1]);
  EXPECT_EQ(find(4, 2), &keyed.rows[2]);
  EXPECT_EQ(find(0, 3), nullptr);
  EXPECT_EQ(find(0, 0), nullptr);
  EXPECT_EQ(find(4, std::nullopt), &keyed.rows[1]);
  EXPECT_TRUE(NeedsMachine(keyed));

  const DecisionTable any = {{row({}, 0)}};
  EXPECT_EQ(any.Find(Collective::kBcast, OnFullNodes(8, 1), 0, Placement{2}), any.rows.data());
  EXPECT_FALSE(NeedsMachine(any));
}

TEST(DecisionTable, FindsRowsByTheMappingOfTheirRanks) {
  const auto row = [](Mapping mapping) {
    return Row{Collective::kBcast, RegionOf(8, 4), {}, std::nullopt, {0, mapping}};
  };
  const DecisionTable keyed = {{row(Mapping::kBlock), row(Mapping::kCyclic)}};
  const auto find = [&](Mapping mapping) {
    return keyed.Find(Collective::kBcast, OnFullNodes(8, 4), 0, Placement{2, mapping});
  };
  EXPECT_EQ(find(Mapping::kBlock), &keyed.rows[0]);
  EXPECT_EQ(find(Mapping::kCyclic), &keyed.rows[1]);
  EXPECT_EQ(find(Mapping::kMixed), nullptr);
  EXPECT_EQ(find(Mapping::kAny), nullptr);
  EXPECT_FALSE(NeedsMachine(keyed));
  const DecisionTable any = {{row(Mapping::kAny)}};
  EXPECT_EQ(any.Find(Collective::kBcast, OnFullNodes(8, 4), 0, Placement{0, Mapping::kMixed}),
            any.rows.data());
}

TEST(Evidence, FindsCandidatesByName) {
  Evidence evidence;
  evidence.candidates.resize(2);
  evidence.candidates[0].choice = "chain";
  evidence.candidates[1].choice = "library";
  EXPECT_EQ(evidence.Find("library"), &evidence.candidates[1]);
  EXPECT_EQ(evidence.Find("flat"), nullptr);
}

}  // namespace
}  // namespace colltune
