// LMO: fits by each of its experiments, against the formulas of Lastovetsky & Rychkov.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "models/fit/linear_model.h"
#include "tests/models/fit_testing.h"

namespace colltune::models {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// Four ranks on three hosts: 0 and 1 on one.
constexpr int kRanks = 4;
constexpr std::array<double, kRanks> kC = {2e-6, 3e-6, 5e-6, 1e-6};
constexpr std::array<double, kRanks> kT = {0.2e-9, 0.3e-9, 0.5e-9, 0.1e-9};
constexpr std::array<std::int64_t, 3> kSizes = {0, 4096, 65536};

double Latency(Rank i, Rank j) { return 10e-6 + 1e-6 * (i + j); }
double Rate(Rank i, Rank j) { return 0.8e-9 + 0.05e-9 * (i + j); }
double Own(Rank i, double m) {
  return kC[static_cast<std::size_t>(i)] + m * kT[static_cast<std::size_t>(i)];
}
double OneWay(Rank i, Rank j, double m) {
  return Own(i, m) + Latency(i, j) + m * Rate(i, j) + Own(j, m);
}
double There(Rank i, Rank j, double m) { return OneWay(i, j, m) + OneWay(i, j, 0); }

class Lmo {
 public:
  Lmo() { data_.places = {{"a"}, {"a"}, {"b"}, {"c"}}; }

  Lmo& Pairs() {
    for (Rank i = 0; i < kRanks; ++i) {
      for (Rank j = i + 1; j < kRanks; ++j) {
        for (const std::int64_t m : kSizes) {
          Add(measure::Experiment::kRoundTrip, i, j, m, 2 * OneWay(i, j, static_cast<double>(m)));
          Add(measure::Experiment::kOneToMany, i, j, m, There(i, j, static_cast<double>(m)));
        }
      }
    }
    return *this;
  }
  Lmo& Calls() {
    for (Rank i = 0; i < kRanks; ++i) {
      const Rank next = (i + 1) % kRanks;
      for (const std::int64_t m : kSizes) {
        Add(measure::Experiment::kSendCall, i, next, m, Own(i, static_cast<double>(m)));
        Add(measure::Experiment::kLateReceive, next, i, m, 10 * Own(i, static_cast<double>(m)));
        data_.samples.back().messages = 10;
      }
    }
    return *this;
  }
  /// Adds fans whose sender is paced by its processor, or by a port of `port` seconds per byte.
  Lmo& Fans(double port = 0) {
    for (Rank i = 0; i < kRanks; ++i) {
      const Rank last = i == 0 ? 3 : i == 3 ? 2 : 3;
      for (const std::int64_t m : kSizes) {
        const auto bytes = static_cast<double>(m);
        const Rank first = i < 2 ? 2 : 0;
        const double alone = There(i, last, bytes);
        // The link carries both messages from when the first reaches it. The first goes to the
        // nearer rank and ends first.
        const double at_link = Own(i, bytes) + Latency(i, first);
        const double with_port = at_link + 2 * port * bytes + Own(last, bytes) + OneWay(last, i, 0);
        Add(measure::Experiment::kOneToManyLastAnswers, i, last, m, alone);
        Add(measure::Experiment::kOneToManyLastAnswers, i, last, m,
            std::max(alone + Own(i, bytes), port > 0 ? with_port : 0));
        data_.samples.back().others = {first};
      }
    }
    return *this;
  }
  /// Adds T_ijk = 2 C_i + M t_i + the slower of T_ij and T_ik, the formula of Lastovetsky &
  /// Rychkov.
  Lmo& Triplets() {
    for (Rank i = 0; i < kRanks; ++i) {
      for (Rank j = 0; j < kRanks; ++j) {
        for (Rank k = j + 1; k < kRanks; ++k) {
          if (j == i || k == i) continue;
          for (const std::int64_t m : kSizes) {
            const auto bytes = static_cast<double>(m);
            Add(measure::Experiment::kOneToMany, i, k, m,
                Own(i, 0) + Own(i, bytes) + std::max(There(i, j, bytes), There(i, k, bytes)));
            data_.samples.back().others = {j};
          }
        }
      }
    }
    return *this;
  }
  /// Adds a gather from ranks 0 and 3 to 2. Rank 0 is signalled first, and its bytes reach the link
  /// first. The link is busy until all bytes have come. Rank 0's message is received before the
  /// other one arrives.
  Lmo& ManyToOne(double port) {
    constexpr double kBytes = 65536;
    const double at_link = OneWay(2, 0, 1) + Own(0, kBytes) + Latency(0, 2);
    Add(measure::Experiment::kManyToOne, 3, 2, 65536, at_link + 2 * port * kBytes + Own(2, kBytes));
    data_.samples.back().others = {0};
    return *this;
  }
  measure::NetworkData& data() { return data_; }

