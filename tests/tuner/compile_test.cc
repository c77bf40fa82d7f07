#include "tuner/decide/compile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "algorithms/registry.h"
#include "tests/tuner/power_predictor.h"
#include "tests/tuner/searching.h"

namespace colltune::tune {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

// On r ranks flat takes 64 r us and chain r us a byte: they meet at 64 bytes on any number of
// ranks.
const std::map<std::string, Power> kPowers = {{"flat", {64e-6, 0}}, {"chain", {1e-6, 1}}};

struct Tuned {
  /// Searches until no trial is left, or `most_roots` trials with a root other than 0 are
  /// answered.
  Tuned(Collective collective, double library, const std::map<std::string, Power>& powers = kPowers,
        int most_roots = 10000)
      : predictor(powers) {
    SearchSetup options;
    options.collectives = {collective};
    options.layouts = {{2, 1}, {4, 1}, {8, 1}};
    options.between = LayoutsBetween(options.layouts, 1);
    for (std::int64_t bytes = 1; bytes <= 4096; bytes *= 2) options.sizes.push_back(Bytes{bytes});
    search.emplace(options, predictor);
    int roots = 0;
    while (const auto trial = search->planner.Next()) {
      roots += trial->problem.root != 0;
      if (roots > most_roots) break;
      TrialResult result;
      const Problem problem = trial->problem;
      for (const ChoiceId name : trial->choices) {
        const Seconds time = name == kLibrary ? library * *predictor.Predict("flat", problem)
                                              : *predictor.Predict(name, problem);
        result.timings.push_back(Exactly(name, time));
      }
      search->planner.Learn(*trial, result);
    }
    table = Compile(search->measurements);
  }

