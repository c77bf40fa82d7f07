#include "tuner/decide/extrapolate_row.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "algorithms/registry.h"
#include "tests/tuner/power_predictor.h"
#include "tests/tuner/searching.h"

namespace colltune::tune {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// The two meet at 64 bytes, on any number of ranks: below that chain is faster.
const std::map<std::string, Power> kPowers = {{"flat", {32e-6, 0}}, {"chain", {0.5e-6, 1}}};
constexpr Layout kLarge{64, 1};

/// Factor by which a measured time exceeds the prediction.
using Truth = std::function<double(ChoiceId choice, const Layout& layout)>;

/// A search that has measured these layouts at all sizes. The library takes as long as flat, times
/// `truth`.
std::unique_ptr<Searching> Measured(const std::vector<Layout>& layouts, const Predictor& predictor,
                                    const Truth& truth) {
  SearchSetup options;
  options.plan.kind = SearchKind::kExhaustive;
  options.collectives = {Collective::kBcast};
  options.layouts = layouts;
  for (std::int64_t bytes = 1; bytes <= 4096; bytes *= 2) options.sizes.push_back(Bytes{bytes});
  auto search = std::make_unique<Searching>(options, predictor);
  while (const auto trial = search->planner.Next()) {
    const Problem problem = trial->problem;
    TrialResult result;
    for (const ChoiceId choice : trial->choices) {
      const Seconds predicted =
          *predictor.Predict(choice == kLibrary ? ChoiceId("flat") : choice, problem);
      result.timings.push_back(Exactly(choice, truth(choice, problem.layout) * predicted));
    }
    search->planner.Learn(*trial, result);
  }
  return search;
}

Row Expected(const std::vector<Layout>& layouts, const Truth& truth) {
  const PowerPredictor predictor(kPowers);
  const auto search = Measured(layouts, predictor, truth);
  return ExtrapolateRow(search->measurements, Collective::kBcast, kLarge, predictor, predictor,
                        {.model = "power"});
}

TEST(ExtrapolateRow, ChoosesWhatIsExpectedToBeTheBest) {
  const Row row = Expected({{4, 1}, {8, 1}}, [](ChoiceId choice, const Layout&) {
    return choice == kLibrary ? 2.0 : 1.0;
  });
  EXPECT_EQ(row.region, RegionOf(64, 1));
  ASSERT_EQ(row.rules.size(), 2u);
  EXPECT_EQ(row.rules[0].choice, "chain");
  EXPECT_EQ(row.rules[1].choice, "flat");
  EXPECT_GE(row.rules[1].first, Bytes{33});
  EXPECT_LE(row.rules[1].first, Bytes{128});
  EXPECT_EQ(row.rules[1].last, Bytes{4096});
  const Evidence& evidence = row.rules[1].evidence.back();
  const Candidate* flat = evidence.Find("flat");
  ASSERT_NE(flat, nullptr);
  EXPECT_EQ(flat->samples, 0);
  EXPECT_NEAR(flat->predicted->count(), 64 * 32e-6, 1e-12);
  EXPECT_NEAR(evidence.Find(kLibrary)->predicted->count(), 2 * 64 * 32e-6, 1e-12);
  EXPECT_THAT(evidence.reason,
              HasSubstr("not measured: flat is expected to take 0.5 of the time of the lib"));
}

TEST(ExtrapolateRow, CorrectsByWhatTheLargestLayoutTook) {
  // With flat four times as slow as predicted, the two meet at 256 bytes.
  const Row row = Expected({{4, 1}, {8, 1}}, [](ChoiceId choice, const Layout&) {
    return choice == "flat" ? 4.0 : choice == kLibrary ? 10.0 : 1.0;
  });
  EXPECT_EQ(row.Find(Bytes{128})->choice, "chain");
  EXPECT_EQ(row.Find(Bytes{512})->choice, "flat");
}

// On eight ranks our algorithms take three times as long as four ranks let expect, the library does
// not. A library that took L times as long as flat on four ranks took L / 3 on eight: L / sqrt(3),
// within sqrt(3). The shares were off by the same factor. So 3 / 0.97 = 3.09 is needed: L = 5 gives
// 2.9, L = 12 gives 6.9.
TEST(ExtrapolateRow, LeavesToTheLibraryWhatMayBeSlower) {
  for (const double library : {5.0, 12.0}) {
    const Row row = Expected({{4, 1}, {8, 1}}, [&](ChoiceId choice, const Layout& layout) {
      return choice == kLibrary ? library : layout.ranks == 8 ? 3.0 : 1.0;
    });
    const Rule* rule = row.Find(Bytes{4096});
    EXPECT_EQ(rule->choice, library == 5.0 ? kLibrary : ChoiceId("flat"));
    EXPECT_THAT(rule->evidence.back().reason,
                HasSubstr(library == 5.0 ? "it may be slower" : "it is chosen"));
    EXPECT_THAT(rule->evidence.back().reason, HasSubstr("within 73 %); by the model power, by wh"));
    EXPECT_THAT(rule->evidence.back().reason, HasSubstr("off by 73 % about this size on 8 ranks"));
  }
}

// The library resembles flat, which declines on that many ranks: the next most similar is used.
TEST(ExtrapolateRow, TakesTheLibraryForSomethingThatIsThere) {
  const PowerPredictor near(kPowers);
  const PowerPredictor far({{"chain", kPowers.at("chain")}});
  const auto search = Measured({{4, 1}, {8, 1}}, near, [](ChoiceId, const Layout&) { return 1.0; });
  const Row row = ExtrapolateRow(search->measurements, Collective::kBcast, kLarge, near, far,
                                 {.model = "power"});
  const Evidence& evidence = row.rules.front().evidence.front();
  EXPECT_THAT(evidence.reason, HasSubstr("which is like chain so far"));
  EXPECT_EQ(evidence.Find("flat"), nullptr);
}

TEST(ExtrapolateRow, KnowsNothingWhereItCouldNotBeTried) {
  const auto truth = [](ChoiceId, const Layout&) { return 1.0; };
  EXPECT_THAT(Expected({{8, 1}}, truth).rules, IsEmpty());
  EXPECT_THAT(Expected({{4, 2}, {8, 1}}, truth).rules, IsEmpty()) << "of another kind";
  EXPECT_THAT(Expected({{8, 1}, {64, 1}}, truth).rules, IsEmpty()) << "not more than was measured";
}

}  // namespace
}  // namespace colltune::tune
