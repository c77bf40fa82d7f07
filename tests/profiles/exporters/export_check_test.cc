// Deviations of a program that reads a profile in its own way.
#include "profiles/exporters/export_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/registry.h"

namespace colltune {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A program that knows trees and rings, and changes from tree to ring at 100 bytes.
class TreeThenRing final : public Selection {
 public:
  std::string Choose(const Call& call) const override {
    if (call.ranks > 8) return "";
    return call.bytes < Bytes{100} ? "tree" : "ring";
  }
  std::vector<Bytes> Borders(const Call&) const override { return {Bytes{0}, Bytes{100}}; }
};

std::optional<Counterpart> CounterpartOf(const Call& call, const Choice& choice) {
  const std::string text = ToText(choice);
  if (text == "flat" && call.ranks == 2) return Counterpart{"tree", true};
  if (text == "binomial") return Counterpart{"tree", true};
  if (text.starts_with("binary")) return Counterpart{"tree", false};
  if (text == "scatter_ring_allgather") return Counterpart{"ring", true};
  return std::nullopt;
}

std::optional<Counterpart> ChoiceOf(Collective, const std::string& name) {
  if (name == "tree") return Counterpart{"binomial"};
  if (name == "star") return Counterpart{"flat", false};
  return std::nullopt;
}

const Exporter kExporter = {
    "toy", "", "", CounterpartOf, nullptr, nullptr, ChoiceOf,
};

Row RowOf(int ranks, std::vector<Rule> rules) {
  return {Collective::kBcast, RegionOf(ranks, 1), std::move(rules)};
}

TEST(FindSubstitutes, AreThoseThatAreNotThere) {
  const DecisionTable table = {{RowOf(4, {{Bytes{0}, Bytes{9}, "binomial", {}},
                                          {Bytes{10}, Bytes{19}, "binary:segment=8K", {}},
                                          {Bytes{20}, Bytes{29}, "chain", {}},
                                          {Bytes{30}, Bytes{39}, "library", {}},
                                          {Bytes{40}, Bytes{49}, "chain", {}}})}};
  EXPECT_EQ(ToText(FindSubstitutes(kExporter, table)),
            "bcast:binary:segment=8K: not there; the nearest is tree\n"
            "bcast:chain: not there, nor anything near it\n");
}

TEST(FindSubstitutes, MayBeThereOnFewRanksAlone) {
  const std::vector<Rule> flat = {{Bytes{0}, Bytes{9}, "flat", {}}};
  EXPECT_EQ(ToText(FindSubstitutes(kExporter, {{RowOf(2, flat), RowOf(3, flat)}})),
            "bcast:flat: not there, nor anything near it\n");
  EXPECT_THAT(FindSubstitutes(kExporter, {{RowOf(2, flat)}}), IsEmpty());
}

TEST(FindSubstitutes, AreLookedForInTheWholeRegion) {
  const std::vector<Rule> flat = {{Bytes{0}, Bytes{9}, "flat", {}}};
  const DecisionTable two_or_more = {{{Collective::kBcast, {{2, 4}, {1, 1}, {}}, flat}}};
  EXPECT_EQ(ToText(FindSubstitutes(kExporter, two_or_more)),
            "bcast:flat: not there, nor anything near it\n");
}

TEST(FindDeviations, AreWhereSomethingElseRuns) {
  const DecisionTable table = {{RowOf(4, {{Bytes{0}, Bytes{149}, "binomial", {}},
                                          {Bytes{160}, Bytes{169}, "scatter_ring_allgather", {}},
                                          {Bytes{170}, Bytes{200}, "library", {}}}),
                                RowOf(16, {{Bytes{0}, Bytes{50}, "library", {}}})}};
  EXPECT_EQ(ToText(FindDeviations(kExporter, table, TreeThenRing())),
            "bcast on 4 ranks, 1 per node, 100 to 149 bytes: tree is wanted for binomial, and "
            "ring runs\n"
            "bcast on 4 ranks, 1 per node, 150 to 159 bytes: its own choice is wanted for library, "
            "and ring runs\n"
            "bcast on 4 ranks, 1 per node, 170 to 4611686018427387904 bytes: its own choice is "
            "wanted for library, and ring runs\n");
}

TEST(FindDeviations, AreNoneWhereAllIsAsItShouldBe) {
  const DecisionTable table = {
      {RowOf(4, {{Bytes{0}, Bytes{99}, "binomial", {}},
                 {Bytes{100}, {std::int64_t{1} << 62}, "scatter_ring_allgather", {}}})}};
  EXPECT_THAT(FindDeviations(kExporter, table, TreeThenRing()), IsEmpty());
}

TEST(FindDeviations, NamesTheRootsOfTheRow) {
  Row row = RowOf(4, {{Bytes{0}, Bytes{99}, "chain", {}}});
  row.roots = {2, 3};
  EXPECT_EQ(ToText(FindDeviations(kExporter, {{row}}, TreeThenRing())),
            "bcast on 4 ranks, 1 per node, roots 2 to 3, 0 to 99 bytes: its own choice is wanted "
            "for chain, and tree runs\n"
            "bcast on 4 ranks, 1 per node, roots 2 to 3, 100 to 4611686018427387904 bytes: its own "
            "choice is wanted for library, and ring runs\n");
}

/// A program that runs rings from roots 0 and 1, and trees from others.
class RingForSomeRoots final : public Selection {
 public:
  std::string Choose(const Call& call) const override { return call.root < 2 ? "ring" : "tree"; }
  std::vector<Bytes> Borders(const Call&) const override { return {}; }
};

TEST(FindDeviations, LooksUpTheFirstRootThatTheRowDecides) {
  constexpr Bytes kLargest{std::int64_t{1} << 62};
  const Row others = RowOf(4, {{Bytes{0}, kLargest, "binomial", {}}});
  Row two = RowOf(4, {{Bytes{0}, kLargest, "scatter_ring_allgather", {}}});
  two.roots = {0, 1};
  EXPECT_THAT(FindDeviations(kExporter, {{others, two}}, RingForSomeRoots()), IsEmpty());
  two.roots = {1, 2};
  EXPECT_EQ(FindDeviations(kExporter, {{others, two}}, RingForSomeRoots()).size(), 1u);
}

/// A program that runs a tree on all but 12 and 20 ranks.
class TreeButForSome final : public Selection {
 public:
  std::string Choose(const Call& call) const override {
    return call.ranks == 12 || call.ranks == 20 ? "ring" : "tree";
  }
  std::vector<Bytes> Borders(const Call&) const override { return {}; }
};

// 12 ranks are 4 x 3 and 3 x 4, 20 are 5 x 4 and 4 x 5. Beside them 15 are 5 x 3 and 3 x 5, and 16
// are 4 x 4.
TEST(FindDeviations, WalksAllNodesAndRanksPerNode) {
  constexpr Bytes kLargest{std::int64_t{1} << 62};
  DecisionTable table = {
      {{Collective::kBcast, {{2, 6}, {3, 5}, {}}, {{Bytes{0}, kLargest, "binomial", {}}}}}};
  EXPECT_EQ(ToText(FindDeviations(kExporter, table, TreeButForSome())),
            "bcast on 3 to 5 nodes of 3 to 5 ranks, 12 to 20 ranks in all (4 of 7 layouts), 0 to "
            "4611686018427387904 bytes: tree is wanted for binomial, and ring runs\n");
  table.hull = {{1, 4}, {1, 3}};
  EXPECT_EQ(ToText(FindDeviations(kExporter, table, TreeButForSome())),
            "bcast on 12 ranks, 3 per node, 0 to 4611686018427387904 bytes: tree is wanted for "
            "binomial, and ring runs\n");
}

/// A program that counts the bytes of all ranks, as far as its tree goes.
class TreeByTotal final : public Selection {
 public:
  std::string Choose(const Call& call) const override {
    return call.bytes < Border(call) ? "tree" : "";
  }
  std::vector<Bytes> Borders(const Call& call) const override { return {Border(call)}; }

