#include "tuner/decide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace colltune {
namespace {

using testing::HasSubstr;

constexpr double kUs = 1e-6;

Candidate Timed(const char* choice, double median, double half_width = 0.01) {
  return {choice,
          20,
          Seconds(median * kUs),
          Seconds((median - half_width) * kUs),
          Seconds((median + half_width) * kUs),
          std::nullopt};
}

std::string Choice(std::vector<Candidate> candidates, DecisionRule rule = {}) {
  return Decide(rule, Bytes{64}, std::move(candidates)).choice;
}

TEST(Decide, TakesWhatIsClearlyFaster) {
  const Decision decision =
      Decide({}, Bytes{64}, {Timed("library", 10), Timed("flat", 9), Timed("chain", 5)});
  EXPECT_EQ(decision.choice, "chain");
  EXPECT_EQ(decision.evidence.bytes, Bytes{64});
  EXPECT_THAT(decision.evidence.reason, HasSubstr("50 % faster at 99 % confidence"));
  ASSERT_EQ(decision.evidence.candidates.size(), 3u);
  EXPECT_EQ(decision.evidence.candidates[0].choice, "chain");
  EXPECT_EQ(decision.evidence.candidates[1].choice, "flat");
  EXPECT_EQ(decision.evidence.candidates[2].choice, "library");
}

TEST(Decide, LetsTheLibraryWinTies) {
  EXPECT_EQ(Choice({Timed("flat", 10), Timed("library", 10)}), "library");
  EXPECT_EQ(Choice({Timed("flat", 9.8), Timed("library", 10)}), "library");  // 2 % of 3 %
  EXPECT_EQ(Choice({Timed("flat", 9.6), Timed("library", 10)}), "flat");
  EXPECT_EQ(Choice({Timed("flat", 9.6), Timed("library", 10)}, {.margin = 0.05}), "library");
  EXPECT_EQ(Choice({Timed("flat", 9.999, 0), Timed("library", 10, 0)}, {.margin = 0}), "flat");
}

TEST(Decide, NeedsIntervalsThatDoNotOverlap) {
  const Decision decision = Decide({}, Bytes{64}, {Timed("flat", 5, 3), Timed("library", 10, 3)});
  EXPECT_EQ(decision.choice, "library");
  EXPECT_THAT(decision.evidence.reason, HasSubstr("overlap"));
  EXPECT_EQ(Choice({Timed("flat", 5, 2), Timed("library", 10, 2)}), "flat");
}

TEST(Decide, NeverTakesWhatWasNotMeasured) {
  const Candidate guess{"binomial", 0, {}, {}, {}, Seconds(kUs)};
  EXPECT_EQ(Choice({guess, Timed("library", 10)}), "library");
  const Decision decision = Decide({}, Bytes{64}, {guess, Timed("library", 10), Timed("flat", 5)});
  EXPECT_EQ(decision.choice, "flat");
  EXPECT_EQ(decision.evidence.candidates.back().choice, "binomial");
}

TEST(DecisionRule, NamesWhatIsWrong) {
  EXPECT_THAT([] { DecisionRule{.confidence = 1.5}.Validate(); },
              testing::ThrowsMessage<std::invalid_argument>(HasSubstr("confidence 1.5")));
  EXPECT_THAT([] { DecisionRule{.margin = -0.1}.Validate(); },
              testing::ThrowsMessage<std::invalid_argument>(HasSubstr("margin -0.1")));
}

Decision At(std::int64_t bytes, const char* choice, std::vector<Candidate> candidates) {
  return {choice, {Bytes{bytes}, std::move(candidates), ""}};
}

using Span = std::tuple<std::int64_t, std::int64_t, std::string>;

std::vector<Span> Spans(const std::vector<Decision>& decisions) {
  std::vector<Span> spans;
  for (const Rule& rule : MakeRules(decisions)) {
    spans.emplace_back(rule.first.count, rule.last.count, rule.choice);
  }
  return spans;
}

TEST(MakeRules, MergesEqualNeighbours) {
  const auto rules = MakeRules(std::vector<Decision>{At(8, "flat", {}), At(16, "flat", {})});
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(rules[0].first, Bytes{0});
  EXPECT_EQ(rules[0].last, Bytes{16});
  EXPECT_EQ(rules[0].evidence.size(), 2u);
}

TEST(MakeRules, DoesNotReachBelowAFirstSizeThatIsLarge) {
  EXPECT_EQ(Spans({At(1024, "flat", {}), At(4096, "flat", {})}),
            (std::vector<Span>{{1024, 4096, "flat"}}));
}

// flat takes 1, 4 us at 1 K, 4 K and chain 2, 2 us: on logarithmic axes they meet half-way, 2 K.
// With chain at 4, 2 us flat is ahead by a factor of 4 and then behind by one of 2: at 2/3 of
// the way, 1024 * 4^(2/3) = 2580.3.
TEST(MakeRules, DrawsTheBorderWhereTheTimesMeet) {
  EXPECT_EQ(Spans({At(1024, "flat", {Timed("flat", 1), Timed("chain", 2)}),
                   At(4096, "chain", {Timed("flat", 4), Timed("chain", 2)})}),
            (std::vector<Span>{{1024, 2047, "flat"}, {2048, 4096, "chain"}}));
  EXPECT_EQ(Spans({At(1024, "flat", {Timed("flat", 1), Timed("chain", 4)}),
                   At(4096, "chain", {Timed("flat", 4), Timed("chain", 2)})}),
            (std::vector<Span>{{1024, 2579, "flat"}, {2580, 4096, "chain"}}));
}

TEST(MakeRules, DrawsTheBorderInTheMiddleWhereATimeIsUnknown) {
  const Candidate guess{"chain", 0, {}, {}, {}, Seconds(1)};
  EXPECT_EQ(
      Spans({At(1024, "flat", {Timed("flat", 1), guess}), At(4096, "chain", {Timed("chain", 2)})}),
      (std::vector<Span>{{1024, 2047, "flat"}, {2048, 4096, "chain"}}));
}

TEST(MakeRules, KeepsBordersBetweenTheSizes) {
  // The library won at 8 bytes by the margin alone: flat was a little faster there already.
  EXPECT_EQ(Spans({At(8, "library", {Timed("library", 2), Timed("flat", 1.98)}),
                   At(9, "flat", {Timed("library", 2), Timed("flat", 1)})}),
            (std::vector<Span>{{0, 8, "library"}, {9, 9, "flat"}}));
}

TEST(Promising, AreThoseNearThePredictedBest) {
  EXPECT_THAT(Promising({{"a", Seconds(1)}, {"b", Seconds(2)}, {"c", Seconds(2.01)}}, 2),
              testing::ElementsAre("a", "b"));
  EXPECT_TRUE(Promising({}, 2).empty());
}

}  // namespace
}  // namespace colltune
