#include "tuner/evaluate/verification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/tuner/timed.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Candidate Timed(const char* choice, double median, double half_width = 0.5) {
  return TimedWithin(choice, median, half_width);
}

Evidence Seen(std::int64_t bytes, const char* choice, double time, double library) {
  return {Bytes{bytes}, {Timed(choice, time), Timed("library", library)}, ""};
}

Nodes FourOnANode() { return Nodes(std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1}); }

TEST(ClaimsOf, AreTheDecisionsThatTheJobCanCheck) {
  const DecisionTable table{
      {{Collective::kBcast,
        RegionOf(4, 4),
        {{Bytes{0}, Bytes{8}, "flat", {Seen(1, "flat", 1, 2), Seen(8, "flat", 3, 4)}},
         {Bytes{9}, Bytes{64}, "library", {Seen(64, "flat", 3, 2)}},
         {Bytes{65}, Bytes{128}, "chain", {}}}},
       {Collective::kBcast,
        RegionOf(6, 1),
        {{Bytes{0}, Bytes{8}, "flat", {Seen(8, "flat", 1, 2)}}}},
       {Collective::kBcast,
        RegionOf(8, 8),
        {{Bytes{0}, Bytes{8}, "flat", {Seen(8, "flat", 1, 2)}}}},
       {Collective::kBcast,
        RegionOf(9, 4),
        {{Bytes{0}, Bytes{8}, "flat", {Seen(8, "flat", 1, 2)}}}},
       // Declined by an algorithm that needs a power of two.
       {Collective::kAllgather,
        RegionOf(6, 4),
        {{Bytes{0}, Bytes{8}, "recursive_doubling", {{Bytes{8}, {}, ""}}}}}}};
  const Claims claims = ClaimsOf(table, FourOnANode());
  EXPECT_EQ(claims.without_layout, 3);  // 6 nodes, 8 on a node, 9 ranks
  EXPECT_EQ(claims.without_evidence, 1);
  const Problem problem{Collective::kBcast, {4, 4}, Bytes{1}, 0};
  Problem larger = problem;
  larger.bytes = Bytes{8};
  EXPECT_THAT(claims.claims, ElementsAre(Claim{problem, "flat", 0.5, Seconds(1 * kUs + 2 * kUs)},
                                         Claim{larger, "flat", 0.75, Seconds(3 * kUs + 4 * kUs)}));
}

// Root 0 has a row of its own; the row for all others is checked with root 1.
TEST(ClaimsOf, AreOfARootThatTheRowDecides) {
  const Rule rule{Bytes{0}, Bytes{8}, "flat", {Seen(8, "flat", 1, 2)}};
  const Row others{Collective::kBcast, RegionOf(4, 4), {rule}};
  Row first = others;
  first.roots = Roots{0, 0};
  const Claims claims = ClaimsOf({{others, first}}, FourOnANode());
  ASSERT_EQ(claims.claims.size(), 2u);
  EXPECT_EQ(claims.claims[0].problem.root, 1);
  EXPECT_EQ(claims.claims[1].problem.root, 0);
}

// On two nodes of eight most jobs that have one rank on each have four such communicators.
TEST(ClaimsOf, AreOfSiblingsWhereTheseWereTuned) {
  const Nodes nodes(std::vector<int>{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1});
  const Row row{
      Collective::kBcast, RegionOf(2, 1), {{Bytes{0}, Bytes{8}, "flat", {Seen(8, "flat", 1, 2)}}}};
  const auto layout = [&](SiblingTiming siblings) {
    return ClaimsOf({{row}}, nodes, nullptr, siblings).claims.at(0).problem.layout;
  };
  EXPECT_EQ(layout(SiblingTiming::kAlone), (Layout{2, 1}));
  EXPECT_EQ(layout(SiblingTiming::kTogether), (Layout{2, 1, {}, 4}));
}