 private:
  static Bytes Border(const Call& call) { return {240 / call.ranks}; }
};

// 240 bytes of 4 ranks are 60 each, of 5 ranks 48, and of 6 ranks 40.
TEST(FindDeviations, SaysWithinWhichSizesLayoutsDeviate) {
  const DecisionTable table = {
      {{Collective::kBcast, {{4, 6}, {1, 1}, {}}, {{Bytes{0}, Bytes{59}, "binomial", {}}}}}};
  EXPECT_EQ(ToText(FindDeviations(kExporter, table, TreeByTotal())),
            "bcast on 5 to 6 nodes of 1 rank, within 40 to 59 bytes: tree is wanted for binomial, "
            "and its own choice runs\n");
}

TEST(FindDeviations, NamesThePlacement) {
  Row row = RowOf(4, {{Bytes{0}, {std::int64_t{1} << 62}, "chain", {}}});
  row.region.ranks_per_node = {2, 2};
  row.region.nodes = {2, 2};
  row.placement = {2, Mapping::kCyclic};
  EXPECT_THAT(ToText(FindDeviations(kExporter, {{row}}, TreeThenRing())),
              testing::StartsWith("bcast on 4 ranks, 2 per node, on 2 sites, cyclic, 0 to 99 "
                                  "bytes: its own choice is wanted for chain, and tree runs\n"));
}

/// A program that changes once more, at sizes that no profile has.
class AndThenNothing final : public Selection {
 public:
  std::string Choose(const Call& call) const override { return call.bytes < kNext ? "tree" : ""; }
  std::vector<Bytes> Borders(const Call&) const override { return {Bytes{0}, kNext}; }