  PowerPredictor predictor;
  std::optional<Searching> search;
  DecisionTable table;
};

TEST(Compile, DrawsBordersWhereTheModelHasThem) {
  const Tuned tuned(Collective::kAllreduce, 2);
  const Row* row = tuned.table.Find(Collective::kAllreduce, OnFullNodes(4, 1));
  ASSERT_TRUE(row);
  EXPECT_EQ(row->Find(Bytes{60})->choice, "chain");
  EXPECT_EQ(row->Find(Bytes{68})->choice, "flat");
  EXPECT_EQ(row->Find(Bytes{4096})->choice, "flat");
  EXPECT_EQ(row->Find(Bytes{4097}), nullptr);
}

TEST(Compile, MeasuresBetweenMeasuredRanks) {
  const Tuned tuned(Collective::kAllreduce, 2);
  EXPECT_THAT(tuned.table.rows, SizeIs(7)) << "2 to 8 ranks";
  const Row* row = tuned.table.Find(Collective::kAllreduce, OnFullNodes(7, 1));
  ASSERT_TRUE(row);
  EXPECT_EQ(row->Find(Bytes{60})->choice, "chain");
  EXPECT_EQ(row->Find(Bytes{68})->choice, "flat");
  EXPECT_GT(row->rules.front().evidence.front().candidates.front().samples, 0);
}

TEST(Compile, LeavesRanksBetweenToALibraryThatIsFaster) {
  const Tuned tuned(Collective::kAllreduce, 0.5);
  EXPECT_EQ(tuned.table.Find(Collective::kAllreduce, OnFullNodes(7, 1))->Find(Bytes{4096})->choice,
            "library");
}

TEST(Compile, HasOneRuleWhereRanksDoNotKnowSizes) {
  // flat is faster than this library at all sizes, chain at small ones only.
  const Tuned tuned(Collective::kAlltoallv, 2);
  const Row* row = tuned.table.Find(Collective::kAlltoallv, OnFullNodes(4, 1));
  ASSERT_TRUE(row);
  ASSERT_THAT(row->rules, SizeIs(1));
  EXPECT_EQ(row->rules.front().choice, "flat");
  EXPECT_EQ(row->rules.front().first, Bytes{0});
  EXPECT_EQ(tuned.table.Find(Collective::kAlltoallv, OnFullNodes(5, 1))->Find(Bytes{7})->choice,
            "flat");
}

// With root r chain takes 1 + r / 2 times as long, and is above flat's 64 us from 64 / (1 + r / 2)
// bytes on: 25.6 with root 3.
const std::map<std::string, Power> kUnlike = {{"flat", {64e-6, 0}}, {"chain", {1e-6, 1, 0.5}}};

TEST(Compile, HasRowsForRootsThatDifferFromTheFirst) {
  const Tuned tuned(Collective::kBcast, 2, kUnlike);
  EXPECT_FALSE(tuned.table.Find(Collective::kBcast, OnFullNodes(4, 1), 0)->roots);
  const Row* row = tuned.table.Find(Collective::kBcast, OnFullNodes(4, 1), 3);
  ASSERT_TRUE(row && row->roots);
  EXPECT_EQ(row->roots->first, 3);
  EXPECT_EQ(row->Find(Bytes{22})->choice, "chain");
  EXPECT_EQ(row->Find(Bytes{30})->choice, "flat");
  EXPECT_EQ(tuned.table.Find(Collective::kBcast, OnFullNodes(4, 1), 0)->Find(Bytes{30})->choice,
            "chain");
}

// The library takes as long as flat: chain takes 0.97 of it at 62.08 bytes, and 0.94 at 60.2.
TEST(Compile, KeepsFurtherFromTheLibraryWhereARowIsForSeveralRoots) {
  const Tuned one(Collective::kAllreduce, 1);
  EXPECT_EQ(one.table.Find(Collective::kAllreduce, OnFullNodes(4, 1))->Find(Bytes{62})->choice,
            "chain");
  const Tuned several(Collective::kBcast, 1);
  const Row* row = several.table.Find(Collective::kBcast, OnFullNodes(4, 1));
  EXPECT_EQ(row->Find(Bytes{59})->choice, "chain");
  EXPECT_EQ(row->Find(Bytes{62})->choice, "library");
}

// With odd roots chain takes 4 times as long, and is above flat's 64 us from 16 bytes on.
TEST(Compile, HasARowForEachOfTheRootsThatWereTakenTogether) {
  const Tuned tuned(Collective::kBcast, 2, {{"flat", {64e-6, 0}}, {"chain", {1e-6, 1, 0, 3}}});
  for (const int root : {1, 3, 5, 7}) {
    const Row* row = tuned.table.Find(Collective::kBcast, OnFullNodes(8, 1), root);
    ASSERT_TRUE(row && row->roots);
    EXPECT_EQ(*row->roots, (Roots{root, root}));
    EXPECT_EQ(row->Find(Bytes{20})->choice, "flat");
    const std::string& reason = row->rules.front().evidence.front().reason;
    const int measured = root < 5 ? 1 : 5;  // of each half the first
    const std::string expected = "measured with rank " + std::to_string(measured) +
                                 " as the root, which has the other candidates, and expected";
    EXPECT_EQ(reason.find(expected) != std::string::npos, root != measured) << reason;
  }
  EXPECT_EQ(tuned.table.Find(Collective::kBcast, OnFullNodes(8, 1), 4)->Find(Bytes{20})->choice,
            "chain");
}

std::size_t MostCandidates(const Row& row) {
  std::size_t most = 0;
  for (const Rule& rule : row.rules) {
    for (const Evidence& evidence : rule.evidence) {
      EXPECT_TRUE(evidence.Find(rule.choice) && evidence.Find(kLibrary));
      most = std::max(most, evidence.candidates.size());
    }
  }
  return most;
}

// The same, and two that take at most 1 % longer than flat with all roots.
TEST(Compile, HasTheWholeEvidenceOnceForRootsThatWereTakenTogether) {
  const Tuned tuned(Collective::kBcast, 2,
                    {{"flat", {64e-6, 0}},
                     {"chain", {1e-6, 1, 0, 3}},
                     {"binomial", {64.3e-6, 0}},
                     {"scatter_ring_allgather", {64.6e-6, 0}}});
  EXPECT_EQ(MostCandidates(*tuned.table.Find(Collective::kBcast, OnFullNodes(8, 1), 1)), 4)
      << "no chain";
  EXPECT_EQ(MostCandidates(*tuned.table.Find(Collective::kBcast, OnFullNodes(8, 1), 3)), 3);
}

TEST(Compile, HasNoRowForRootsThatAreMeasuredInPartOnly) {
  const Tuned tuned(Collective::kBcast, 8, kUnlike, 1);
  for (const Row& row : tuned.table.rows) EXPECT_FALSE(row.roots);
}

// With root r chain takes 0.9 (1 + r / 10) of the library's time, which is flat's: 0.99 with
// root 1.
TEST(Compile, LeavesRootsThatAreNotMeasuredToALibraryThatIsFaster) {
  const Tuned tuned(Collective::kBcast, 1, {{"flat", {1e-6, 1}}, {"chain", {0.9e-6, 1, 0.1}}}, 0);
  const Row* row = tuned.table.Find(Collective::kBcast, OnFullNodes(8, 1), 7);
  ASSERT_TRUE(row && row->roots);
  EXPECT_EQ(*row->roots, (Roots{2, 7}));
  EXPECT_EQ(row->Find(Bytes{1})->choice, "library");
  EXPECT_EQ(tuned.table.Find(Collective::kBcast, OnFullNodes(8, 1), 1)->Find(Bytes{1})->choice,
            "chain");
}

TEST(Compile, HasNoRowForWhatWasNotMeasured) {
  const PowerPredictor predictor(kPowers);
  SearchSetup options;
  options.collectives = {Collective::kBcast};
  options.layouts = {{2, 1}};
  options.sizes = {Bytes{8}};
  const Searching search(options, predictor);
  EXPECT_THAT(Compile(search.measurements).rows, IsEmpty());
}

}  // namespace
}  // namespace colltune::tune
