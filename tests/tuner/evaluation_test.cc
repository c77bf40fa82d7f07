#include "tuner/evaluate/evaluation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "tests/tuner/timed.h"
#include "tuner/evaluate/evaluation_text.h"

namespace colltune::tune {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::ThrowsMessage;

Candidate Timed(const char* choice, double median, double half_width = 0.5) {
  return TimedWithin(choice, median, half_width);
}

Rule Decided(std::int64_t first, std::int64_t last, const char* choice) {
  return {Bytes{first}, Bytes{last}, choice, {{Bytes{last}, {}, ""}}};
}

/// Sorted, as a table promises: bcast 1K to 64K, alltoall 8 to 4K, barrier 0.
DecisionTable SomeTable() {
  return {{{Collective::kBcast,
            RegionOf(4, 4),
            {Decided(1024, 1024, "library"), Decided(2000, 65536, "chain")}},
           {Collective::kBcast, RegionOf(6, 4), {Decided(0, 1024, "binomial")}},
           {Collective::kAlltoall,
            RegionOf(8, 4),
            {Decided(0, 8, "pairwise"), Decided(9, 4096, "bruck")}},
           {Collective::kBarrier, RegionOf(8, 4), {Decided(0, 0, "dissemination")}}}};
}

/// Four nodes of four ranks.
Nodes SixteenRanks() {
  std::vector<int> nodes;
  for (int i = 0; i < 16; ++i) nodes.push_back(i / 4);
  return Nodes(nodes);
}

PointOptions Prefixes(int points) {
  return {.points = points,
          .communicators = CommunicatorSet::kPrefix,
          .siblings = SiblingTiming::kAlone};
}

// Reductions of sizes other than whole doubles go byte by byte, for which there is no decision.
TEST(DrawProblems, AddDoublesInReductions) {
  const DecisionTable table{{{Collective::kAllreduce,
                              RegionOf(4, 4),
                              {Decided(8, 8, "ring"), Decided(9, 4096, "ring")}}}};
  for (const auto& [p, kind] : DrawProblems(table, 16, SixteenRanks(), {.points = 99})) {
    EXPECT_EQ(p.bytes.count % 16, 8) << "an odd number of doubles";
    EXPECT_LE(p.bytes, Bytes{4096});
  }
}

TEST(DrawProblems, AreWithinWhatWasDecidedAndOffItsGrid) {
  const auto problems = DrawProblems(SomeTable(), 16, SixteenRanks(), Prefixes(999));
  ASSERT_EQ(problems.size(), 999u);
  std::set<int> ranks;
  int roots = 0;
  int small = 0;
  int single = 0;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const Problem& p = problems[i].problem;
    EXPECT_EQ(problems[i].communicator, Communicator::kPrefix);
    ranks.insert(p.layout.ranks);
    single += p.layout.ranks_per_node == 1;
    EXPECT_THAT(LayoutsOf(std::vector<int>{p.layout.ranks}, SixteenRanks()), Contains(p.layout));
    EXPECT_FALSE(SixteenRanks().Members(p.layout).empty());
    switch (i % 3) {
      case 0:
        EXPECT_EQ(p.collective, Collective::kBcast);
        EXPECT_GE(p.bytes, Bytes{1024});
        EXPECT_LE(p.bytes, Bytes{65536});
        EXPECT_EQ(p.bytes.count % 2, 1);
        EXPECT_LT(p.root, p.layout.ranks);
        roots += p.root > 0;
        small += p.bytes < Bytes{8192};
        break;
      case 1:
        EXPECT_EQ(p.collective, Collective::kAlltoall);
        EXPECT_GE(p.bytes, Bytes{8});
        EXPECT_LE(p.bytes, Bytes{4096});
        EXPECT_EQ(p.root, 0);
        break;
      default:
        EXPECT_EQ(p.collective, Collective::kBarrier);
        EXPECT_EQ(p.bytes, Bytes{0});
    }
  }
  EXPECT_EQ(ranks.size(), 15u);  // 2 to 16
  EXPECT_GT(roots, 333 * 2 / 3);
  // 8 K is the middle of 1 K to 64 K on a logarithmic scale: 166.5, give or take 4 sigma of 9.
  EXPECT_NEAR(small, 166.5, 37);
  EXPECT_GT(single, 50);
}

