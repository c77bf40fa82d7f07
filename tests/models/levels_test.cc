// Levels: classes of links, their parameters, and links shared by hosts and sites.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "models/features/link_classes.h"
#include "models/fit/linear_model.h"
#include "tests/models/fit_testing.h"

namespace colltune::models {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

// Six hosts with two ranks each, the first with ranks on two sockets; hosts 0 to 3 are one site.
std::vector<measure::Place> Places() {
  std::vector<measure::Place> places;
  for (int host = 0; host < 6; ++host) {
    const std::string name = "h" + std::to_string(host);
    places.push_back({name, 0});
    places.push_back({name, host == 0 ? 1 : 0});
  }
  return places;
}

LinkClass TrueClass(Rank i, Rank j) {
  if (i / 2 == j / 2) return i / 2 == 0 ? LinkClass::kHost : LinkClass::kSocket;
  return (i < 8) == (j < 8) ? LinkClass::kSwitch : LinkClass::kSite;
}

// L and G by class; the processors have o_s = 2 us, o_r = 1 us and g = 3 us.
constexpr std::array<double, 4> kL = {0.5e-6, 1e-6, 10e-6, 400e-6};
constexpr std::array<double, 4> kG = {0.1e-9, 0.2e-9, 0.8e-9, 4e-9};

measure::NetworkData Data() {
  measure::NetworkData data{.places = Places(), .samples = {}};
  for (Rank i = 0; i < 12; ++i) {
    for (Rank j = i + 1; j < 12; ++j) {
      const auto at = static_cast<std::size_t>(TrueClass(i, j));
      const auto one_way = [&](double m) { return 3e-6 + kL[at] + (m - 1) * kG[at]; };
      for (const std::int64_t m : {1, 65536}) {
        const auto bytes = static_cast<double>(m);
        data.samples.push_back(
            {.from = i, .to = j, .bytes = Bytes{m}, .time = Seconds(2 * one_way(bytes))});
        // Only a few pairs of each class have further samples.
        if (i % 5 != 0) continue;
        data.samples.push_back(
            {.experiment = measure::Experiment::kFlood,
             .from = i,
             .to = j,
             .bytes = Bytes{m},
             .messages = 10,
             .time = Seconds(9 * (3e-6 + (bytes - 1) * kG[at]) + one_way(bytes) + one_way(1))});
      }
      if (i % 5 != 0) continue;
      data.samples.push_back({.experiment = measure::Experiment::kDelayedFlood,
                              .from = i,
                              .to = j,
                              .bytes = Bytes{1},
                              .messages = 10,
                              .delay = Seconds(40e-6),
                              .time = Seconds(9 * 42e-6 + 2 * one_way(1))});
      data.samples.push_back({.experiment = measure::Experiment::kLateReceive,
                              .from = i,
                              .to = j,
                              .bytes = Bytes{1},
                              .messages = 10,
                              .time = Seconds(10e-6)});
    }
  }
  return data;
}

Fit FitLevels(const measure::NetworkData& data) {
  return FindNetworkModel("levels")->fit(data, {});
}

TEST(LinkClasses, FindsSitesByTheLargestStep) {
  const measure::NetworkData data = Data();
  const LinkClasses classes = FindLinkClasses(data);
  for (int host = 0; host < 6; ++host) {
    EXPECT_EQ(classes.sites.at("h" + std::to_string(host)), host < 4 ? 0 : 1);
  }
  for (Rank i = 0; i < 12; ++i) {
    for (Rank j = i + 1; j < 12; ++j) {
      EXPECT_EQ(ClassOf(data.places[static_cast<std::size_t>(i)],
                        data.places[static_cast<std::size_t>(j)], classes.sites),
                TrueClass(i, j));
    }
  }
  // 2 (3 + 10) us; hosts 0 to 3 have 6 pairs of 4 pairs of ranks, and 4 and 5 one.
  EXPECT_THAT(classes.notes, Contains("switch: 28 pairs, with round trips from 26 to 26 us"));
  EXPECT_EQ(classes.notes.size(), 4U) << "and nothing contradicts the places";
}

TEST(LinkClasses, TakeSmallStepsForOneSiteAndSayWhereThePlacesAreWrong) {
  // Three hosts, 10, 15 and 19 us apart. No neighbouring times differ by a factor of 2.
  measure::NetworkData data{.places = {{"a"}, {"b"}, {"c"}}, .samples = {}};
  const auto add = [&](Rank i, Rank j, double us) {
    data.samples.push_back({.from = i, .to = j, .bytes = Bytes{1}, .time = Seconds(us * 1e-6)});
  };
  add(0, 1, 10);
  add(0, 2, 15);
  add(1, 2, 19);
  EXPECT_THAT(FindLinkClasses(data).sites, IsEmpty());
  // Two more ranks on a, by their names. Rank 4 is in fact about as far from the others as b is.
  data.places.push_back({"a"});
  data.places.push_back({"a"});
  add(0, 3, 1);
  add(0, 4, 12);
  add(3, 4, 12);
  const LinkClasses classes = FindLinkClasses(data);
  EXPECT_THAT(classes.notes, Contains(HasSubstr("socket: its round trips are of two kinds, below "
                                                "12 us")));
  for (measure::NetworkSample& s : data.samples) {
    if (s.from == 0 && s.to == 3) s.time = Seconds(20e-6);
  }
  data.samples[4].time = data.samples[5].time = Seconds(20e-6);
  EXPECT_THAT(FindLinkClasses(data).notes,
              Contains("socket: nearer by their places, but not by their round trips, than pairs "
                       "of switch"));
}

// Four hosts on two switches: a round trip to the other switch takes 1.5 times as long.
TEST(LinkClasses, FindsSwitchesWhereAllPairsAgree) {
  measure::NetworkData data{.places = {{"a"}, {"b"}, {"c"}, {"d"}}, .samples = {}};
  for (Rank i = 0; i < 4; ++i) {
    for (Rank j = i + 1; j < 4; ++j) {
      const double us = i / 2 == j / 2 ? 20 : 30;
      data.samples.push_back({.from = i, .to = j, .bytes = Bytes{1}, .time = Seconds(us * 1e-6)});
    }
  }
  const Sites two = {{"a", 0}, {"b", 0}, {"c", 1}, {"d", 1}};
  EXPECT_EQ(FindLinkClasses(data).sites, two);
  // One pair across the switches is near after all.
  data.samples[1].time = Seconds(20e-6);
  EXPECT_THAT(FindLinkClasses(data).sites, IsEmpty());
}

// Rank 3 alone is far from all: an unlike host, not a site.
TEST(LinkClasses, TakesNoHostForASiteByASmallStep) {
  measure::NetworkData data{.places = {{"a"}, {"b"}, {"c"}, {"d"}}, .samples = {}};
  for (Rank i = 0; i < 4; ++i) {
    for (Rank j = i + 1; j < 4; ++j) {
      const double us = j < 3 ? 20 : 30;
      data.samples.push_back({.from = i, .to = j, .bytes = Bytes{1}, .time = Seconds(us * 1e-6)});
    }
  }
  EXPECT_THAT(FindLinkClasses(data).sites, IsEmpty());
}

TEST(Levels, RecoverTheParametersOfEachClass) {
  const Fit fit = FitLevels(Data());
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string suffix = "[" + std::string(kLinkClassNames[i]) + "]";
    EXPECT_NEAR(ValueOf(fit, "L" + suffix) / kL[i], 1, 1e-8) << suffix;
    EXPECT_NEAR(ValueOf(fit, "G" + suffix) / kG[i], 1, 1e-9) << suffix;
    EXPECT_NEAR(ValueOf(fit, "o_s" + suffix) / 2e-6, 1, 1e-8) << suffix;
    EXPECT_NEAR(ValueOf(fit, "o_r" + suffix) / 1e-6, 1, 1e-9) << suffix;
    EXPECT_NEAR(ValueOf(fit, "g" + suffix) / 3e-6, 1, 1e-9) << suffix;
  }
  EXPECT_NEAR(fit.network->Cost(0, 1, Bytes{1}).latency.count(), 1e-6, 1e-13);
  EXPECT_NEAR(fit.network->Cost(2, 3, Bytes{1}).latency.count(), 0.5e-6, 1e-13);
  EXPECT_NEAR(fit.network->Cost(2, 7, Bytes{1}).latency.count(), 10e-6, 1e-13);
  EXPECT_NEAR(fit.network->Cost(9, 7, Bytes{1}).latency.count(), 400e-6, 1e-11);
}

