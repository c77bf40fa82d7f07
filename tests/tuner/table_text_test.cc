#include "tuner/text/table_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/job/progress.h"

namespace colltune::tune {
namespace {

TEST(TimeText, HasThreeDigitsAndAUnit) {
  EXPECT_EQ(TimeText(Seconds(3.4e-7)), "340 ns");
  EXPECT_EQ(TimeText(Seconds(1.234e-5)), "12.3 us");
  EXPECT_EQ(TimeText(Seconds(4.564e-3)), "4.56 ms");
  EXPECT_EQ(TimeText(Seconds(99.96e-3)), "100 ms");
  EXPECT_EQ(TimeText(Seconds(0.9999)), "1.00 s");
  EXPECT_EQ(TimeText(Seconds(0)), "0.00 ns");
  EXPECT_EQ(TimeText(Seconds(-2e-6)), "-2.00 us");
}

TEST(DurationText, IsRounded) {
  using Duration = std::chrono::duration<double>;
  EXPECT_EQ(DurationText(Duration(12.4)), "12 s");
  EXPECT_EQ(DurationText(Duration(200)), "3 min 20 s");
  EXPECT_EQ(DurationText(Duration(7500)), "2 h 5 min");
}

Rule ExampleRule() {
  Evidence evidence;
  evidence.bytes = Bytes{65536};
  evidence.reason = "binomial 50 us, library 100 us: 50 % faster at 99 % confidence";
  evidence.candidates = {
      {"binomial", 20, Seconds(50e-6), Seconds(49e-6), Seconds(51e-6), Seconds(48e-6)},
      {"library", 30, Seconds(100e-6), Seconds(98e-6), Seconds(103e-6), std::nullopt},
      {"chain", 0, {}, {}, {}, Seconds(400e-6)},
  };
  return {Bytes{4096}, Bytes{65536}, "binomial", {evidence}};
}

TEST(TableText, ShowsWhatIsSaved) {
  const DecisionTable table{{{Collective::kBcast, RegionOf(16, 4), {ExampleRule()}}}};
  EXPECT_EQ(TableText(table),
            "bcast on 16 ranks, 4 per node\n"
            "     bytes  choice                     time    library    saved\n"
            "       64K  binomial                50.0 us     100 us   50.0 %\n");
}

TEST(TableText, LeavesRoomForTheLongestName) {
  Rule rule = ExampleRule();
  rule.choice = rule.evidence[0].candidates[0].choice = "chain_pipelined:segment=128K";
  const DecisionTable table{{{Collective::kBcast, RegionOf(16, 4), {rule}}}};
  EXPECT_EQ(TableText(table),
            "bcast on 16 ranks, 4 per node\n"
            "     bytes  choice                             time    library    saved\n"
            "       64K  chain_pipelined:segment=128K    50.0 us     100 us   50.0 %\n");
}

TEST(TableText, ShowsARuleWithoutEvidence) {
  const DecisionTable table{
      {{Collective::kBcast, RegionOf(2, 1), {{Bytes{0}, Bytes{1024}, "chain", {}}}}}};
  EXPECT_THAT(TableText(table), testing::HasSubstr("\n     to 1K  chain (no evidence)\n"));
}

TEST(NetworkText, IsALineForEachModel) {
  Profile profile;
  profile.network = {{"loggp", {{"L", 1e-5, "s", 0}, {"G", 8e-10, "s/B", 0}}, 0.02}};
  EXPECT_EQ(NetworkText(profile), "loggp     L 10.0 us  G 8e-10 s/B  (samples within 2 %)\n");
  profile.network.front().off_by = 0.125;
  EXPECT_THAT(
      NetworkText(profile),
      testing::HasSubstr("(samples within 2 %, 90th percentile of its prediction error 12 %)\n"));
}

}  // namespace
}  // namespace colltune::tune