/// Three nodes of four ranks.
Nodes TwelveRanks() { return Nodes(std::vector<int>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}); }

std::map<Communicator, int> KindsIn(const std::vector<DrawnProblem>& problems) {
  std::map<Communicator, int> counts;
  for (const DrawnProblem& one : problems) ++counts[one.communicator];
  return counts;
}

// A world of two ranks on one node has itself, a row of a grid of one row, and the ranks of a node.
// The standard deviation of each count is 15.
TEST(DrawProblems, AreOfAllKindsOfTwoRanksOrMore) {
  const Nodes two(std::vector<int>{0, 0});
  const auto problems = DrawProblems(SomeTable(), 2, two, {.points = 999});
  const std::map<Communicator, int> counts = KindsIn(problems);
  EXPECT_EQ(counts.size(), 3u);
  for (const Communicator kind : {Communicator::kWorld, Communicator::kRow, Communicator::kNode}) {
    ASSERT_TRUE(counts.contains(kind));
    EXPECT_NEAR(counts.at(kind), 333, 4 * 15);
  }
  for (const auto& [problem, kind] : problems) {
    EXPECT_EQ(two.Members(problem.layout), (std::vector<Rank>{0, 1}));
    EXPECT_EQ(problem.layout.siblings, 1);
  }
}

/// Rows and columns of a grid that is as near to a square as it can be, by the number of ranks.
const std::map<std::size_t, std::pair<int, int>> kGrids = {{2, {1, 2}}, {3, {1, 3}}, {4, {2, 2}},
                                                           {6, {2, 3}}, {8, {2, 4}}, {12, {3, 4}}};

void ExpectPartOfGrid(const DrawnProblem& one, const Nodes& job) {
  const Layout& layout = one.problem.layout;
  const Progression& part = layout.progression;
  const std::size_t all = job.WorldOf(part).size();
  EXPECT_EQ(job.LayoutOf(layout.ranks, part).ranks_per_node, layout.ranks_per_node);
  const auto [rows, columns] = kGrids.at(all);
  if (one.communicator == Communicator::kRow) {
    EXPECT_EQ(layout.ranks, columns);
    EXPECT_EQ(part.stride, 1);
    EXPECT_EQ(part.first % columns, 0);
  } else if (one.communicator == Communicator::kColumn) {
    EXPECT_EQ(layout.ranks, rows);
    EXPECT_EQ(part.stride, columns);
    EXPECT_LT(part.first, columns);
    if (all == 12) {
      EXPECT_EQ(layout.siblings, 4) << "one rank of each node";
    }
  } else {
    EXPECT_EQ(one.communicator, Communicator::kHalf);
    EXPECT_EQ(static_cast<std::size_t>(layout.ranks), all / 2);
    EXPECT_EQ(part.stride, 1);
    EXPECT_EQ(part.first, 0);
  }
}

void ExpectFirstRanks(const DrawnProblem& one) {
  const auto& [ranks, per_node, none, siblings] = one.problem.layout;
  switch (one.communicator) {
    case Communicator::kNode:
      EXPECT_EQ(ranks, per_node);
      EXPECT_EQ(siblings, 1);
      break;
    case Communicator::kOnePerNode:
      EXPECT_EQ(per_node, 1);
      EXPECT_TRUE(siblings == 1 || siblings == 2 || siblings == 4);
      break;
    default:
      EXPECT_EQ(one.communicator, Communicator::kWorld);
      EXPECT_EQ(ranks % per_node, 0);
      EXPECT_TRUE(per_node == 1 || per_node == 2 || per_node == 4);  // 4 / 4, 4 / 2, 4
      EXPECT_EQ(siblings, 1) << "COMM_WORLD has none";
  }
}

