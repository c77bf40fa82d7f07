// Incast regions found in samples of escalating gathers, compared with the known regions.
#include "models/features/incast.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "models/fit/linear_model.h"
#include "tests/models/fit_testing.h"

namespace colltune::models {
namespace {

using testing::Contains;
using testing::HasSubstr;

constexpr double kDelay = 0.2;  // s

/// A network with 10 ns per byte on the wire, whose switch passes bytes on as fast.
class Plain final : public Network {
 public:
  explicit Plain(Seconds send_overhead) : send_overhead_(send_overhead) {}

  SwitchPort PortTo(Rank to) const override { return {.host = to, .byte_time = 10e-9}; }

  MessageCost Cost(Rank, Rank, Bytes bytes) const override {
    return {.send_overhead = send_overhead_,
            .transfer = Seconds(10e-9 * static_cast<double>(bytes.count)),
            .latency = Seconds(1e-6)};
  }

 private:
  const Seconds send_overhead_;
};

IncastFound FindIncast(const measure::NetworkData& data, const EagerLimit& limit) {
  return FindIncast(data, limit, Plain(Seconds(0)));
}

/// Samples from ranks 1 to 4 to 0: 100 us, 40 ns per byte, and more(size) seconds.
template <typename More>
measure::NetworkData FourToOne(const More& more, std::int64_t largest = 100'000) {
  measure::NetworkData data;
  for (std::int64_t bytes = 0; bytes <= largest; bytes += 10'000) {
    const double time = 100e-6 + 40e-9 * static_cast<double>(bytes) + more(bytes);
    data.samples.push_back({.experiment = measure::Experiment::kManyToOne,
                            .from = 4,
                            .to = 0,
                            .bytes = Bytes{bytes},
                            .time = Seconds(time),
                            .others = {1, 2, 3}});
  }
  return data;
}

/// A delay from 20 kB up to 60 kB, where it is a millisecond longer.
double InTheMiddle(std::int64_t bytes) {
  if (bytes < 20'000 || bytes > 60'000) return 0;
  return bytes == 60'000 ? kDelay + 0.001 : kDelay;
}

double UpToTheLargest(std::int64_t bytes) { return bytes < 20'000 ? 0 : kDelay; }

double Never(std::int64_t) { return 0; }

TEST(Incast, IsFoundInTheMiddleOfTheSizes) {
  const IncastFound found = FindIncast(FourToOne(InTheMiddle), {});
  ASSERT_TRUE(found.found);
  EXPECT_EQ(found.buffer, Bytes{40'000}) << "four of 10 kB passed";
  EXPECT_EQ(found.half_width, Bytes{40'000}) << "and four of 20 kB did not";
  EXPECT_NEAR(found.delay.count(), kDelay, 1e-12);
  EXPECT_NEAR(found.delay_spread.count(), 0.001, 1e-12);
  EXPECT_THAT(found.note, HasSubstr("from 4 ranks"));
  EXPECT_THAT(found.note, HasSubstr("more than M1 = 10000 and up to M2 = 60000 bytes"));
  EXPECT_EQ(WithoutEscalated(FourToOne(InTheMiddle), {}).samples.size(), 11U - 5U);
}

// 3 ms are no jump from 30 kB to 40 kB: 4.7 ms are below 3 * 4/3 * 1.3. But 70 kB takes 2.9 ms.
TEST(Incast, IsFoundWhereLargerSizesTakeLess) {
  constexpr double kShort = 0.003;
  const auto more = [](std::int64_t bytes) {
    return bytes >= 40'000 && bytes <= 60'000 ? kShort : 0;
  };
  const IncastFound found = FindIncast(FourToOne(more), {});
  ASSERT_TRUE(found.found);
  EXPECT_EQ(found.buffer, Bytes{120'000});
  EXPECT_NEAR(found.delay.count(), kShort, 1e-12);
  EXPECT_THAT(found.note, HasSubstr("up to M2 = 60000 bytes"));
}

TEST(Incast, IsFoundUpToTheLargestSize) {
  const measure::NetworkData data = FourToOne(UpToTheLargest);
  const IncastFound found = FindIncast(data, {});
  ASSERT_TRUE(found.found);
  EXPECT_EQ(found.buffer, Bytes{40'000});
  EXPECT_NEAR(found.delay.count(), kDelay, 1e-12) << "beyond the line through 0 and 10 kB";
  EXPECT_EQ(WithoutEscalated(data, {}).samples.size(), 2U);
}

// The last of four messages starts 3 signals of 20.1 us after the first, by when 6030 bytes have
// left. With 200 us, each message has left when the next one arrives.
TEST(Incast, IsWhatTheReceiversLinkDoesNotTakeMeanwhile) {
  const measure::NetworkData data = FourToOne(InTheMiddle);
  EXPECT_NEAR(static_cast<double>(FindIncast(data, {}, Plain(Seconds(20.1e-6))).buffer.count),
              40'000 - 6030, 1);
  EXPECT_EQ(FindIncast(data, {}, Plain(Seconds(200e-6))).buffer, Bytes{10'000});
}

// 20 kB takes 0.9 ms: 1.8 times the size before it, where a line would give 2. With 2 ms more it
// takes 5.8 times as long, below 3 times that.
TEST(Incast, TakesMoreThanAnotherLine) {
  const auto steeper = [](std::int64_t bytes) { return 1e-8 * static_cast<double>(bytes); };
  for (const measure::NetworkData& data :
       {FourToOne(Never), FourToOne(steeper),
        FourToOne([](std::int64_t bytes) { return bytes < 20'000 ? 0 : 0.002; })}) {
    const IncastFound found = FindIncast(data, {});
    EXPECT_FALSE(found.found) << found.note;
    EXPECT_EQ(WithoutEscalated(data, {}).samples.size(), data.samples.size());
    Fit fit;
    AddIncast(found, fit);
    EXPECT_TRUE(fit.parameters.empty());
    EXPECT_TRUE(fit.notes.empty());
  }
}

TEST(Incast, IsNotFoundInNoise) {
  for (const double noise : {0.01, 0.19}) {
    const measure::NetworkData data = FourToOne([noise](std::int64_t bytes) {
      const double line = 100e-6 + 40e-9 * static_cast<double>(bytes);
      return (bytes / 10'000 % 2 == 0 ? noise : -noise) * line;
    });
    EXPECT_FALSE(FindIncast(data, {}).found) << noise;
  }
  measure::NetworkData uncertain = FourToOne(InTheMiddle);
  for (measure::NetworkSample& s : uncertain.samples) {
    s.low = s.time / 1000;
    s.high = 1000 * s.time;
  }
  EXPECT_FALSE(FindIncast(uncertain, {}).found);
}

TEST(Incast, IsOfSeveralSendersAndOfBufferedMessages) {
  measure::NetworkData data = FourToOne(InTheMiddle);
  EagerLimit limit;
  limit.waiting = Bytes{20'000};
  EXPECT_FALSE(FindIncast(data, limit).found);
  for (measure::NetworkSample& s : data.samples) s.others.clear();
  EXPECT_FALSE(FindIncast(data, {}).found);
  data = FourToOne(InTheMiddle);
  for (measure::NetworkSample& s : data.samples)
    s.experiment = measure::Experiment::kOneToManyLastAnswers;
  EXPECT_FALSE(FindIncast(data, {}).found);
  for (std::size_t i = 0; i < data.samples.size(); ++i) {
    data.samples[i].experiment = measure::Experiment::kManyToOne;
    data.samples[i].others.back() = static_cast<Rank>(10 + i);
  }
  EXPECT_FALSE(FindIncast(data, {}).found) << "of different ranks";
}

// Ten messages of 1 kB take 10 us to receive, and ten of 2 kB, of which one is dropped, 0.2 s more.
TEST(Incast, IsLeftOutOfLateReceives) {
  measure::NetworkData data;
  for (const std::int64_t bytes : {1'000, 2'000, 3'000}) {
    data.samples.push_back(
        {.experiment = measure::Experiment::kLateReceive,
         .from = 1,
         .to = 0,
         .bytes = Bytes{bytes},
         .messages = 10,
         .time = Seconds(1e-8 * static_cast<double>(bytes) + (bytes == 2'000 ? kDelay : 0))});
  }
  EXPECT_FALSE(FindIncast(data, {}).found) << "no switch's buffer is told";
  const measure::NetworkData rest = WithoutEscalated(data, {});
  ASSERT_EQ(rest.samples.size(), 2U);
  EXPECT_EQ(rest.samples[1].bytes, Bytes{3'000});
}

// Three senders bound the buffer to 30 kB .. 33 kB.
TEST(Incast, IsThatOfTheSendersThatTellItBest) {
  measure::NetworkData data = FourToOne(InTheMiddle);
  for (const std::int64_t bytes : {10'000, 11'000, 60'000, 80'000}) {
    const double escalated = bytes == 11'000 || bytes == 60'000 ? kDelay : 0;
    data.samples.push_back({.experiment = measure::Experiment::kManyToOne,
                            .from = 3,
                            .to = 0,
                            .bytes = Bytes{bytes},
                            .time = Seconds(0.001 + escalated),
                            .others = {1, 2}});
  }
  const IncastFound found = FindIncast(data, {});
  EXPECT_EQ(found.buffer, Bytes{30'000});
  EXPECT_EQ(found.half_width, Bytes{3'000});
}

TEST(Incast, IsKeptAsParameters) {
  Fit fit;
  AddIncast(FindIncast(FourToOne(InTheMiddle), {}), fit);
  EXPECT_EQ(ParameterOf(fit, "incast buffer").unit, "B");
  EXPECT_EQ(ParameterOf(fit, "incast buffer").half_width, 40'000);
  EXPECT_EQ(ParameterOf(fit, "incast delay").unit, "s");
  EXPECT_THAT(fit.notes, Contains(HasSubstr("M1 = 10000")));
  ParameterValues values = ValuesOf(fit);
  EXPECT_EQ(ToIncast("lmo", values).buffer, Bytes{40'000});
  EXPECT_NEAR(ToIncast("lmo", values).delay.count(), kDelay, 1e-12);
  EXPECT_EQ(ToIncast("lmo", {}).delay, Seconds(0));
  values.erase("incast delay");
  EXPECT_THAT(RefusalOf([&] { ToIncast("lmo", values); }), HasSubstr("no value of incast delay"));
  EXPECT_THAT(RefusalOf([&] {
                ToIncast("lmo", {{"incast delay", 0.2}});
              }),
              HasSubstr("no value of incast buffer"));
}

}  // namespace
}  // namespace colltune::models
