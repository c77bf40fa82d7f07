#include "tuner/text/explain_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/timed.h"

namespace colltune::tune {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Provenance At99() {
  Provenance provenance;
  provenance.confidence = 0.99;
  provenance.margin = 0.03;
  return provenance;
}

Candidate Predicted(Candidate candidate, double us) {
  candidate.predicted = Seconds(us * kUs);
  return candidate;
}

Rule ExampleRule() {
  Evidence evidence;
  evidence.bytes = Bytes{65536};
  evidence.reason = "binomial 50 us, library 100 us: 50 % faster at 99 % confidence";
  Candidate early = TimedWithin("knomial", 60, 20);
  early.samples = 10;
  evidence.candidates = {Predicted(TimedWithin("binomial", 50, 1), 48), early,
                         TimedWithin("ring", 75, 1), TimedWithin("library", 100, 2),
                         Predicted({"chain", 0, {}, {}, {}, {}}, 400)};
  return {Bytes{4096}, Bytes{65536}, "binomial", {evidence}};
}

std::string Text(const Rule& rule, std::int64_t bytes, int root = 0,
                 std::optional<Roots> roots = std::nullopt) {
  const Row row{Collective::kBcast, RegionOf(16, 1), {rule}, roots};
  return ExplainText(row, rule, Bytes{bytes}, root, At99());
}

TEST(ExplainText, ShowsEveryCandidateAndItsFate) {
  const std::string text = Text(ExampleRule(), 65536);
  EXPECT_THAT(text, StartsWith("binomial for 4096 to 65536 bytes\n"
                               "measured at this size: binomial 50 us, library 100 us: 50 %"));
  EXPECT_THAT(text, ContainsRegex("binomial +50.0 us +49.0 us .. +51.0 us +20 +48.0 us  chosen\n"));
  EXPECT_THAT(text, ContainsRegex("knomial .* 10 +-  left the race as worse\n"));
  EXPECT_THAT(text, ContainsRegex("ring .* 20 +-  slower\n"));
  EXPECT_THAT(text, ContainsRegex("library +100 us +98.0 us .. +102 us +20 +-  slower\n"));
  EXPECT_THAT(text, ContainsRegex("chain +- +- +0 +400 us  ruled out by the model: predicted 8.3 "
                                  "times as slow as the best\n"));
}

TEST(ExplainText, SaysWhatIsExpectedWhereNothingWasMeasured) {
  Rule rule = ExampleRule();
  Evidence& evidence = rule.evidence.front();
  evidence.reason = "not measured: binomial is expected to take 0.5 of the library's time";
  evidence.candidates = {Predicted({"binomial", 0, {}, {}, {}, {}}, 50),
                         Predicted({"library", 0, {}, {}, {}, {}}, 100)};
  const std::string text = Text(rule, 65536);
  EXPECT_THAT(text,
              StartsWith("binomial for 4096 to 65536 bytes\nat this size: not measured: bin"));
  EXPECT_THAT(text, ContainsRegex("binomial +50.0 us  chosen\n"));
  EXPECT_THAT(text, ContainsRegex("library +100 us\n"));
  EXPECT_THAT(Text(rule, 32768),
              HasSubstr("\nat 65536 bytes, the nearest size that was looked at"));
}

// knomial: 40 .. 80 us span ln 2 = 0.693 = 2 z s, s = 0.1346; binomial ln(51/49) = 0.0400, s =
// 0.0078; together 0.1348. ln(60/50) = 0.1823 is 1.352 of that: 8.8 %. The others: none.
TEST(ExplainText, SaysTheMarginAndTheRisk) {
  EXPECT_THAT(Text(ExampleRule(), 65536),
              HasSubstr("winner binomial, runner-up knomial: it takes 16.7 % less than knomial, "
                        "50.0 % less than library\n"
                        "probability of being wrong, by these samples: 8.8 % that knomial is "
                        "really faster, 8.8 % at most that any is\n"));
}

TEST(ExplainText, SaysWhetherTheMarginIsSignificant) {
  Rule rule = ExampleRule();
  EXPECT_THAT(Text(rule, 65536),
              HasSubstr("\nmargin not significant: how much runs differ was not measured"));
  std::erase_if(rule.evidence.front().candidates,
                [](const Candidate& candidate) { return candidate.choice == "knomial"; });
  EXPECT_THAT(Text(rule, 65536),
              HasSubstr("\nmargin significant: how much runs differ was not measured"));
  // ring takes 1.5 times the winner's time.
  const Row row{Collective::kBcast, RegionOf(16, 1), {rule}, std::nullopt};
  Provenance provenance = At99();
  for (const auto& [between_runs, expected] :
       {std::pair(0.4, "margin significant: runs differ by up to 40 % (99 % of comparisons)"),
        std::pair(0.6,
                  "margin not significant: runs differ by up to 60 % (99 % of comparisons)")}) {
    provenance.between_runs = between_runs;
    EXPECT_THAT(ExplainText(row, rule, Bytes{65536}, 0, provenance), HasSubstr(expected));
  }
}

// At 64K the margin is significant, and at 16K it is not.
TEST(ExplainText, ClaimsNoMarginThatItDoesNotKnow) {
  Rule rule = ExampleRule();
  std::erase_if(rule.evidence.front().candidates,
                [](const Candidate& candidate) { return candidate.choice == "knomial"; });
  EXPECT_THAT(Text(rule, 65535), HasSubstr("\nmargin not known here"));
  EXPECT_THAT(Text(rule, 65537), HasSubstr("\nmargin not known here"));
  rule.evidence.insert(rule.evidence.begin(), rule.evidence.front());
  rule.evidence.front().bytes = Bytes{16384};
  EXPECT_THAT(Text(rule, 65535), HasSubstr("\nmargin significant"));
  rule.evidence.front().candidates = {TimedWithin("binomial", 50, 1), TimedWithin("ring", 50, 1)};
  EXPECT_THAT(Text(rule, 65535), HasSubstr("\nmargin not significant"));
  EXPECT_THAT(Text(rule, 65536), HasSubstr("\nmargin significant"));
}

TEST(ExplainText, SaysWhatTheLibraryKeepsItsPlaceAgainst) {
  Rule rule = ExampleRule();
  rule.choice = "library";
  rule.evidence.front().candidates = {TimedWithin("flat", 9.8, 0), TimedWithin("library", 10, 0)};
  const std::string text = Text(rule, 65536);
  EXPECT_THAT(text, HasSubstr("  faster, but not chosen: see above\n"));
  EXPECT_THAT(text, HasSubstr("it takes 2.0 % more than flat\nprobability of being wrong, by these "
                              "samples: 0 % that flat is really faster by more than 3 %, 0 % at"));
}

TEST(ExplainText, WritesLargeNumbersWithoutExponents) {
  Rule rule = ExampleRule();
  rule.choice = "library";
  rule.evidence.front().candidates = {TimedWithin("flat", 8, 0), TimedWithin("library", 10, 0)};
  rule.evidence.front().candidates.push_back({"ring", 0, {}, {}, {}, Seconds(1260e-6)});
  rule.evidence.front().candidates.front().predicted = Seconds(10e-6);
  const std::string text = Text(rule, 65536);
  EXPECT_THAT(text, HasSubstr("samples: 100 % that flat is really faster by more than 3 %, 100 %"));
  EXPECT_THAT(text, HasSubstr("predicted 126 times as slow as the best"));
}

TEST(ExplainText, RoundsWhatIsHardlyPossible) {
  Rule rule = ExampleRule();
  rule.evidence.front().candidates = {TimedWithin("binomial", 50, 1), TimedWithin("ring", 53, 1)};
  EXPECT_THAT(Text(rule, 65536), HasSubstr("samples: below 0.01 % that ring is really faster"));
}

TEST(ExplainText, TellsMeasuredFromExtrapolated) {
  EXPECT_THAT(Text(ExampleRule(), 5000),
              HasSubstr("\nextrapolated from 65536 bytes, the nearest measured size: binomial 50"));
}

// One of the roots that a machine treats alike was measured, which need not be the first.
TEST(ExplainText, NamesNoRootThatItDoesNotKnow) {
  for (const std::optional<Roots>& roots : {std::optional<Roots>(), {{2, 4}}, {{3, 3}}}) {
    EXPECT_THAT(
        Text(ExampleRule(), 65536, 3, roots),
        HasSubstr("\nmeasured at this size, with a root that the machine treats like rank 3: "));
  }
  EXPECT_THAT(Text(ExampleRule(), 65536), Not(HasSubstr("root")));
  EXPECT_THAT(Text(ExampleRule(), 65536, 0, Roots{0, 0}), Not(HasSubstr("root")));
}

TEST(ExplainText, DoesWithoutTimes) {
  Rule rule = ExampleRule();
  rule.evidence.front().candidates.clear();
  EXPECT_THAT(Text(rule, 65536), HasSubstr("\nthe evidence has no times of binomial\n"));
  rule.evidence.clear();
  EXPECT_THAT(Text(rule, 65536), HasSubstr("\nthe profile has no evidence for it\n"));
}

TEST(ExplainText, KnowsASingleCandidate) {
  Rule rule = ExampleRule();
  rule.evidence.front().candidates.resize(1);
  EXPECT_THAT(Text(rule, 65536), HasSubstr("\nno other candidate was measured\n"));
}

/// The text for a row of 16 to 24 nodes of 1 rank.
std::string OfRegion(const Rule& rule, std::int64_t bytes) {
  const Row row{Collective::kBcast, {{16, 24}, {1, 1}, {}}, {rule}};
  return ExplainCall(row, 20, Bytes{bytes}, 0, At99());
}

TEST(ExplainText, SaysWhichCommunicatorsARowIsFor) {
  EXPECT_THAT(OfRegion(ExampleRule(), 65536),
              StartsWith("bcast of 65536 bytes on 20 ranks: binomial for 4096 to 65536 bytes\n"
                         "the row is for 16 to 24 nodes of 1 rank\n"
                         "measured at this size: "));
  EXPECT_THAT(Text(ExampleRule(), 65536), Not(HasSubstr("the row is for")));
}

TEST(ExplainText, SaysWhatARuleWasInterpolatedFromAndHowUncertainItIs) {
  Rule rule{Bytes{0}, Bytes{99}, "binomial", {}};
  rule.interpolated = {{{16, 1}, {24, 8, 190}}, 0.125};
  EXPECT_EQ(OfRegion(rule, 8),
            "bcast of 8 bytes on 20 ranks: binomial for 0 to 99 bytes\n"
            "the row is for 16 to 24 nodes of 1 rank\n"
            "interpolated between 16 nodes of 1 rank and 24 nodes of 8 ranks (190 ranks): the "
            "expected saving may be off by 12.5 %\n");
  rule.interpolated->from.pop_back();
  rule.evidence = {{Bytes{8}, {Predicted({"binomial", 0, {}, {}, {}, {}}, 40)}, "80 % expected"}};
  EXPECT_THAT(
      OfRegion(rule, 8),
      HasSubstr("\ntaken from 16 nodes of 1 rank: the expected saving may be off by 12.5 %\n"
                "at this size: 80 % expected\n  candidate "));
}

TEST(ExplainText, TakesTimesOfAnInterpolatedRuleForExpectations) {
  Rule rule = ExampleRule();
  rule.interpolated = {{{16, 1}}, 0.125};
  EXPECT_THAT(OfRegion(rule, 65536), Not(HasSubstr("measured at")));
  EXPECT_THAT(OfRegion(rule, 65536), Not(HasSubstr("probability")));
}

TEST(ExplainText, SaysWhyTheLibraryDecides) {
  const Rule rule{
      Bytes{0}, Bytes{99}, "library", {{Bytes{8}, {}, "the interpolation is uncertain"}}};
  EXPECT_EQ(OfRegion(rule, 8),
            "bcast of 8 bytes on 20 ranks: library for 0 to 99 bytes\n"
            "the row is for 16 to 24 nodes of 1 rank\n"
            "at this size: the interpolation is uncertain\n");
}

}  // namespace
}  // namespace colltune::tune
