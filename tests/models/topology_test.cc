// The topology model: its network, the streams that tell its lines, and its fit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "models/features/experiment_replay.h"
#include "models/fit/linear_model.h"
#include "models/topology_streams.h"
#include "tests/models/fit_testing.h"

namespace colltune::models {
namespace {

using testing::Contains;
using testing::HasSubstr;

// Seven hosts in racks of 3, 2 and 2. Host h6 has a slow link, h1 two ranks. Between racks messages
// share lines: that of rack 0 both ways, those of the others one for each way.
constexpr std::array kRackOf = {0, 0, 0, 1, 1, 2, 2};
constexpr std::array kHostOf = {0, 1, 1, 2, 3, 4, 5, 6};  // of each rank
constexpr double kByte = 1e-9;                            // s/B of a host's link
constexpr double kSlowByte = 10e-9;

double ByteOf(int host) { return host == 6 ? kSlowByte : kByte; }
double OverheadOf(int host) { return (host == 3 ? 4 : 1) * 1e-6; }
double LatencyOf(int host) { return (2 + host) * 1e-6; }
double LatencyOfRack(int rack) { return (10 + rack) * 1e-6; }

std::vector<measure::Place> Places() {
  std::vector<measure::Place> places;
  for (const int host : kHostOf) places.push_back({"h" + std::to_string(host), 0});
  return places;
}

double OneWay(int a, int b, double m) {
  const double overheads = a == b ? 2 * OverheadOf(a) : OverheadOf(a) + OverheadOf(b);
  if (a == b) return overheads + 0.5e-6 + 0.1e-9 * m;
  const int from = kRackOf[static_cast<std::size_t>(a)];
  const int to = kRackOf[static_cast<std::size_t>(b)];
  const double racks = from == to ? 0 : LatencyOfRack(from) + LatencyOfRack(to);
  return overheads + LatencyOf(a) + racks + LatencyOf(b) + std::max(ByteOf(a), ByteOf(b)) * m;
}

measure::NetworkData Data() {
  measure::NetworkData data{.places = Places(), .samples = {}};
  for (const std::int64_t m : {1, 65536, 1 << 20}) {
    const auto bytes = static_cast<double>(m);
    for (Rank i = 0; i < 8; ++i) {
      const int host = kHostOf[static_cast<std::size_t>(i)];
      for (Rank j = i + 1; j < 8; ++j) {
        const double time = OneWay(host, kHostOf[static_cast<std::size_t>(j)], bytes);
        data.samples.push_back({.from = i, .to = j, .bytes = Bytes{m}, .time = Seconds(2 * time)});
      }
      data.samples.push_back({.experiment = measure::Experiment::kSendCall,
                              .from = i,
                              .to = (i + 1) % 8,
                              .bytes = Bytes{m},
                              .time = Seconds(OverheadOf(host))});
      data.samples.push_back({.experiment = measure::Experiment::kLateReceive,
                              .from = (i + 1) % 8,
                              .to = i,
                              .bytes = Bytes{m},
                              .messages = 10,
                              .time = Seconds(10 * OverheadOf(host))});
    }
  }
  return data;
}

Fit FitTopology(const measure::NetworkData& data) {
  return FindNetworkModel("topology")->fit(data, {});
}

ParameterValues Values() {
  ParameterValues values = ValuesOf(FitTopology(Data()));
  return values;
}

TEST(Topology, RecoversHostsAndRacks) {
  const Fit fit = FitTopology(Data());
  for (int host = 0; host < 7; ++host) {
    const std::string name = "h" + std::to_string(host);
    EXPECT_EQ(ValueOf(fit, "group of " + name), kRackOf[static_cast<std::size_t>(host)]) << name;
    EXPECT_NEAR(ValueOf(fit, "o_s " + name) / OverheadOf(host), 1, 1e-6) << name;
    EXPECT_NEAR(ValueOf(fit, "o_r " + name) / OverheadOf(host), 1, 1e-6) << name;
    EXPECT_NEAR(ValueOf(fit, "L " + name) / LatencyOf(host), 1, 1e-6) << name;
    EXPECT_NEAR(ValueOf(fit, "port out " + name) / ByteOf(host), 1, 1e-6) << name;
    EXPECT_NEAR(ValueOf(fit, "port in " + name) / ByteOf(host), 1, 1e-6) << name;
  }
  for (int rack = 0; rack < 3; ++rack) {
    EXPECT_EQ(ValueOf(fit, "parent of group " + std::to_string(rack)), 3);
    EXPECT_NEAR(ValueOf(fit, "L group " + std::to_string(rack)) / LatencyOfRack(rack), 1, 1e-6);
  }
  EXPECT_NEAR(ValueOf(fit, "L within h1") / 0.5e-6, 1, 1e-6);
  EXPECT_NEAR(ValueOf(fit, "memory h1") / 0.1e-9, 1, 1e-6);
}

TEST(Topology, CostsAMessageWhatItsWayTakes) {
  const auto network = MakeNetwork("topology", Values(), Places());
  const MessageCost cost = network->Cost(0, 7, Bytes{1000});  // h0 to h6
  EXPECT_NEAR(cost.send_overhead.count(), 1e-6, 1e-12);
  EXPECT_NEAR(cost.latency.count(), 2e-6 + 10e-6 + 12e-6 + 8e-6, 1e-11);
  EXPECT_NEAR(cost.transfer.count(), 1000 * kSlowByte, 1e-11);
  EXPECT_FALSE(cost.rendezvous);
  EXPECT_NEAR(network->Cost(1, 2, Bytes{0}).latency.count(), 0.5e-6, 1e-12);
}

/// Streams from the first rank of each pair to the second, with the time of rank `from`.
measure::NetworkSample Streams(std::vector<Rank> pairs, double time) {
  measure::NetworkSample sample{.experiment = measure::Experiment::kPairsAtOnce,
                                .from = pairs[0],
                                .to = pairs[1],
                                .bytes = Bytes{1 << 20},
                                .messages = 4,
                                .time = Seconds(time)};
  sample.others.assign(pairs.begin() + 2, pairs.end());
  return sample;
}

constexpr double kRow = 4 * (1 << 20);  // bytes of a stream

// Streams of equal latencies on one line end at once: their bytes take the line's time.
TEST(Topology, FindsALineByStreamsThatLeaveARack) {
  measure::NetworkData data = Data();
  // Between h0 and h4, h1 and h3, 29 us each: the line of rack 0 takes 0.7 ns a byte out, and 1 in.
  data.samples.push_back(Streams({0, 5, 1, 4}, 2 * kRow * 0.7e-9));
  data.samples.push_back(Streams({5, 0, 4, 1}, 2 * kRow * 1e-9));
  const Fit fit = FitTopology(data);
  EXPECT_NEAR(ValueOf(fit, "line out group 0") / 0.7e-9, 1, 0.02);
  EXPECT_NEAR(ValueOf(fit, "line in group 0") / 1e-9, 1, 0.02);
}

// Two neighbours together take more than each alone; a slow host, whose streams come later, tells
// nothing. The latencies are not quite alike, nor is the neighbours' part of the link.
TEST(Topology, TakesAHostsLinkFromItsFastestStreams) {
  measure::NetworkData data = Data();
  data.samples.push_back(Streams({0, 1, 0, 3}, 2 * kRow * 0.7e-9));
  data.samples.push_back(Streams({0, 7, 0, 7}, 2 * kRow * kSlowByte));
  const Fit fit = FitTopology(data);
  EXPECT_NEAR(ValueOf(fit, "port out h0") / 0.7e-9, 1, 0.05);
  EXPECT_NEAR(ValueOf(fit, "G h0") / kByte, 1, 1e-6);
}

// A link is as fast as single messages at the least: what slows its streams is another line.
TEST(Topology, TakesNoLinkForSlowerThanItsMessages) {
  measure::NetworkData data = Data();
  data.samples.push_back(Streams({0, 4, 0, 6}, 2 * kRow * 1.5e-9));
  const Fit fit = FitTopology(data);
  EXPECT_NEAR(ValueOf(fit, "port out h0") / kByte, 1, 1e-6);
  EXPECT_NEAR(fit.network->Cost(0, 4, Bytes{1000}).transfer.count(), 1000 * kByte, 1e-12);
}

TEST(Topology, FindsAHostWhoseBothDirectionsShareItsLink) {
  measure::NetworkData data = Data();
  data.samples.push_back(Streams({0, 1, 0, 3}, 2 * kRow * kByte));
  data.samples.push_back(Streams({1, 0, 3, 0}, 2 * kRow * kByte));
  data.samples.push_back(Streams({0, 1, 1, 0, 0, 3, 3, 0}, 4 * kRow * kByte));
  const Fit fit = FitTopology(data);
  EXPECT_NEAR(ValueOf(fit, "port h0") / kByte, 1, 1e-6);
  EXPECT_THROW(ValueOf(fit, "port out h0"), std::out_of_range);
}

// Between rack 1 and the others 1 ns a byte, both ways together; a line of rack 0 would explain
// only what its hosts exchange with it.
TEST(Topology, FindsTheHalfDuplexLineThatExplainsMost) {
  measure::NetworkData data = Data();
  data.samples.push_back(Streams({0, 4, 5, 1}, 2 * kRow * 1e-9));
  data.samples.push_back(Streams({6, 4, 5, 6}, 2 * kRow * 1e-9));
  data.samples.push_back(Streams({1, 6, 6, 3}, kRow * 1e-9));
  const Fit fit = FitTopology(data);
  EXPECT_NEAR(ValueOf(fit, "line group 1") / 1e-9, 1, 0.02);
  EXPECT_THROW(ValueOf(fit, "line group 0"), std::out_of_range);
}

TEST(Topology, FindsHalfDuplexByStreamsInBothDirections) {
  measure::NetworkData data = Data();
  data.samples.push_back(Streams({0, 5, 1, 4}, 2 * kRow * 1e-9));
  data.samples.push_back(Streams({5, 0, 4, 1}, 2 * kRow * 1e-9));
  data.samples.push_back(Streams({0, 5, 5, 0, 1, 4, 4, 1}, 4 * kRow * 1e-9));
  const Fit fit = FitTopology(data);
  EXPECT_NEAR(ValueOf(fit, "line group 0") / 1e-9, 1, 0.02);
  EXPECT_THROW(ValueOf(fit, "line out group 0"), std::out_of_range);
  const Route out = fit.network->RouteOf(0, 4);
  const Route in = fit.network->RouteOf(4, 0);
  EXPECT_EQ(out.links[0], in.links[0]);
}

TEST(Topology, FindsAHostWhoseStreamsShareNothing) {
  measure::NetworkData data = Data();
  // From h0 to h1 and h2: each takes as long as one message alone, 1 MiB.
  data.samples.push_back(Streams({0, 1, 0, 3}, (1 << 20) * kByte + 20e-6));
  const Fit fit = FitTopology(data);
  EXPECT_THROW(ValueOf(fit, "port out h0"), std::out_of_range);
  EXPECT_NEAR(ValueOf(fit, "G h0") / kByte, 1, 1e-6);
  EXPECT_NEAR(ValueOf(fit, "port in h0") / kByte, 1, 1e-6);
}

// Both streams of h0 take as long as one message alone. Racks have no streams, and no lines.
// Hosts h1 and h2 are timed, h0 is not; the middle of two is the larger one.
TEST(Topology, TakesCopiesAndReductionsFromWhatRanksDoAlone) {
  measure::NetworkData data = Data();
  EXPECT_FALSE(FitTopology(data).network->LocalCostOf(0));
  const auto add = [&](measure::Experiment experiment, Rank rank, double time) {
    data.samples.push_back({.experiment = experiment,
                            .from = rank,
                            .to = rank,
                            .bytes = Bytes{1000},
                            .time = Seconds(time)});
  };
  add(measure::Experiment::kLocalCopy, 1, 2e-6);
  add(measure::Experiment::kLocalCopy, 3, 4e-6);
  add(measure::Experiment::kLocalReduce, 1, 8e-6);
  const Fit fit = FitTopology(data);
  EXPECT_DOUBLE_EQ(fit.network->LocalCostOf(2).copy, 2e-9);  // the second rank of h1
  EXPECT_DOUBLE_EQ(fit.network->LocalCostOf(3).copy, 4e-9);
  EXPECT_DOUBLE_EQ(fit.network->LocalCostOf(0).copy, 4e-9);
  EXPECT_DOUBLE_EQ(fit.network->LocalCostOf(0).reduce, 8e-9);
  const auto of_h0 = std::ranges::find(fit.parameters, "copy h0", &FittedParameter::name);
  ASSERT_NE(of_h0, fit.parameters.end());
  EXPECT_FALSE(of_h0->identified);
}

TEST(Topology, NamesLinksThatNothingFilled) {
  measure::NetworkData data = Data();
  const double alone = (1 << 20) * kByte + 20e-6;
  data.samples.push_back(Streams({0, 1, 0, 3}, alone));
  data.samples.push_back(Streams({1, 0, 3, 0}, alone));
  EXPECT_THAT(FitTopology(data).notes,
              Contains(HasSubstr("links of h0, group 0, group 1, group 2: not identified")));
}

TEST(Topology, FindsTheSlowLineOfSingleMessages) {
  measure::NetworkData data = Data();
  for (measure::NetworkSample& s : data.samples) {
    const int a = kHostOf[static_cast<std::size_t>(s.from)];
    const int b = kHostOf[static_cast<std::size_t>(s.to)];
    const bool leaves =
        (kRackOf[static_cast<std::size_t>(a)] == 1) != (kRackOf[static_cast<std::size_t>(b)] == 1);
    if (s.experiment != measure::Experiment::kRoundTrip || !leaves) continue;
    const double slower = std::max(ByteOf(a), ByteOf(b));
    s.time += Seconds(2 * static_cast<double>(s.bytes.count) * std::max(0.0, 5e-9 - slower));
  }
  const Fit fit = FitTopology(data);
  EXPECT_NEAR(ValueOf(fit, "line out group 1") / 5e-9, 1, 1e-4);
  EXPECT_NEAR(fit.network->Cost(0, 4, Bytes{1000}).transfer.count(), 5e-6, 1e-9);
  EXPECT_NEAR(fit.network->Cost(0, 6, Bytes{1000}).transfer.count(), 1e-6, 1e-9);
}

TEST(Topology, AsksForStreamsOfEachHostAndGroup) {
  const std::vector<measure::StreamsWanted> all = DesignStreams(Data());
  // Three of each of 7 hosts, and one within h1; three of each of 3 racks; and one around.
  EXPECT_EQ(all.size(), 7U * 3 + 1 + 3 * 3 + 1);
  for (const measure::StreamsWanted& streams : all) {
    EXPECT_GE(streams.pairs.size(), 2U);
    for (const auto& [from, to] : streams.pairs) EXPECT_NE(from, to);
  }
}

// h4 may be as slow as h3 itself: h3 has a farther partner, too, and the farthest is first. h5 has
// a neighbour that is too slow to tell anything.
TEST(Topology, AsksForStreamsThatFillAHostsLink) {
  std::vector<std::vector<std::pair<Rank, Rank>>> of_h3;
  std::vector<std::vector<std::pair<Rank, Rank>>> of_h5;
  for (const measure::StreamsWanted& streams : DesignStreams(Data())) {
    const auto all_from = [&](Rank rank) {
      return std::ranges::all_of(streams.pairs, [&](const auto& p) { return p.first == rank; });
    };
    if (all_from(4)) of_h3.push_back(streams.pairs);
    if (all_from(6)) of_h5.push_back(streams.pairs);
  }
  ASSERT_EQ(of_h3.size(), 1U);
  EXPECT_THAT(of_h3[0], testing::ElementsAre(std::pair{4, 1}, std::pair{4, 5}));
  ASSERT_EQ(of_h5.size(), 2U) << "out of it, and what h6 asks for into itself";
  for (const auto& [from, to] : of_h5[0]) EXPECT_NE(to, 7);
}

TEST(Topology, ChargesNonblockingSendsThatWaitByTheByte) {
  ParameterValues values = Values();
  values["S"] = 100;
  values["t_s h0"] = 1e-9;
  values["nonblocking share"] = 0.5;
  const auto network = MakeNetwork("topology", values, Places());
  EXPECT_NEAR(network->Cost(0, 5, Bytes{1000}).nonblocking_overhead.count(), 0.5 * 2e-6, 1e-12);
  EXPECT_EQ(network->Cost(0, 5, Bytes{100}).nonblocking_overhead, Seconds(0));
}

// No call tells the overheads then, and latencies have them.
TEST(Topology, FitsWhereEvenTheSmallestMessagesWait) {
  measure::NetworkData data = Data();
  std::erase_if(data.samples, [](const measure::NetworkSample& s) {
    return s.experiment != measure::Experiment::kRoundTrip;
  });
  for (const double delay : {0.0, 1e-3}) {
    data.samples.push_back({.experiment = measure::Experiment::kSendCall,
                            .from = 0,
                            .to = 4,
                            .bytes = Bytes{1},
                            .delay = Seconds(delay),
                            .time = Seconds(30e-6 + delay)});
  }
  const Fit fit = FitTopology(data);
  EXPECT_FALSE(ParameterOf(fit, "o_s h0").identified);
  const MessageCost cost = fit.network->Cost(0, 4, Bytes{1});
  EXPECT_TRUE(cost.rendezvous);
  const Seconds all = cost.send_overhead + cost.latency + cost.transfer + cost.receive_overhead;
  EXPECT_NEAR(all.count() / OneWay(0, 3, 1), 1, 1e-6);
}

TEST(Topology, RefusesParametersOfOtherHosts) {
  ParameterValues values = Values();
  std::vector<measure::Place> more = Places();
  more.push_back({"new", 0});
  EXPECT_THAT(RefusalOf([&] { MakeNetwork("topology", values, more); }),
              HasSubstr("no value of o_s new: it knows only the hosts that it was fitted for"));
  values["line group 9"] = 1e-9;
  EXPECT_THAT(RefusalOf([&] { MakeNetwork("topology", values, Places()); }),
              HasSubstr("no parameter 'line group 9'"));
  values.erase("line group 9");
  values["group of h0"] = 0.5;
  EXPECT_THAT(RefusalOf([&] { MakeNetwork("topology", values, Places()); }),
              HasSubstr("no number of a group"));
  values["group of h0"] = 0;
  values["parent of group 3"] = 0;
  EXPECT_THAT(RefusalOf([&] { MakeNetwork("topology", values, Places()); }),
              HasSubstr("around itself"));
  values.erase("parent of group 3");
  values["line group 0"] = values["line out group 0"] = 1e-9;
  EXPECT_THAT(RefusalOf([&] { MakeNetwork("topology", values, Places()); }),
              HasSubstr("one line for both directions"));
}

TEST(ReplayedTime, TakeTheTimeOfTheLineThatTheyShare) {
  ParameterValues values = Values();
  values["line out group 0"] = 2e-9;
  const auto network = MakeNetwork("topology", values, Places());
  const double alone = ReplayedTime(Streams({0, 4}, 1), *network).count();
  const double together = ReplayedTime(Streams({0, 5, 1, 4}, 1), *network).count();
  // The line has 2 ns a byte for all that leaves the rack, one stream as well as two.
  EXPECT_NEAR(alone / (kRow * 2e-9), 1, 0.02);
  EXPECT_NEAR(together / (2 * kRow * 2e-9), 1, 0.02);
}

// The second stream takes ten times as long as the first, which is timed.
TEST(ReplayedTime, LastsUntilAllStreamsHaveEnded) {
  const auto network = MakeNetwork("topology", Values(), Places());
  measure::NetworkSample sample = Streams({0, 4, 1, 7}, 1);
  EXPECT_NEAR(ReplayedTime(sample, *network).count() / (kRow * kByte), 1, 0.02);
  sample.experiment = measure::Experiment::kStreamsAtOnce;
  EXPECT_NEAR(ReplayedTime(sample, *network).count() / (kRow * kSlowByte), 1, 0.02);
}

// With 4 ns a byte, h6 takes one message while h5 takes four. With 10 ns it is too slow to tell
// anything.
TEST(Topology, AsksFastStreamsForMoreMessages) {
  measure::NetworkData data = Data();
  for (measure::NetworkSample& s : data.samples) {
    if (s.experiment != measure::Experiment::kRoundTrip || s.to != 7) continue;
    s.time -= Seconds(2 * static_cast<double>(s.bytes.count) * (kSlowByte - 4 * kByte));
  }
  // Messages to h5 and h6 among streams into rack 2 that have both.
  const auto counts = [](const std::vector<measure::StreamsWanted>& all) {
    std::vector<std::pair<std::ptrdiff_t, std::ptrdiff_t>> found;
    for (const measure::StreamsWanted& streams : all) {
      const auto to = [&](Rank rank) {
        return std::ranges::count_if(streams.pairs, [rank](const auto& pair) {
          return pair.first < 6 && pair.second == rank;
        });
      };
      const bool only = to(6) + to(7) == std::ssize(streams.pairs);
      if (only && to(6) > 0 && to(7) > 0) found.emplace_back(to(6), to(7));
    }
    return found;
  };
  // Five hosts send into rack 2, three to h5, two to h6.
  EXPECT_THAT(counts(DesignStreams(data)), testing::ElementsAre(std::pair{3 * 4, 2}));
  EXPECT_TRUE(counts(DesignStreams(Data())).empty());
}

}  // namespace
}  // namespace colltune::models
