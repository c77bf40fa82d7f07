// Special cases of the topology model, for messages that do not wait: lmo is hosts by themselves in
// one group, levels equal hosts in equal groups.
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "algorithms/registry.h"
#include "models/networks.h"
#include "models/simulator/simulator.h"

namespace colltune::models {
namespace {

constexpr int kHosts = 8;  // of a rank each
// The port that messages of a host share in each direction. Levels has them take (m-1) G, topology
// m G.
constexpr double kByte = 1e-9;  // s/B
constexpr Bytes kBytes{64 << 10};
constexpr double kTolerance = 2.0 / (64 << 10);

std::string Host(int i) { return "h" + std::to_string(i); }

std::vector<measure::Place> Places() {
  std::vector<measure::Place> places;
  for (int i = 0; i < kHosts; ++i) places.push_back({Host(i)});
  return places;
}

/// Parameters of the topology that hosts do not have.
ParameterValues Eager() {
  return {{"S", 1e9},
          {"envelope", 0},
          {"handshake", 0},
          {"rendezvous share", 0},
          {"nonblocking share", 0}};
}

void AddHost(int i, double overhead, double byte, double latency, int group,
             ParameterValues& values) {
  const std::string host = Host(i);
  values.insert({{"o_s " + host, overhead},
                 {"t_s " + host, byte},
                 {"o_r " + host, overhead},
                 {"t_r " + host, byte},
                 {"L " + host, latency},
                 {"port out " + host, kByte},
                 {"port in " + host, kByte},
                 {"group of " + host, group}});
}

/// Expects all algorithms to take the same time on both networks.
void ExpectAlike(const Network& one, const Network& other) {
  int compared = 0;
  for (const Collective collective :
       {Collective::kBcast, Collective::kReduce, Collective::kGather, Collective::kAllreduce,
        Collective::kAllgather, Collective::kAlltoall}) {
    for (const Choice& choice : StandardChoices(collective)) {
      const Shape shape = {.ranks = kHosts, .elements = kBytes.count};
      if (!Declines(choice, shape).empty()) continue;
      const double expected = Predict(choice, shape, one).count();
      EXPECT_NEAR(Predict(choice, shape, other).count(), expected, kTolerance * expected)
          << ToText(choice);
      ++compared;
    }
  }
  EXPECT_GT(compared, 30);
}

TEST(SpecialCases, LmoIsHostsInOneGroup) {
  const auto start = [](int i) { return (1 + i % 3) * 1e-6; };
  const auto byte = [](int i) { return (1 + i % 2) * 0.1e-9; };
  const auto latency = [](int i) { return (5 + i) * 1e-6; };
  ParameterValues lmo = {{"S", 1e9}};
  ParameterValues topology = Eager();
  for (int i = 0; i < kHosts; ++i) {
    const std::string rank = std::to_string(i);
    lmo["C(" + rank + ")"] = start(i);
    lmo["t(" + rank + ")"] = byte(i);
    lmo["port out " + Host(i)] = kByte;
    lmo["port in " + Host(i)] = kByte;
    for (int j = i + 1; j < kHosts; ++j) {
      const std::string pair = "(" + rank + "," + std::to_string(j) + ")";
      lmo["L" + pair] = latency(i) + latency(j);
      lmo["1/beta" + pair] = kByte;
    }
    AddHost(i, start(i), byte(i), latency(i), 0, topology);
  }
  ExpectAlike(*MakeNetwork("lmo", lmo, Places()), *MakeNetwork("topology", topology, Places()));
}

TEST(SpecialCases, LevelsIsEqualHostsInEqualGroups) {
  constexpr double kOverhead = 2e-6;
  constexpr double kNear = 5e-6;  // of each host
  constexpr double kFar = 1e-3;   // of each site
  constexpr double kLine = 3e-9;  // s/B
  ParameterValues levels = {{"S", 1e9}, {"port out", kByte}, {"port in", kByte}, {"line", kLine}};
  for (const auto& [link, latency, byte] :
       {std::tuple{"[switch]", 2 * kNear, kByte}, {"[site]", 2 * (kNear + kFar), kLine}}) {
    for (const auto& [name, value] : ParameterValues{{"L", latency},
                                                     {"o_s", kOverhead},
                                                     {"o_r", kOverhead},
                                                     {"g", kOverhead},
                                                     {"G", byte},
                                                     {"g_r", 0},
                                                     {"G_r", 0},
                                                     {"L_rdv", 0},
                                                     {"o_s_rdv", 0},
                                                     {"o_r_rdv", 0},
                                                     {"G_rdv", 0}}) {
      levels[name + link] = value;
    }
  }
  ParameterValues topology = Eager();
  for (int i = 0; i < kHosts; ++i) {
    const int site = i < 3 ? 0 : 1;
    levels["site of " + Host(i)] = site;
    AddHost(i, kOverhead, 0, kNear, site, topology);
  }
  for (const char* site : {"0", "1"}) {
    topology[std::string("parent of group ") + site] = 2;
    topology[std::string("L group ") + site] = kFar;
    topology[std::string("line out group ") + site] = kLine;
    topology[std::string("line in group ") + site] = kLine;
  }
  ExpectAlike(*MakeNetwork("levels", levels, Places()),
              *MakeNetwork("topology", topology, Places()));
}

}  // namespace
}  // namespace colltune::models
