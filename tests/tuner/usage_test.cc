#include "tuner/usage/usage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/stats_of.h"
#include "tuner/usage/usage_text.h"

namespace colltune::tune {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// The only usage in `files`.
Usage UsageOf(const std::vector<StatsFile>& files) {
  const UsageSummary summary = SummaryOf(files);
  EXPECT_THAT(summary.usages, SizeIs(1));
  return summary.usages.at(0);
}

void ExpectUs(Seconds time, double us) { EXPECT_NEAR(time / Seconds(kUs), us, 1e-9); }

// 100 calls by two ranks, which take 200 and 400 us in all.
TEST(Usage, CountsACallOnce) {
  const Usage usage =
      UsageOf({FileOf("a", 0, 2, {CallsOf(100, 2, 1)}), FileOf("a", 1, 2, {CallsOf(100, 4, 3)})});
  EXPECT_EQ(usage.calls, 100);
  ExpectUs(usage.time, 300);
  ExpectUs(usage.call, 3);
  ExpectUs(*usage.quickest, 1);
  EXPECT_EQ(usage.samples, 100);
  EXPECT_EQ(usage.mean_bytes, 10);
  EXPECT_EQ(usage.why, "profile");
}

// Two pairs among 4 ranks; one pair calls 10 times, the other 30 times: 40 calls, 80 on all ranks,
// of 1 us.
TEST(Usage, CountsThoseOfAllCommunicators) {
  std::vector<StatsFile> files;
  for (int rank = 0; rank < 4; ++rank) {
    files.push_back(FileOf("a", rank, 4, {CallsOf(rank < 2 ? 10 : 30, 1, 1)}));
  }
  const Usage usage = UsageOf(files);
  EXPECT_EQ(usage.calls, 40);
  ExpectUs(usage.time, 80.0 / 4);
}

TEST(Usage, TakesMissingRanksForLikeTheOthers) {
  const std::vector<StatsFile> files = {FileOf("a", 1, 2, {CallsOf(100, 2, 1)})};
  EXPECT_EQ(UsageOf(files).calls, 100);
  ExpectUs(UsageOf(files).time, 200);
  EXPECT_EQ(SummaryOf(files).jobs.at("a").present, 1);
  EXPECT_EQ(SummaryOf(files).jobs.at("a").ranks, 2);
}

TEST(Usage, CountsAFileThatIsThereTwiceOnce) {
  const StatsFile file = FileOf("a", 0, 2, {CallsOf(100, 2, 1)});
  EXPECT_EQ(UsageOf({file, file}).calls, 100);
}

// 100 calls of 2 us and 10 bytes, 300 of 6 us and 30 bytes.
TEST(Usage, AddsJobs) {
  CallStats more = CallsOf(300, 6, 5);
  more.least = Bytes{9};
  more.most = Bytes{15};
  more.mean_bytes = 30;
  const std::vector<StatsFile> files = {FileOf("a", 0, 2, {CallsOf(100, 2, 1)}),
                                        FileOf("a", 1, 2, {CallsOf(100, 2, 1)}),
                                        FileOf("b", 0, 2, {more}), FileOf("b", 1, 2, {more})};
  const Usage usage = UsageOf(files);
  EXPECT_EQ(usage.calls, 400);
  ExpectUs(usage.time, 200 + 1800);
  ExpectUs(usage.call, 5);
  ExpectUs(*usage.quickest, 1);
  EXPECT_EQ(usage.mean_bytes, 25);
  EXPECT_EQ(usage.least, Bytes{8});
  EXPECT_EQ(usage.most, Bytes{15});
  EXPECT_EQ(SummaryOf(files).elapsed, Seconds(2));
}

TEST(Usage, TellsApartWhatDiffers) {
  std::vector<CallStats> all(7, CallsOf(100, 2, 1));
  all[1].collective = Collective::kReduce;
  all[2].ranks_per_node = 1;
  all[3].placement.mapping = Mapping::kCyclic;
  all[4].least = all[4].most = Bytes{16};
  all[5].choice = "library";
  all[6].why = "forced";
  EXPECT_THAT(SummaryOf(std::vector{FileOf("a", 0, 2, all)}).usages, SizeIs(7));
}

TEST(Usage, TheMostTimeIsFirst) {
  CallStats most = CallsOf(100, 3, 1);
  most.collective = Collective::kScan;
  const UsageSummary summary =
      SummaryOf(std::vector{FileOf("a", 0, 2, {CallsOf(100, 2, 1), most})});
  EXPECT_EQ(summary.usages.at(0).collective, Collective::kScan);
  ExpectUs(summary.InCollectives(), 500);
}

TEST(Usage, AFewSamplesSayNothingOfTheQuickest) {
  CallStats few = CallsOf(100, 2, 1);
  few.samples = 19;
  EXPECT_EQ(UsageOf({FileOf("a", 0, 2, {few})}).quickest, std::nullopt);
  EXPECT_EQ(UsageOf({FileOf("a", 0, 2, {few}), FileOf("a", 1, 2, {CallsOf(100, 2, 9)})}).quickest,
            Seconds(9 * kUs));
}

// Binomial takes 10 us for 8 bytes and 20 us for 16; the library's time is known at 16 alone.
DecisionTable Table() {
  Row row{Collective::kBcast, RegionOf(2, 2), {}};
  row.rules.push_back(
      {Bytes{1}, Bytes{8}, "binomial", {{Bytes{8}, {TimedWithin("binomial", 10, 1)}, ""}}});
  row.rules.push_back(
      {Bytes{9},
       Bytes{16},
       "library",
       {{Bytes{16}, {TimedWithin("binomial", 20, 1), TimedWithin("library", 15, 1)}, ""}}});
  return {{row}};
}

std::optional<Seconds> ExpectedFor(const CallStats& calls) {
  std::vector<Usage> usages = {UsageOf({FileOf("a", 0, 2, {calls})})};
  Expect(Table(), usages);
  return usages.front().expected;
}

std::optional<Seconds> ExpectedAt(double bytes, const char* choice = "binomial") {
  CallStats calls = CallsOf(100, 2, 1);
  calls.mean_bytes = bytes;
  calls.choice = choice;
  return ExpectedFor(calls);
}

TEST(Expect, IsInProportionBetweenSizes) {
  ExpectUs(*ExpectedAt(8), 10);
  ExpectUs(*ExpectedAt(10), 12.5);
  ExpectUs(*ExpectedAt(16), 20);
  ExpectUs(*ExpectedAt(16, "library"), 15);
  EXPECT_EQ(ExpectedAt(7.9), std::nullopt);
  EXPECT_EQ(ExpectedAt(16.1), std::nullopt);
  EXPECT_EQ(ExpectedAt(12, "library"), std::nullopt);
  EXPECT_EQ(ExpectedAt(8, "flat"), std::nullopt);
}

TEST(Expect, IsForTheSameCommunicators) {
  CallStats calls = CallsOf(100, 2, 1);
  calls.placement.mapping = Mapping::kBlock;  // as any
  EXPECT_NE(ExpectedFor(calls), std::nullopt);
  calls.ranks_per_node = 1;
  EXPECT_EQ(ExpectedFor(calls), std::nullopt);
}

TEST(Expect, SaysWhatIsTooSlow) {
  UsageSummary summary = SummaryOf(std::vector{FileOf("a", 0, 2, {CallsOf(100, 40, 25)})});
  EXPECT_EQ(summary.usages[0].Ratio(), std::nullopt);
  EXPECT_EQ(CountSlower(summary.usages, 1), 0);
  EXPECT_EQ(VerdictText(summary, 1, "again"), "");
  Expect(Table(), summary.usages);
  EXPECT_NEAR(*summary.usages[0].Ratio(), 25 / 12.5, 1e-9);
  EXPECT_EQ(CountSlower(summary.usages, 1.9), 1);
  EXPECT_EQ(CountSlower(summary.usages, 2.1), 0);
  EXPECT_EQ(VerdictText(summary, 1.9, "again"),
            "does not fit: 1 of 1 lines with an expectation take more than 1.9 times as long, also "
            "on the rank that waits least\nto tune for these calls: again\n");
  EXPECT_EQ(VerdictText(summary, 2.1, "again"),
            "fits: none of 1 lines with an expectation takes more than 2.1 times as long\n");
}

// Calls without a rule take a quarter of the time.
TEST(VerdictText, SaysWhatIsLacking) {
  CallStats lacking = CallsOf(100, 1, 1);
  lacking.choice = "library";
  lacking.why = std::string(kNoRule);
  const UsageSummary summary =
      SummaryOf(std::vector{FileOf("a", 0, 2, {CallsOf(100, 3, 1), lacking})});
  EXPECT_EQ(VerdictText(summary, 2, "again"),
            "without a rule: 25.0 % of the time in collectives\nto tune for these calls: again\n");
}

TEST(UsageText, NamesCommunicators) {
  CallStats other = CallsOf(10, 1, 1);
  other.communicator = 1;
  other.communicators = 3;
  other.name = "";
  CallStats again = other;
  again.collective = Collective::kScan;
  const std::vector<CallStats> all = {CallsOf(100, 3, 1), other, again};
  const std::string text =
      UsageText(SummaryOf(std::vector{FileOf("a", 0, 2, all), FileOf("a", 1, 2, all)}), 2);
  EXPECT_THAT(text, HasSubstr("\n2 ranks, 2 per node: MPI_COMM_WORLD, 3 others\n"));
  EXPECT_THAT(text, HasSubstr("1 job, 2 of 2 ranks, 1.00 s each: 320 us (0.0 %) of it"));
  EXPECT_THAT(text, HasSubstr("\nbcast on 2 ranks, 2 per node"));
  EXPECT_THAT(text, HasSubstr(" 8..12 "));
}

TEST(UsageCsv, HasALineForEach) {
  UsageSummary summary = SummaryOf(std::vector{FileOf("a", 0, 2, {CallsOf(100, 40, 25)})});
  Expect(Table(), summary.usages);
  EXPECT_EQ(UsageCsv(summary),
            "op,ranks,ranks_per_node,sites,mapping,first_bytes,last_bytes,mean_bytes,calls,choice,"
            "why,seconds,share,samples,median_us,expected_us,ratio\n"
            "bcast,2,2,0,any,8,12,10,100,binomial,profile,0.004,1.000000,50,25,12.5,2\n");
}

}  // namespace
}  // namespace colltune::tune