TEST(DrawProblems, AreOfCommunicatorsThatApplicationsMake) {
  const Nodes job = TwelveRanks();
  const auto problems = DrawProblems(SomeTable(), 12, job, {.points = 999});
  std::set<int> firsts;
  for (const DrawnProblem& one : problems) {
    const Layout& layout = one.problem.layout;
    EXPECT_GE(layout.ranks, 2);
    EXPECT_LT(one.problem.root, layout.ranks);
    EXPECT_EQ(job.Siblings(layout).size(), static_cast<std::size_t>(layout.siblings));
    firsts.insert(layout.progression.first);
    layout.HasProgression() ? ExpectPartOfGrid(one, job) : ExpectFirstRanks(one);
  }
  EXPECT_EQ(KindsIn(problems).size(), 6u);
  EXPECT_TRUE(firsts.contains(3) && firsts.contains(8)) << "the last column, and the last row";
}

TEST(DrawProblems, HaveNoSiblingsWhereThatIsAsked) {
  for (const auto& [problem, kind] : DrawProblems(
           SomeTable(), 12, TwelveRanks(), {.points = 99, .siblings = SiblingTiming::kAlone})) {
    EXPECT_EQ(problem.layout.siblings, 1);
  }
}

// With one rank on each node there is no other for a sibling.
TEST(DrawProblems, HaveNoSiblingsOnNodesOfOneRank) {
  const Nodes job(std::vector<int>{0, 1, 2, 3, 4, 5});
  for (const auto& [problem, kind] : DrawProblems(SomeTable(), 6, job, {.points = 99})) {
    EXPECT_EQ(problem.layout.siblings, 1);
    EXPECT_EQ(problem.layout.ranks_per_node, 1);
  }
}

// Computed by another implementation of the generator, of 64 bits, and of the drawing.
TEST(DrawProblems, AreTheSameEverywhere) {
  const auto problem = [](const Layout& layout, std::int64_t bytes, Rank root) {
    return Problem{Collective::kBcast, layout, Bytes{bytes}, root};
  };
  EXPECT_THAT(DrawProblems(SomeTable(), 12, TwelveRanks(),
                           {.points = 3, .seed = 16, .collectives = {Collective::kBcast}}),
              testing::ElementsAre(
                  DrawnProblem{problem({3, 1, {3, 4, 2, 4}, 4}, 38455, 0), Communicator::kColumn},
                  DrawnProblem{problem({2, 1, {2, 1, 0, 1}, 1}, 4117, 1), Communicator::kRow},
                  DrawnProblem{problem({3, 1}, 1499, 2), Communicator::kOnePerNode}));
}

TEST(DrawProblems, AreTheSameForASeed) {
  const auto draw = [](std::uint64_t seed) {
    return DrawProblems(SomeTable(), 16, SixteenRanks(), {.points = 20, .seed = seed});
  };
  EXPECT_EQ(draw(7), draw(7));
  EXPECT_NE(draw(7), draw(8));
}

TEST(DrawProblems, FitIntoMemory) {
  const auto problems =
      DrawProblems(SomeTable(), 16, SixteenRanks(),
                   {.points = 50, .collectives = {Collective::kAlltoall}, .memory = Bytes{4096}});
  for (const auto& [p, kind] : problems) {
    EXPECT_EQ(p.collective, Collective::kAlltoall);
    EXPECT_LE(p.bytes.count * p.layout.ranks, 4096);
  }
}

TEST(DrawProblems, HaveTheOneSizeThatWasDecided) {
  const DecisionTable table{{{Collective::kBcast, RegionOf(2, 2), {Decided(8, 8, "flat")}}}};
  for (const auto& [p, kind] : DrawProblems(table, 2, Nodes(std::vector<int>{0, 0}), Prefixes(9))) {
    EXPECT_EQ(p.bytes, Bytes{8});
    EXPECT_EQ(p.layout, (Layout{2, 2}));
  }
}

TEST(DrawProblems, RefuseWhatWasNotDecided) {
  EXPECT_THAT(
      [] { DrawProblems(SomeTable(), 16, SixteenRanks(), {.collectives = {Collective::kScan}}); },
      ThrowsMessage<std::invalid_argument>("decides nothing about scan"));
  EXPECT_THAT([] { DrawProblems({}, 16, SixteenRanks(), {}); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("decides nothing")));
}

ChoiceId ChoiceAt(Layout layout, std::int64_t bytes) {
  return ChoiceFor(SomeTable(), {Collective::kBcast, layout, Bytes{bytes}, 1});
}