TEST(ClaimsOf, AreOfRanksThatLieAsTheJobs) {
  Row row{
      Collective::kBcast, RegionOf(8, 4), {{Bytes{0}, Bytes{8}, "flat", {Seen(8, "flat", 1, 2)}}}};
  row.placement.mapping = Mapping::kBlock;
  EXPECT_EQ(ClaimsOf({{row}}, FourOnANode()).claims.size(), 1u);
  const Claims elsewhere = ClaimsOf({{row}}, Nodes(std::vector<int>{0, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_TRUE(elsewhere.claims.empty());
  EXPECT_EQ(elsewhere.without_layout, 1);
}

TEST(ClaimsOf, KeepsWhatHasNoTime) {
  const DecisionTable table{
      {{Collective::kBcast, RegionOf(4, 4), {{Bytes{0}, Bytes{8}, "flat", {{Bytes{8}, {}, ""}}}}}}};
  const Claims claims = ClaimsOf(table, FourOnANode());
  ASSERT_EQ(claims.claims.size(), 1u);
  EXPECT_EQ(claims.claims[0].ratio, std::nullopt);
}

Claim Claimed(Collective collective, int ranks, std::int64_t bytes, double ratio) {
  return {{collective, {ranks, 1}, Bytes{bytes}, 0}, "flat", ratio, Seconds(1)};
}

TEST(InOrder, BeginsWithTheLargestGainsOfEach) {
  std::vector<Claim> claims;
  for (int i = 0; i < 50; ++i) claims.push_back(Claimed(Collective::kBcast, 4, i, 0.9));
  claims.push_back(Claimed(Collective::kBcast, 4, 60, 0.5));
  claims.push_back(Claimed(Collective::kBcast, 8, 60, 0.3));
  claims.push_back(Claimed(Collective::kBcast, 16, 60, 0.4));
  claims.push_back(Claimed(Collective::kReduce, 4, 60, 0.8));
  claims.push_back({{Collective::kScan, {4, 1}, Bytes{60}, 0}, "flat", std::nullopt, {}});
  const std::vector<Claim> ordered = InOrder(claims, 1);
  ASSERT_EQ(ordered.size(), claims.size());
  std::vector<std::pair<Collective, int>> first;
  for (std::size_t i = 0; i < 5; ++i) {
    first.emplace_back(ordered[i].problem.collective, ordered[i].problem.layout.ranks);
    EXPECT_EQ(ordered[i].problem.bytes, Bytes{60});
  }
  // The first turn takes the best of each collective, then the second best of broadcast.
  EXPECT_THAT(first,
              ElementsAre(std::pair(Collective::kBcast, 8), std::pair(Collective::kReduce, 4),
                          std::pair(Collective::kScan, 4), std::pair(Collective::kBcast, 16),
                          std::pair(Collective::kBcast, 4)));
  EXPECT_TRUE(std::ranges::is_permutation(ordered, claims));
  EXPECT_EQ(ordered, InOrder(claims, 1));
  EXPECT_NE(ordered, InOrder(claims, 2));
}

TEST(Check, AsksForTheChoiceAndTheLibrary) {
  const Trial trial = Check(Claimed(Collective::kReduce, 8, 64, 0.5));
  EXPECT_EQ(trial,
            (Trial{{Collective::kReduce, {8, 1}, Bytes{64}, 0}, {"flat", "library"}, false}));
}

Verdict VerdictOn(const Candidate& chosen, const Candidate& library) {
  return Judge({}, {{chosen, library}, {}}, 0.01)->verdict;
}

TEST(Judge, HoldsTheChoiceAgainstTheLibrary) {
  EXPECT_EQ(VerdictOn(Timed("flat", 90), Timed("library", 100)), Verdict::kFaster);
  EXPECT_EQ(VerdictOn(Timed("flat", 90, 5), Timed("library", 100, 5)), Verdict::kEqual);
  EXPECT_EQ(VerdictOn(Timed("flat", 100), Timed("library", 100)), Verdict::kEqual);
  EXPECT_EQ(VerdictOn(Timed("flat", 100.9, 0), Timed("library", 100, 0)), Verdict::kEqual);
  EXPECT_EQ(VerdictOn(Timed("flat", 103), Timed("library", 100)), Verdict::kSlower);
  EXPECT_EQ(VerdictOn(Timed("flat", 103, 2), Timed("library", 100, 2)), Verdict::kEqual);
  EXPECT_FALSE(Judge({}, {{Candidate{}, Timed("library", 1)}, {}}, 0.01));
}

TEST(Fits, IsWrongForOneThatIsSlower) {
  const Checked good{Claimed(Collective::kBcast, 4, 8, 0.5), Timed("flat", 60),
                     Timed("library", 100), Verdict::kFaster};
  Checked bad = good;
  bad.chosen = Timed("flat", 130);
  bad.verdict = Verdict::kSlower;
  EXPECT_TRUE(Fits(std::vector{good, good}));
  EXPECT_FALSE(Fits(std::vector{good, bad}));
  EXPECT_EQ(CheckedText(good),
            "bcast on 4 ranks, 1 per node, 8 bytes, root 0: flat: claimed 0.50, now 0.60 of the "
            "library's time: holds\n");
  EXPECT_THAT(CheckedText(bad), HasSubstr("claimed 0.50, now 1.30 of the library's time: SLOWER"));
}

}  // namespace
}  // namespace colltune::tune