TEST(Levels, GoOnWithRoundTripsAloneInAClass) {
  measure::NetworkData data = Data();
  std::erase_if(data.samples, [](const measure::NetworkSample& s) {
    return s.experiment != measure::Experiment::kRoundTrip &&
           TrueClass(s.from, s.to) == LinkClass::kSite;
  });
  const Fit fit = FitLevels(data);
  EXPECT_FALSE(ParameterOf(fit, "o_s[site]").identified);
  EXPECT_NEAR(ValueOf(fit, "o_s[site]"), 2e-6, 1e-13);
  EXPECT_NEAR(ValueOf(fit, "L[site]"), 400e-6, 1e-12);
  EXPECT_TRUE(ParameterOf(fit, "L[site]").identified);
}

TEST(Levels, KnowMoreRanksThanWereMeasured) {
  ParameterValues values = ValuesOf(FitLevels(Data()));
  std::vector<measure::Place> places = Places();
  places.push_back({"new", 0});
  places.push_back({"new", 1});
  const auto network = MakeNetwork("levels", values, places);
  EXPECT_NEAR(network->Cost(12, 13, Bytes{1}).latency.count(), 1e-6, 1e-13);
  EXPECT_NEAR(network->Cost(0, 12, Bytes{1}).latency.count(), 10e-6, 1e-13) << "of site 0";
}

