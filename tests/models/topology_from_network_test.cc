#include "models/features/topology_from_network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "models/networks.h"

namespace colltune::models {
namespace {

/// Two hosts on one switch, two behind a line, with two ranks each. A message takes 1 us and 1 ns
/// per byte at the sender, 10 us (2 us within a host) on the wire, and 3 us at the receiver. Host 3
/// takes twice as long to send. The line takes 5 ns for a byte, each host's port 2 ns.
class TwoSites final : public Network {
 public:
  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    MessageCost cost;
    const double own = HostOf(from) == 3 ? 2 : 1;
    cost.send_overhead = Seconds(own * (1e-6 + 1e-9 * static_cast<double>(bytes.count)));
    cost.latency = Seconds(HostOf(from) == HostOf(to) ? 2e-6 : 10e-6);
    cost.receive_overhead = Seconds(3e-6);
    cost.rendezvous = bytes > Bytes{1 << 20};
    return cost;
  }
  std::span<const SharedLink> Links() const override { return links_; }
  Route RouteOf(Rank from, Rank to) const override {
    Route route;
    if (HostOf(from) == HostOf(to)) return route;
    route.links[0] = HostOf(from);
    route.count = 1;
    if (HostOf(from) / 2 != HostOf(to) / 2)
      route.links[static_cast<std::size_t>(route.count++)] = 4;
    return route;
  }

 private:
  static int HostOf(Rank rank) { return rank / 2; }

  std::array<SharedLink, 5> links_ = {SharedLink{"0", 2e-9}, SharedLink{"1", 2e-9},
                                      SharedLink{"2", 2e-9}, SharedLink{"3", 2e-9},
                                      SharedLink{"line", 5e-9}};
};

std::vector<measure::Place> EightRanks() {
  std::vector<measure::Place> places;
  for (const char* host : {"a", "a", "b", "b", "c", "c", "d", "d"}) places.push_back({host, 0});
  return places;
}

TEST(MachineOf, TellsKindsAndSitesApart) {
  const Machine machine = MachineOf(TwoSites(), EightRanks());
  EXPECT_EQ(machine.hosts, (std::map<std::string, Host>{
                               {"a", {0, 0}}, {"b", {0, 0}}, {"c", {1, 1}}, {"d", {2, 1}}}));
  EXPECT_EQ(machine.costs.kinds(), 3);
}

/// A network without links, which tells the site of each rank itself.
class ToldSites final : public Network {
 public:
  MessageCost Cost(Rank /*from*/, Rank /*to*/, Bytes /*bytes*/) const override { return {}; }
  int SiteOf(Rank rank) const override { return rank / 4; }
};

TEST(MachineOf, TakesSitesFromTheNetworkWhereNoLineTells) {
  const Machine machine = MachineOf(ToldSites(), EightRanks());
  EXPECT_EQ(machine.hosts.at("b").site, 0);
  EXPECT_EQ(machine.hosts.at("c").site, 1);
}

TEST(MachineOf, TakesTimesFromTheNetwork) {
  const EdgeCosts costs = MachineOf(TwoSites(), EightRanks()).costs;
  const auto expect = [&](Nearness nearness, int from, int to, Bytes bytes, const EdgeTimes& want) {
    const EdgeTimes have = costs.At(nearness, from, to, bytes);
    EXPECT_NEAR(have.next, want.next, 1e-12);
    EXPECT_NEAR(have.there, want.there, 1e-12);
    EXPECT_NEAR(have.shared, want.shared, 1e-12);
  };
  expect(Nearness::kHost, 0, 0, Bytes{0}, {1e-6, 6e-6, 0});
  expect(Nearness::kSite, 0, 0, Bytes{0}, {1e-6, 14e-6, 0});
  // The port: 2 ns per byte after the overhead of 1 ns per byte.
  expect(Nearness::kSite, 0, 0, Bytes{1000}, {4e-6, 15e-6, 2e-6});
  expect(Nearness::kFar, 0, 1, Bytes{1000}, {4e-6, 15e-6, 5e-6});
  expect(Nearness::kFar, 2, 0, Bytes{1000}, {6e-6, 17e-6, 5e-6});
  // A sender that waits for the receiver is busy until the message has arrived.
  const double sent = 1e-6 + 4e-9 * (1 << 20);
  expect(Nearness::kSite, 0, 0, Bytes{4 << 20}, {sent + 10e-6, sent + 13e-6, 2e-9 * 4 * (1 << 20)});
  EXPECT_FALSE(costs.Knows(Nearness::kFar, 1, 1)) << "one host of that kind";
}

TEST(MachineOf, KnowsRanksOfOneHostWhereThereAreSome) {
  const auto network = MakeNetwork("hockney", {{"alpha", 1e-5}, {"beta", 1e-9}});
  const std::vector<measure::Place> places = {{"x", 0}, {"y", 0}};
  const Machine machine = MachineOf(*network, places);
  EXPECT_FALSE(machine.costs.Knows(Nearness::kHost, 0, 0));
  const auto shared = std::make_shared<Machine>(machine);
  const std::vector<std::string> both = {"y", "x"};
  EXPECT_NE(PlacesIn(shared, both), nullptr);
  const std::vector<std::string> twice = {"x", "x"};
  EXPECT_EQ(PlacesIn(shared, twice), nullptr) << "nothing is known of ranks of one host";
}

TEST(PlacesIn, TakesUnknownHostsToBeLikeAllOthersOrKnowsNothing) {
  const std::vector<std::string> hosts = {"x", "z"};
  const auto with = [](int kinds, std::map<std::string, Host> known) {
    auto machine =
        std::make_shared<Machine>(Machine{std::move(known), EdgeCosts(kinds, {Bytes{1}})});
    for (int kind = 0; kind < kinds; ++kind) {
      machine->costs.Of(Nearness::kSite, kind, kind, 0) = {1e-6, 2e-6, 0};
    }
    return machine;
  };
  const auto places = PlacesIn(with(1, {{"x", {0, 0}}, {"y", {0, 0}}}), hosts);
  ASSERT_NE(places, nullptr);
  EXPECT_EQ(places->hosts(), (std::vector<Host>{{0, 0}, {0, 0}}));
  EXPECT_EQ(PlacesIn(with(2, {{"x", {0, 0}}, {"y", {1, 0}}}), hosts), nullptr) << "of two kinds";
  EXPECT_EQ(PlacesIn(with(1, {{"x", {0, 0}}, {"y", {0, 1}}}), hosts), nullptr) << "on two sites";
  auto alone = std::make_shared<Machine>(Machine{{{"x", {0, 0}}}, EdgeCosts(1, {Bytes{1}})});
  EXPECT_EQ(PlacesIn(alone, hosts), nullptr) << "nothing is known of what is between hosts";
}

}  // namespace
}  // namespace colltune::models