TEST(ChoiceFor, IsWhatThePreloadLibraryPerforms) {
  EXPECT_EQ(ChoiceAt({4, 4}, 2000), "chain");
  EXPECT_EQ(ChoiceAt({4, 4}, 65536), "chain");
  EXPECT_EQ(ChoiceAt({4, 4}, 65537), "library");  // beyond the last rule
  EXPECT_EQ(ChoiceAt({4, 4}, 1999), "library");   // between rules
  EXPECT_EQ(ChoiceAt({4, 4}, 1024), "library");   // decided so
  EXPECT_EQ(ChoiceAt({4, 2}, 2000), "library");   // no row
  EXPECT_EQ(ChoiceAt({5, 4}, 2000), "library");
  EXPECT_EQ(ChoiceAt({6, 4}, 1000), "binomial");
  const DecisionTable declined{{{Collective::kAllgather,
                                 RegionOf(6, 4),
                                 {Decided(0, 64, "recursive_doubling")}}}};  // needs 2^n ranks
  EXPECT_EQ(ChoiceFor(declined, {Collective::kAllgather, {6, 4}, Bytes{8}, 0}), "library");
}

TEST(EvidenceFor, IsARuleForTheCall) {
  const auto evidence = [](Layout layout, std::int64_t bytes) {
    return EvidenceFor(SomeTable(), {Collective::kBcast, layout, Bytes{bytes}, 1});
  };
  EXPECT_EQ(evidence({4, 4}, 2000), RuleKind::kLeft) << "without samples";
  DecisionTable table = SomeTable();
  table.rows[0].rules[1].evidence[0].candidates = {Timed("chain", 1), Timed("library", 2)};
  const Problem measured{Collective::kBcast, {4, 4}, Bytes{2000}, 1};
  EXPECT_EQ(EvidenceFor(table, measured), RuleKind::kMeasured);
  table.rows[0].rules[1].interpolated = Interpolation{{{2, 4}}, 0.1};
  EXPECT_EQ(EvidenceFor(table, measured), RuleKind::kInterpolated);
  EXPECT_EQ(evidence({4, 4}, 65537), std::nullopt);
  EXPECT_EQ(evidence({5, 4}, 2000), std::nullopt);
}

TEST(Exhaustive, HasTheLibraryTheChoiceAndAllOthers) {
  const Problem problem{Collective::kBcast, {13, 4}, Bytes{65537}, 5};
  const Trial trial = Exhaustive(problem, "knomial:k=5:segment=3K", {});
  EXPECT_EQ(trial.problem.layout.ranks, 13);
  EXPECT_EQ(trial.problem.root, 5);
  EXPECT_THAT(trial.choices, Contains("library").Times(1));
  EXPECT_THAT(trial.choices, Contains("knomial:k=5:segment=3K").Times(1));
  EXPECT_THAT(trial.choices, Contains("knomial:k=2:segment=8K").Times(1));
  EXPECT_THAT(Exhaustive(problem, "chain", {}).choices, Contains("chain").Times(1));
}

Evaluated At(Collective collective, double chosen, double best, double library,
             double half_width = 0.5) {
  return {{collective, {13, 4}, Bytes{65537}, 5},
          Timed("chain", chosen, half_width),
          Timed("flat", best, half_width),
          Timed("library", library, half_width),
          Seconds(2)};
}

TEST(Judge, FindsTheBest) {
  const Problem problem{Collective::kBcast, {13, 4}, Bytes{65537}, 5};
  const TrialResult result{{Timed("library", 30), Timed("chain", 25), {}, Timed("flat", 20)},
                           Seconds(2)};
  const auto point = Judge(problem, "chain", result);
  ASSERT_TRUE(point);
  EXPECT_EQ(point->best, Timed("flat", 20));
  EXPECT_DOUBLE_EQ(point->Regret(), 0.25);
  EXPECT_DOUBLE_EQ(point->Slowdown(), -1.0 / 6);
  EXPECT_EQ(Judge(problem, "library", result)->chosen, Timed("library", 30));
  EXPECT_FALSE(Judge(problem, "binomial", result));
}