TEST(Levels, FindThePortAndTheLineThatPairsShare) {
  measure::NetworkData data = Data();
  const auto add = [&](Rank from, Rank to, std::vector<Rank> others, double time) {
    data.samples.push_back({.experiment = measure::Experiment::kPairsAtOnce,
                            .from = from,
                            .to = to,
                            .bytes = Bytes{1'000'001},
                            .time = Seconds(time),
                            .others = std::move(others)});
  };
  // From host 1 to host 2: alone 0.8 ns per byte; two take twice as long on the wire.
  add(2, 4, {}, 100e-6 + 0.8e-3);
  add(2, 4, {3, 5}, 100e-6 + 1.6e-3);
  // Across the sites, 4 ns per byte alone, and four take 8 ns: the line takes 2 ns for each byte.
  add(0, 8, {}, 1e-3 + 4e-3);
  add(0, 8, {2, 9, 4, 10, 6, 11}, 1e-3 + 8e-3);
  const Fit fit = FitLevels(data);
  EXPECT_NEAR(ValueOf(fit, "port out") / 0.8e-9, 1, 1e-5);
  EXPECT_NEAR(ValueOf(fit, "port in") / 0.8e-9, 1, 1e-5);
  EXPECT_NEAR(ValueOf(fit, "line") / 2e-9, 1, 1e-5);
  const Route far = fit.network->RouteOf(0, 8);
  ASSERT_EQ(far.count, 4);
  const auto name = [&](int i) {
    return fit.network->Links()[static_cast<std::size_t>(far.links[static_cast<std::size_t>(i)])]
        .name;
  };
  EXPECT_EQ(name(0), "port out h0");
  EXPECT_EQ(name(1), "line out of site 0");
  EXPECT_EQ(name(2), "line in of site 1");
  EXPECT_EQ(name(3), "port in h4");
  EXPECT_EQ(fit.network->RouteOf(0, 2).count, 2);
  EXPECT_EQ(fit.network->RouteOf(0, 1).count, 0);
}

TEST(Levels, TakeNoPortWherePairsDoNotDisturbEachOther) {
  measure::NetworkData data = Data();
  for (const bool together : {false, true}) {
    data.samples.push_back({.experiment = measure::Experiment::kPairsAtOnce,
                            .from = 2,
                            .to = 4,
                            .bytes = Bytes{1'000'000},
                            .time = Seconds(0.9e-3)});
    if (together) data.samples.back().others = {3, 5};
  }
  const Fit fit = FitLevels(data);
  EXPECT_TRUE(fit.network->Links().empty());
  EXPECT_THAT(fit.notes, Contains(HasSubstr("port: not identified")));
}

// From 300 intervals of 95 %, 285 cover the truth, within three standard deviations of 3.8.
TEST(Levels, IntervalsCoverTheTruth) {
  const measure::NetworkData exact = Data();
  std::mt19937_64 random(17);
  std::normal_distribution<double> noise(1, 0.01);
  std::map<std::string, int> covered;
  for (int trial = 0; trial < 300; ++trial) {
    measure::NetworkData noisy = exact;
    for (measure::NetworkSample& sample : noisy.samples) sample.time *= noise(random);
    const Fit fit = FitLevels(noisy);
    for (std::size_t i = 2; i < 4; ++i) {
      const std::string suffix = "[" + std::string(kLinkClassNames[i]) + "]";
      const FittedParameter latency = ParameterOf(fit, "L" + suffix);
      const FittedParameter byte = ParameterOf(fit, "G" + suffix);
      covered[latency.name] += std::abs(latency.value - kL[i]) <= latency.half_width ? 1 : 0;
      covered[byte.name] += std::abs(byte.value - kG[i]) <= byte.half_width ? 1 : 0;
    }
  }
  for (const auto& [name, count] : covered) EXPECT_GE(count, 274) << name;
}

}  // namespace
}  // namespace colltune::models
