#include "tuner/search/decide.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <stdexcept>

#include "tests/tuner/timed.h"

namespace colltune::tune {
namespace {

using testing::HasSubstr;

Candidate Timed(const char* choice, double median, double half_width = 0.01) {
  return TimedWithin(choice, median, half_width);
}

ChoiceId Choice(std::vector<Candidate> candidates, DecisionRule rule = {}) {
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

using Sizes = std::tuple<std::int64_t, std::int64_t, ChoiceId>;

/// Times that grow by a power of the size: microseconds at 1 KiB, and the exponent.
using Powers = std::map<std::string, std::pair<double, double>, std::less<>>;

Estimates EstimatesBy(const Powers& powers) {
  return [powers](ChoiceId choice, Bytes bytes) -> std::optional<Seconds> {
    const auto found = powers.find(choice.text());
    if (found == powers.end()) return std::nullopt;
    const auto [at_1k, exponent] = found->second;
    return Seconds(kUs * at_1k * std::pow(static_cast<double>(bytes.count) / 1024, exponent));
  };
}

constexpr double kMargin = 0.03;

std::vector<Sizes> Spans(const std::vector<Decision>& decisions, const Powers& powers = {}) {
  std::vector<Sizes> spans;
  for (const Rule& rule : MakeRules(decisions, EstimatesBy(powers), kMargin)) {
    spans.emplace_back(rule.first.count, rule.last.count, rule.choice);
  }
  return spans;
}

/// The border between two choices that change at a single size.
std::int64_t Border(const std::string& low, const std::string& high, const Powers& powers) {
  const auto spans = Spans({At(1024, low.c_str(), {}), At(65536, high.c_str(), {})}, powers);
  EXPECT_EQ(spans.size(), 2u);
  return std::get<0>(spans.back());
}

TEST(MakeRules, MergesEqualNeighbours) {
  const auto rules = MakeRules(std::vector<Decision>{At(8, "flat", {}), At(16, "flat", {})},
                               EstimatesBy({}), kMargin);
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(rules[0].first, Bytes{0});
  EXPECT_EQ(rules[0].last, Bytes{16});
  EXPECT_EQ(rules[0].evidence.size(), 2u);
}

TEST(MakeRules, DoesNotReachBelowAFirstSizeThatIsLarge) {
  EXPECT_EQ(Spans({At(1024, "flat", {}), At(4096, "flat", {})}),
            (std::vector<Sizes>{{1024, 4096, "flat"}}));
}

// flat takes 1 us per KiB, chain always 8 us: they meet at 8 KiB. Borders are exact to 2 %.
TEST(MakeRules, DrawsTheBorderWhereTheTimesMeet) {
  EXPECT_NEAR(static_cast<double>(Border("flat", "chain", {{"flat", {1, 1}}, {"chain", {8, 0}}})),
              8192, 0.02 * 8192);
}

// The library keeps its place until it takes more than 1 / (1 - 0.03) of flat's 8 us, on either
// side of the border.
TEST(MakeRules, GivesTheLibraryTheMargin) {
  const double later = 8192 / (1 - kMargin);
  EXPECT_NEAR(
      static_cast<double>(Border("library", "flat", {{"library", {1, 1}}, {"flat", {8, 0}}})),
      later, 0.02 * later);
  const double earlier = 8192 * (1 - kMargin);
  EXPECT_NEAR(
      static_cast<double>(Border("flat", "library", {{"flat", {1, 1}}, {"library", {8, 0}}})),
      earlier, 0.02 * earlier);
}

TEST(MakeRules, DrawsTheBorderInTheMiddleWhereTheTimesDoNotMeet) {
  EXPECT_EQ(Border("flat", "chain", {}), 8192);
  EXPECT_EQ(Border("flat", "library", {{"flat", {8, 0}}}), 8192);
}

/// The border between two choices, one of them the library, by the times of both over sizes in KiB.
std::int64_t BorderByTimes(const Decision& low, const Decision& high, double (*flat)(double),
                           double (*library)(double)) {
  const Estimates estimates = [&](ChoiceId choice, Bytes bytes) {
    const double size = static_cast<double>(bytes.count) / 1024;
    return std::optional(Seconds(choice == kLibrary ? library(size) : flat(size)));
  };
  const auto rules = MakeRules(std::vector<Decision>{low, high}, estimates, kMargin);
  EXPECT_EQ(rules.size(), 2u);
  return rules.back().first.count;
}

// The library takes twice as long as flat at one end, and as long as flat at the other. By its
// estimate it changes at 2 KiB or at 32 KiB, but nothing tells that it does not change elsewhere.
TEST(MakeRules, GivesAllBetweenToTheOneThatIsSlowerThanTheLibraryNowhere) {
  const auto flat = [](double) { return 1.0; };
  EXPECT_EQ(BorderByTimes(At(1024, "flat", {}), At(65536, "library", {}), flat,
                          [](double size) { return size < 2 ? 2.0 : 1.0; }),
            65536);
  EXPECT_EQ(BorderByTimes(At(1024, "library", {}), At(65536, "flat", {}), flat,
                          [](double size) { return size < 32 ? 1.0 : 2.0; }),
            1025);
  EXPECT_EQ(Border("flat", "library", {{"flat", {8, 0}}, {"library", {9, 0}}}), 65536);
}

// Two borders: a message of three segments may take longer than one of four.
TEST(MakeRules, LeavesToTheLibraryWhatIsBetweenSeveralBorders) {
  const auto library = [](double) { return 1.0; };
  const std::int64_t after = BorderByTimes(
      At(1024, "library", {}), At(65536, "flat", {}),
      [](double size) { return size < 4 || (size >= 16 && size < 32) ? 1.2 : 0.5; }, library);
  EXPECT_NEAR(static_cast<double>(after), 32 * 1024, 0.02 * 32 * 1024);
  const std::int64_t before = BorderByTimes(
      At(1024, "flat", {}), At(65536, "library", {}),
      [](double size) { return size < 2 || (size >= 4 && size < 16) ? 0.5 : 1.2; }, library);
  EXPECT_NEAR(static_cast<double>(before), 2 * 1024, 0.02 * 2 * 1024);
}

TEST(MakeRules, DrawsTheBorderByTimesWhereAChoiceMayBeSlowerThanTheLibrary) {
  const Decision low = At(1024, "flat", {});
  const Decision high = At(65536, "library", {});
  const auto library = [](double size) { return size < 2 ? 2.0 : 1.0; };
  const auto near_2k = [](std::int64_t border) { return border >= 2048 && border <= 2090; };
  // At the end that is the library's, between both, and for others.
  EXPECT_PRED1(near_2k, BorderByTimes(
                            low, high, [](double size) { return size < 64 ? 1.0 : 1.1; }, library));
  EXPECT_PRED1(near_2k, BorderByTimes(
                            low, high, [](double size) { return size == 8 ? 1.1 : 1.0; }, library));
  Decision for_others = high;
  for_others.is_for_others = true;
  EXPECT_PRED1(near_2k, BorderByTimes(
                            low, for_others, [](double) { return 1.0; }, library));
  // On the average the saving is smaller than the margin.
  EXPECT_PRED1(near_2k, BorderByTimes(
                            low, high, [](double) { return 1.0; },
                            [](double size) { return size < 2 ? 1.05 : 1.0; }));
}

// Too many segments for the larger size are a reason why the choice was not made there.
TEST(MakeRules, GivesAllBetweenToTheOneThatIsFasterAtBoth) {
  EXPECT_EQ(Border("flat", "chain", {{"flat", {9, 0}}, {"chain", {8, 0}}}), 1025);
  EXPECT_EQ(Border("flat", "chain", {{"flat", {8, 0}}, {"chain", {9, 0}}}), 65536);
}

TEST(MakeRules, KeepsBordersBetweenTheSizes) {
  EXPECT_EQ(Spans({At(8, "library", {}), At(9, "flat", {})}),
            (std::vector<Sizes>{{0, 8, "library"}, {9, 9, "flat"}}));
}

}  // namespace
}  // namespace colltune::tune