 private:
  void Add(measure::Experiment experiment, Rank from, Rank to, std::int64_t bytes, double time) {
    data_.samples.push_back({.experiment = experiment,
                             .from = from,
                             .to = to,
                             .bytes = Bytes{bytes},
                             .time = Seconds(time)});
  }

  measure::NetworkData data_;
};

Fit FitLmo(const measure::NetworkData& data) { return FindNetworkModel("lmo")->fit(data, {}); }

std::map<std::string, double> Truth() {
  std::map<std::string, double> truth;
  for (Rank i = 0; i < kRanks; ++i) {
    truth["C(" + std::to_string(i) + ")"] = Own(i, 0);
    truth["t(" + std::to_string(i) + ")"] = kT[static_cast<std::size_t>(i)];
    for (Rank j = i + 1; j < kRanks; ++j) {
      const std::string pair = "(" + std::to_string(i) + "," + std::to_string(j) + ")";
      truth["L" + pair] = Latency(i, j);
      truth["1/beta" + pair] = Rate(i, j);
    }
  }
  return truth;
}

void ExpectTruth(const Fit& fit) {
  for (const auto& [name, value] : Truth()) {
    EXPECT_NEAR(ValueOf(fit, name) / value, 1, 1e-9) << name;
    EXPECT_TRUE(ParameterOf(fit, name).identified) << name;
  }
}

TEST(Lmo, RecoversParametersByCallsOrFansOrTriplets) {
  ExpectTruth(FitLmo(Lmo().Pairs().Calls().data()));
  ExpectTruth(FitLmo(Lmo().Pairs().Fans().data()));
  ExpectTruth(FitLmo(Lmo().Pairs().Triplets().data()));
}

TEST(Lmo, BelievesCallsBeforeFansAndFansBeforeTriplets) {
  Lmo calls;
  calls.Pairs().Calls().Fans(9e-9);
  ExpectTruth(FitLmo(calls.data()));
  Lmo fans;
  fans.Pairs().Fans().Triplets();
  for (measure::NetworkSample& s : fans.data().samples) {
    if (s.experiment == measure::Experiment::kOneToMany && !s.others.empty()) s.time *= 1.5;
  }
  ExpectTruth(FitLmo(fans.data()));
}

// The closed forms, for ranks 1, 2 and 3 with i = 1: C_i = (T_ijk(0) - max T_ix(0)) / 2 and
// t_i = (T_ijk(M) - max T_ix(M) - 2 C_i) / M.
TEST(Lmo, AgreesWithTheClosedForms) {
  Lmo lmo;
  lmo.Pairs().Triplets();
  const auto time = [&](std::vector<Rank> others, Rank to, std::int64_t m) {
    for (const measure::NetworkSample& s : lmo.data().samples) {
      if (s.experiment == measure::Experiment::kOneToMany && s.from == 1 && s.to == to &&
          s.bytes == Bytes{m} && s.others == others) {
        return s.time.count();
      }
    }
    throw std::logic_error("no such sample");
  };
  const double c = (time({2}, 3, 0) - std::max(time({}, 2, 0), time({}, 3, 0))) / 2;
  const double t =
      (time({2}, 3, 65536) - std::max(time({}, 2, 65536), time({}, 3, 65536)) - 2 * c) / 65536;
  const Fit fit = FitLmo(lmo.data());
  EXPECT_NEAR(ValueOf(fit, "C(1)") / c, 1, 1e-9);
  EXPECT_NEAR(ValueOf(fit, "t(1)") / t, 1, 1e-9);
}

TEST(Lmo, CostsWhatItSays) {
  const Fit fit = FitLmo(Lmo().Pairs().Calls().data());
  const MessageCost cost = fit.network->Cost(2, 1, Bytes{1000});
  EXPECT_NEAR(cost.send_overhead.count(), 5.5e-6, 1e-14);
  EXPECT_NEAR(cost.latency.count(), 13.95e-6, 1e-14) << "and the bytes, which no port holds up";
  EXPECT_EQ(cost.transfer, Seconds(0));
  EXPECT_NEAR(cost.receive_overhead.count(), 3.3e-6, 1e-14);
  EXPECT_EQ(cost.gap, Seconds(0));
  EXPECT_FALSE(cost.rendezvous);
}

TEST(Lmo, FindsThePortsThatAreSlowerThanProcessors) {
  const Fit fit = FitLmo(Lmo().Pairs().Calls().Fans(2e-9).ManyToOne(3e-9).data());
  EXPECT_NEAR(ValueOf(fit, "port out a") / 2e-9, 1, 1e-6);
  EXPECT_NEAR(ValueOf(fit, "port in b") / 3e-9, 1, 1e-6);
  EXPECT_EQ(ValueOf(fit, "port in a"), ValueOf(fit, "port out a")) << "for want of better";
  EXPECT_FALSE(ParameterOf(fit, "port in a").identified);
  ASSERT_EQ(fit.network->Links().size(), 6U);
  const Route route = fit.network->RouteOf(0, 2);
  ASSERT_EQ(route.count, 2);
  EXPECT_EQ(fit.network->Links()[static_cast<std::size_t>(route.links[0])].name, "port out a");
  EXPECT_EQ(fit.network->Links()[static_cast<std::size_t>(route.links[1])].name, "port in b");
  EXPECT_EQ(fit.network->RouteOf(0, 1).count, 0) << "on one host";
  EXPECT_EQ(fit.network->RouteOf(2, 3).count, 2);
}

TEST(Lmo, TakesNoLateReceiveOfWhatIsNotBuffered) {
  Lmo lmo;
  measure::NetworkData& data = lmo.Pairs().Calls().data();
  for (measure::NetworkSample& s : data.samples) {
    if (s.experiment == measure::Experiment::kLateReceive && s.bytes == Bytes{65536}) s.time *= 10;
  }
  // Calls whose receiver is late by 1 ms: 4096 bytes leave in 3 us, 65536 bytes wait for the
  // receiver.
  for (const auto& [bytes, time] : {std::pair{4096, 3e-6}, {65536, 1.1e-3}}) {
    data.samples.push_back({.experiment = measure::Experiment::kSendCall,
                            .from = 0,
                            .to = 1,
                            .bytes = Bytes{bytes},
                            .delay = Seconds(1e-3),
                            .time = Seconds(time)});
  }
  const Fit fit = FitLmo(data);
  EXPECT_NEAR(ValueOf(fit, "C(2)") / kC[2], 1, 1e-9);
  EXPECT_NEAR(ValueOf(fit, "t(2)") / kT[2], 1, 1e-9);
}

TEST(Lmo, TakesNoPortInWhereReceiversAreSlower) {
  const Fit fit = FitLmo(Lmo().Pairs().Calls().Fans(2e-9).ManyToOne(0).data());
  EXPECT_EQ(fit.network->Links().size(), 3U) << "those out";
  EXPECT_THAT(fit.notes, Contains("port in of b: not identified: the processor is slower"));
}

TEST(Lmo, TakesNoPortWhereTheProcessorIsSlower) {
  const Fit fit = FitLmo(Lmo().Pairs().Calls().Fans().data());
  EXPECT_TRUE(fit.network->Links().empty());
  EXPECT_THAT(fit.notes, Contains("port out of a, b, c: not identified: the processor is slower"));
}

TEST(Lmo, TakesUnknownRanksAndPairsForTheMean) {
  Lmo lmo;
  lmo.Pairs().Calls();
  std::erase_if(lmo.data().samples, [](const measure::NetworkSample& s) {
    const bool of_three = (s.experiment == measure::Experiment::kSendCall && s.from == 3) ||
                          (s.experiment == measure::Experiment::kLateReceive && s.to == 3);
    const bool pair = s.experiment == measure::Experiment::kRoundTrip ||
                      s.experiment == measure::Experiment::kOneToMany;
    return of_three || (pair && s.from == 1 && s.to == 2);
  });
  const Fit fit = FitLmo(lmo.data());
  EXPECT_FALSE(ParameterOf(fit, "C(3)").identified);
  EXPECT_NEAR(ValueOf(fit, "C(3)"), (2e-6 + 3e-6 + 5e-6) / 3, 1e-14);
  // The other pairs of two hosts: 02, 03, 13 and 23; those with rank 3 have L + C_3 of the truth.
  EXPECT_FALSE(ParameterOf(fit, "L(1,2)").identified);
  const double off = 1e-6 - 10e-6 / 3;
  const double mean = (Latency(0, 2) + Latency(0, 3) + Latency(1, 3) + Latency(2, 3) + 3 * off) / 4;
  EXPECT_NEAR(ValueOf(fit, "L(1,2)"), mean, 1e-13);
  EXPECT_NEAR(ValueOf(fit, "L(0,2)"), Latency(0, 2), 1e-14);
  EXPECT_THAT(fit.notes, Contains(HasSubstr("C(3), t(3): not identified: it takes send calls")));
}

TEST(Lmo, RefusesRoundTripsAloneAndMoreRanks) {
  EXPECT_THAT(RefusalOf([] { FitLmo(Lmo().Pairs().data()); }),
              HasSubstr("do not tell a processor from its links"));
  Lmo lmo;
  lmo.Pairs().Calls();
  const ParameterValues values = ValuesOf(FitLmo(lmo.data()));
  lmo.data().places.push_back({"d"});
  EXPECT_THAT(RefusalOf([&] { MakeNetwork("lmo", values, lmo.data().places); }),
              HasSubstr("no value of C(4): it knows only the ranks that it was fitted for"));
}

// From 1000 intervals of 95 %, 950 cover the truth, within three standard deviations of 6.9.
TEST(Lmo, IntervalsCoverTheTruth) {
  const measure::NetworkData exact = Lmo().Pairs().Calls().data();
  std::mt19937_64 random(3);
  std::normal_distribution<double> noise(1, 0.01);
  std::map<std::string, int> covered;
  for (int trial = 0; trial < 1000; ++trial) {
    measure::NetworkData noisy = exact;
    for (measure::NetworkSample& sample : noisy.samples) sample.time *= noise(random);
    const Fit fit = FitLmo(noisy);
    for (const auto& [name, value] : Truth()) {
      const FittedParameter p = ParameterOf(fit, name);
      covered[name] += std::abs(p.value - value) <= p.half_width ? 1 : 0;
    }
  }
  for (const auto& [name, count] : covered) EXPECT_GE(count, 929) << name;
}

// 1056 unknowns, 32 C and t and 496 L and 1/beta each, of 4,176 samples.
TEST(Lmo, FitsThirtyTwoRanks) {
  constexpr int kMany = 32;
  measure::NetworkData data;
  const auto c = [](Rank i) { return 1e-6 + 0.1e-6 * i; };
  const auto own = [&](Rank i, double m) { return c(i) + m * 1e-4 * c(i); };
  for (Rank i = 0; i < kMany; ++i) {
    data.places.push_back({"host" + std::to_string(i / 2)});
    for (const std::int64_t m : {0, 1024, 65536}) {
      const auto bytes = static_cast<double>(m);
      data.samples.push_back({.experiment = measure::Experiment::kSendCall,
                              .from = i,
                              .to = (i + 1) % kMany,
                              .bytes = Bytes{m},
                              .time = Seconds(own(i, bytes))});
      for (Rank j = i + 1; j < kMany; ++j) {
        const double link = 1e-5 + 1e-7 * (i + j) + bytes * 1e-9;
        data.samples.push_back({.from = i,
                                .to = j,
                                .bytes = Bytes{m},
                                .time = Seconds(2 * (own(i, bytes) + link + own(j, bytes)))});
      }
    }
  }
  const Fit fit = FitLmo(data);
  EXPECT_EQ(fit.parameters.size(), 1057U) << "and S";
  for (Rank i = 0; i < kMany; ++i) {
    EXPECT_NEAR(ValueOf(fit, "C(" + std::to_string(i) + ")") / c(i), 1, 1e-9);
  }
  EXPECT_NEAR(ValueOf(fit, "L(3,17)") / 1.2e-5, 1, 1e-9);
  EXPECT_NEAR(ValueOf(fit, "1/beta(3,17)") / 1e-9, 1, 1e-9);
}

}  // namespace
}  // namespace colltune::models