 private:
  static constexpr Bytes kNext{(std::int64_t{1} << 62) + 1};
};

TEST(Import, EndsAtTheLargestSize) {
  std::vector<std::string> unknown;
  const DecisionTable table =
      Import(kExporter, AndThenNothing(), {{Collective::kBcast, 4, 2}}, unknown);
  constexpr Bytes kLargest{std::int64_t{1} << 62};
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_THAT(table.rows[0].rules, ElementsAre(Rule{Bytes{0}, kLargest, "binomial", {}}));
}

/// The exporter of a program that tells nodes apart, or does not.
Exporter Telling(bool tells_nodes) {
  Exporter exporter = kExporter;
  exporter.tells_nodes = tells_nodes;
  return exporter;
}

TEST(Import, HasARuleForWhatTheProgramDoes) {
  std::vector<std::string> unknown;
  const DecisionTable table =
      Import(Telling(true), TreeThenRing(),
             {{Collective::kBcast, 4, 2}, {Collective::kBcast, 9, 3}}, unknown);
  constexpr Bytes kLargest{std::int64_t{1} << 62};
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0].region.ranks_per_node, (Span{2, 2}));
  EXPECT_THAT(table.rows[0].rules, ElementsAre(Rule{Bytes{0}, Bytes{99}, "binomial", {}},
                                               Rule{Bytes{100}, kLargest, "library", {}}));
  EXPECT_THAT(table.rows[1].rules, ElementsAre(Rule{Bytes{0}, kLargest, "library", {}}));
  EXPECT_THAT(unknown, ElementsAre("bcast: ring: has no name here; left to the library"));
}

/// "1 to 2 nodes of 2 ranks, ...: binomial" for each imported row of broadcasts on 2 to 10 ranks.
std::vector<std::string> Imported(const Exporter& exporter, const Selection& selection,
                                  int most_per_node) {
  std::vector<Call> calls;
  for (int ranks = 2; ranks <= 10; ++ranks) {
    calls.push_back({Collective::kBcast, ranks, std::min(ranks, most_per_node)});
  }
  std::vector<std::string> unknown;
  std::vector<std::string> rows;
  const DecisionTable table = Import(exporter, selection, calls, unknown);
  for (const Row& row : table.rows) {
    rows.push_back(ToText(row.region) + ": " + std::string(row.rules.front().choice.text()));
    EXPECT_EQ(table.Find(Collective::kBcast, row.region.Smallest()), &row);
  }
  return rows;
}

// It runs trees on up to 8 ranks.
TEST(Import, JoinsNumbersOfRanksOnAnyNodesWhereTheProgramKnowsNone) {
  EXPECT_THAT(Imported(Telling(false), TreeThenRing(), 10),
              ElementsAre("1 to 8 nodes of 1 to 8 ranks, 2 to 8 ranks in all: binomial",
                          "1 to 10 nodes of 1 to 10 ranks, 9 to 10 ranks in all: library"));
}

TEST(Import, JoinsNumbersOfRanksOnTheNodesThatAreAskedFor) {
  EXPECT_THAT(Imported(Telling(true), TreeThenRing(), 10),
              ElementsAre("1 node of 2 to 8 ranks: binomial", "1 node of 9 to 10 ranks: library"));
  EXPECT_THAT(Imported(Telling(true), TreeThenRing(), 1),
              ElementsAre("2 to 8 nodes of 1 rank: binomial", "9 to 10 nodes of 1 rank: library"));
  // 3 to 8 ranks, at most 3 on a node, are on 1 to 6 nodes; 9 and 10 on 3 to 8.
  EXPECT_THAT(Imported(Telling(true), TreeThenRing(), 3),
              ElementsAre("1 node of 2 to 3 ranks: binomial",
                          "2 to 6 nodes of 3 ranks, 4 to 8 ranks in all: binomial",
                          "3 to 8 nodes of 3 ranks, 9 to 10 ranks in all: library"));
}

// Its borders are of the bytes of all ranks: no two numbers of ranks have the same.
TEST(Import, JoinsNoRanksWithOtherBordersOfSizes) {
  EXPECT_EQ(Imported(Telling(false), TreeByTotal(), 10).size(), 9u);
}

/// A program with a near counterpart of our algorithm, which says so.
class Star final : public Selection {
 public:
  std::string Choose(const Call&) const override { return "star"; }
  std::vector<Bytes> Borders(const Call&) const override { return {Bytes{0}, Bytes{8}}; }
  std::string Where(const Call& call) const override {
    return call.bytes < Bytes{8} ? "x:3" : "x:4";
  }
};

TEST(Import, TakesTheNearestAndSaysSoOnce) {
  std::vector<std::string> notes;
  const DecisionTable table = Import(kExporter, Star(), {{Collective::kBcast, 4, 2}}, notes);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_THAT(table.rows[0].rules,
              ElementsAre(Rule{Bytes{0}, {std::int64_t{1} << 62}, "flat", {}}));
  EXPECT_THAT(notes, ElementsAre("x:3: bcast: star: is not here; flat, the nearest, is taken"));
}

}  // namespace
}  // namespace colltune
