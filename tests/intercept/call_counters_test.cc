#include "tuner/intercept/call_counters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace colltune::intercept {
namespace {

using testing::ElementsAre;

/// The times after `calls` calls, of which the i-th takes i seconds.
SampledTimes After(int calls, int* timed = nullptr) {
  SampledTimes times;
  for (int i = 1; i <= calls; ++i) {
    if (!times.IsDue()) {
      times.CountOnly();
      continue;
    }
    times.Count(Seconds(i));
    if (timed) ++*timed;
  }
  return times;
}

TEST(SampledTimes, KeepsAllOfAFew) {
  EXPECT_THAT(After(3).seconds(), ElementsAre(1, 2, 3));
  EXPECT_EQ(After(127).seconds().size(), 127u);
}

// Keeps every fourth call, from the fourth on.
TEST(SampledTimes, KeepsThemEvenlySpread) {
  const SampledTimes times = After(300);
  EXPECT_EQ(times.calls(), 300);
  ASSERT_EQ(times.seconds().size(), 75u);
  for (std::size_t i = 0; i < 75; ++i)
    EXPECT_EQ(times.seconds()[i], 4.0F * static_cast<float>(i + 1));
}

// 128 + 64 * 7 of the 2^14 calls are timed.
TEST(SampledTimes, TakesFewOfMany) {
  int timed = 0;
  After(1 << 14, &timed);
  EXPECT_EQ(timed, 128 + 64 * 7);
}

const SizeRule kChain{Bytes{0}, Bytes{100}, {}, "profile"};
const SizeRule kOther{Bytes{0}, Bytes{100}, {}, "forced"};

void Count(CallCounters& tally, Collective collective, std::int64_t bytes, const SizeRule& rule,
           bool instead, double seconds) {
  CallCount* const count = tally.Find(collective, Bytes{bytes}, rule, instead);
  count->Count(Bytes{bytes});
  count->times.Count(Seconds(seconds));
}

TEST(CallCounters, TellsCallsApart) {
  Layout layout{.ranks = 4, .ranks_per_node = 2, .placement = {1, Mapping::kBlock}, .passes = {}};
  CallCounters tally(7, "row", layout);
  Count(tally, Collective::kBcast, 6, kChain, false, 1);
  Count(tally, Collective::kBcast, 4, kChain, false, 5);
  Count(tally, Collective::kBcast, 5, kChain, false, 2);
  Count(tally, Collective::kBcast, 8, kChain, false, 1);
  Count(tally, Collective::kBcast, 5, kOther, false, 1);
  Count(tally, Collective::kBcast, 5, kChain, true, 1);
  Count(tally, Collective::kScan, 5, kChain, false, 1);
  const std::vector<CallStats> told = tally.Told();
  ASSERT_EQ(told.size(), 5u);
  const auto first = std::ranges::find(told, 3, &CallStats::calls);
  ASSERT_NE(first, told.end());
  EXPECT_EQ(*first, (CallStats{.communicator = 7,
                               .name = "row",
                               .ranks = 4,
                               .ranks_per_node = 2,
                               .placement = {1, Mapping::kBlock},
                               .collective = Collective::kBcast,
                               .least = Bytes{4},
                               .most = Bytes{6},
                               .mean_bytes = 5,
                               .choice = "library",
                               .why = "profile",
                               .calls = 3,
                               .samples = 3,
                               .mean = Seconds(8.0 / 3),
                               .median = Seconds(2)}));
  EXPECT_EQ(std::ranges::count(told, "library does not suit the call", &CallStats::why), 1);
}

// Two sizes of one class: the interval between timed calls counts both sizes.
TEST(CallCounters, CountsKnownCallsLikeOthers) {
  const KeyArguments kFour{4, MPI_BYTE, 0};
  CallCounters tally(0, "", Layout{.ranks = 2, .placement = {}, .passes = {}});
  EXPECT_FALSE(tally.CountKnown(Collective::kBcast, kFour));
  CallCount* const count = tally.Find(Collective::kBcast, Bytes{4}, kChain, false);
  tally.Keep(Collective::kBcast, {kFour, 4, count});
  int known = 0;
  for (int i = 1; i <= 300; ++i) {
    if (i % 3 != 0 && tally.CountKnown(Collective::kBcast, kFour)) {
      ++known;
    } else {
      const bool is_timed = count->times.IsDue();
      count->Count(Bytes{i % 3 != 0 ? 4 : 7});
      is_timed ? count->times.Count(Seconds(i)) : count->times.CountOnly();
    }
  }
  EXPECT_EQ(count->times.seconds(), After(300).seconds());
  const std::vector<CallStats> told = tally.Told();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].calls, 300);
  EXPECT_EQ(told[0].mean_bytes, 5);
  EXPECT_GT(known, 50);
  EXPECT_FALSE(tally.CountKnown(Collective::kScan, kFour));
}

// A message that no rule covers counts as the largest size.
TEST(CallCounters, CountsTheLargest) {
  CallCounters tally(0, "", Layout{.ranks = 2, .placement = {}, .passes = {}});
  Count(tally, Collective::kBcast, std::numeric_limits<std::int64_t>::max(), kChain, false, 1);
  EXPECT_EQ(tally.Told().at(0).most.count, std::numeric_limits<std::int64_t>::max());
}

}  // namespace
}  // namespace colltune::intercept