TEST(IsSlower, NeedsTheToleranceAndTheIntervals) {
  EXPECT_TRUE(IsSlower(Timed("a", 102), Timed("b", 100), 0.01));
  EXPECT_FALSE(IsSlower(Timed("a", 102), Timed("b", 100), 0.021));
  EXPECT_FALSE(IsSlower(Timed("a", 102, 1.5), Timed("b", 100, 0.5), 0.01));
  EXPECT_FALSE(IsSlower(Timed("a", 98), Timed("b", 100), 0.01));
}

TEST(Confidence, IsSharedAmongTheStatements) {
  EXPECT_DOUBLE_EQ(ConfidenceOfEach(0.99, 200), 0.99995);
  EXPECT_DOUBLE_EQ(ConfidenceOfEach(0.99, 0), 0.99);
  EXPECT_EQ(FewestSamples(0.99), 8);      // 1 - 2^-7 = 0.992
  EXPECT_EQ(FewestSamples(0.99995), 16);  // 1 - 2^-15 = 0.99997
}

// 20 regrets 0, 1, ..., 19 %: 95 % of them do not exceed the 19th.
TEST(Summarise, FollowsByHand) {
  std::vector<Evaluated> points;
  for (int i = 0; i < 20; ++i) points.push_back(At(Collective::kBcast, 100 + i, 100, 100));
  points.push_back(At(Collective::kReduce, 200, 100, 400));
  const EvaluationSummary bcast = Summarise(points, Collective::kBcast, 0.01);
  EXPECT_EQ(bcast.points, 20);
  EXPECT_NEAR(bcast.mean_regret, 0.095, 1e-12);
  EXPECT_NEAR(bcast.p95_regret, 0.18, 1e-12);
  EXPECT_EQ(bcast.worst, &points[19]);
  EXPECT_NEAR(bcast.worst_slowdown, 0.19, 1e-12);
  EXPECT_EQ(bcast.significant, 18);  // from 102 us on
  EXPECT_EQ(bcast.may_be_best, 2);   // 100 and 101 us: half a microsecond on either side
  EXPECT_DOUBLE_EQ(bcast.spent.count(), 40);
  EXPECT_EQ(Summarise(points, std::nullopt, 0.01).worst, &points[20]);
}

TEST(Summarise, TakesTheGeometricMean) {
  const std::vector<Evaluated> points = {At(Collective::kReduce, 200, 100, 400),
                                         At(Collective::kReduce, 200, 100, 100)};
  const EvaluationSummary summary = Summarise(points, std::nullopt, 0.01);
  EXPECT_NEAR(summary.ratio, 1, 1e-12);  // of 1/2 and 2
  EXPECT_NEAR(summary.worst_slowdown, 1, 1e-12);
  const std::vector<Evaluated> gain = {points[0]};
  EXPECT_NEAR(Summarise(gain, std::nullopt, 0.01).worst_slowdown, -0.5, 1e-12);
}

TEST(EvaluationCsv, HasTheColumnsThatScriptsRelyOn) {
  const std::vector<Evaluated> points = {At(Collective::kBcast, 125, 100, 50)};
  EXPECT_EQ(EvaluationCsv(points, 0.01),
            "op,ranks,ranks_per_node,bytes,root,choice,choice_us,best,best_us,library_us,regret,"
            "slowdown,significant,communicator,evidence\n"
            "bcast,13,4,65537,5,chain,125,flat,100,50,0.25,1.5,1,prefix,none\n");
}

TEST(EvaluationText, NamesTheWorstPoint) {
  const std::vector<Evaluated> points = {At(Collective::kBcast, 125, 100, 50),
                                         At(Collective::kAlltoall, 100, 100, 100)};
  const std::string text = EvaluationText(points, 0.01, 0.99995);
  EXPECT_THAT(text, HasSubstr("bcast on 13 ranks, 4 per node, 65537 bytes, root 5: chain 125 us, "
                              "best flat 100 us, library 50.0 us"));
  EXPECT_THAT(text, HasSubstr("at 1 of 2 points the choice is the best as far as intervals at "
                              "99.995 % tell"));
  EXPECT_EQ(EvaluationText({}, 0.01, 0.99), "no point was measured\n");
}

}  // namespace
}  // namespace colltune::tune
