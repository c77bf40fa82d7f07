#include "tests/smpi/machines/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "tests/smpi/machines/random.h"

namespace colltune::machines {
namespace {

constexpr int kMostRacks = 8;
constexpr int kMostHosts = 16;  // of a rack
constexpr int kLeastHosts = 2;
constexpr int kMostKinds = 4;
constexpr int kMostRanks = 12;  // of a host

/// Ethernet's and InfiniBand's, in B/s: 1, 2.5, 10, 25, 40 and 100 Gb/s.
constexpr std::array kRates = {0.125e9, 0.3125e9, 1.25e9, 3.125e9, 5e9, 12.5e9};

struct Range {
  double least;
  double most;
};

// Ranges are drawn from by their logarithms. They reach from RDMA in one rack to TCP on old
// processors, and from two buildings to two continents.
constexpr Range kOverhead = {0.3e-6, 5e-6};             // s
constexpr Range kOverheadPerByte = {0.02e-9, 0.3e-9};   // s/B
constexpr Range kLinkLatency = {0.2e-6, 20e-6};         // s, of hosts' links and racks' uplinks
constexpr Range kMemoryLatency = {0.1e-6, 1e-6};        // s
constexpr Range kMemoryBandwidth = {5e9, 50e9};         // B/s
constexpr Range kSiteLatency = {0.05e-3, 10e-3};        // s: half of what is between two sites
constexpr Range kTaper = {1, 8};                        // hosts' rate to the uplink's
constexpr Range kBackboneTaper = {1, 4};                // uplinks' rate to the backbone's
constexpr Range kMostEager = {256, 1 << 20};            // B
constexpr Range kIncastBuffer = {32 << 10, 512 << 10};  // B
constexpr Range kIncastDelay = {1e-3, 200e-3};          // s

// How many machines or lines have a feature.
constexpr double kHaveByteOverheads = 0.5;
constexpr double kHaveHalfDuplexHosts = 0.1;  // of the kinds of hosts
constexpr double kHaveHalfDuplexUplinks = 0.25;
constexpr double kHaveTwoSites = 1.0 / 3;
constexpr double kHaveBackbone = 0.5;
constexpr double kHaveNoEager = 1.0 / 8;
constexpr double kHaveIncast = 0.25;
constexpr double kAreCyclic = 0.5;

// Smaller messages do not fill the switches' buffers before these are empty again.
constexpr std::int64_t kLeastEagerOfIncast = 4 << 10;  // B

double From(Random& random, const Range& range) {
  return random.LogUniform(range.least, range.most);
}

std::int64_t BytesFrom(Random& random, const Range& range) {
  return std::llround(From(random, range));
}

double Rate(Random& random) {
  return kRates[static_cast<std::size_t>(random.Integer(0, kRates.size() - 1))];
}

void CheckLimit(const char* name, int most, int least) {
  if (most >= least) return;
  throw std::invalid_argument(fmt::format("{} {}: a machine has at least {}", name, most, least));
}

Overhead DrawOverhead(Random& random) {
  const double seconds = From(random, kOverhead);
  const double per_byte = From(random, kOverheadPerByte);
  return {seconds, random.Chance(kHaveByteOverheads) ? per_byte : 0};
}

HostKind DrawKind(Random& random) {
  HostKind kind;
  kind.send = DrawOverhead(random);
  kind.receive = DrawOverhead(random);
  kind.link = {.latency = From(random, kLinkLatency),
               .bandwidth = Rate(random),
               .half_duplex = random.Chance(kHaveHalfDuplexHosts)};
  kind.memory = {.latency = From(random, kMemoryLatency),
                 .bandwidth = From(random, kMemoryBandwidth),
                 .half_duplex = true};
  return kind;
}

Rack DrawRack(Random& random, int kinds) {
  Rack rack;
  rack.kinds.resize(static_cast<std::size_t>(random.Integer(kLeastHosts, kMostHosts)));
  for (int& kind : rack.kinds) kind = random.Integer(0, kinds - 1);
  rack.uplink.latency = From(random, kLinkLatency);
  rack.uplink.half_duplex = random.Chance(kHaveHalfDuplexUplinks);
  return rack;
}

Site DrawSite(Random& random, bool has_backbone) {
  const double taper = From(random, kBackboneTaper);
  return {.backbone_taper = has_backbone ? taper : 0,
          .uplink = {.latency = From(random, kSiteLatency),
                     .bandwidth = Rate(random),
                     .half_duplex = random.Chance(kHaveHalfDuplexUplinks)}};
}

void DrawHosts(Random& random, Machine& machine) {
  machine.kinds.resize(static_cast<std::size_t>(random.Integer(1, kMostKinds)));
  for (HostKind& kind : machine.kinds) kind = DrawKind(random);
  machine.racks.resize(static_cast<std::size_t>(random.Integer(1, kMostRacks)));
  const auto kinds = static_cast<int>(machine.kinds.size());
  for (Rack& rack : machine.racks) rack = DrawRack(random, kinds);
  machine.taper = From(random, kTaper);
  machine.ranks_per_host = random.Integer(1, kMostRanks);
  machine.is_cyclic = random.Chance(kAreCyclic);
}

void DrawSites(Random& random, Machine& machine) {
  const bool has_backbone = random.Chance(kHaveBackbone);
  const int sites = random.Chance(kHaveTwoSites) ? 2 : 1;
  const auto racks = static_cast<int>(machine.racks.size());
  const int first = random.Integer(1, std::max(1, racks - 1));  // racks of the first site
  for (int site = 0; site < sites; ++site) {
    machine.sites.push_back(DrawSite(random, has_backbone));
  }
  for (int rack = first; rack < racks; ++rack) {
    machine.racks[static_cast<std::size_t>(rack)].site = sites - 1;
  }
}

void DrawProtocol(Random& random, Machine& machine) {
  const std::int64_t most_eager = BytesFrom(random, kMostEager);
  machine.most_eager = random.Chance(kHaveNoEager) ? 0 : most_eager;
  const bool has_incast = random.Chance(kHaveIncast);
  if (!has_incast || machine.most_eager < kLeastEagerOfIncast) return;
  machine.incast = {.buffer = BytesFrom(random, kIncastBuffer),
                    .delay = From(random, kIncastDelay)};
}

std::size_t CountHosts(const Machine& machine) {
  std::size_t hosts = 0;
  for (const Rack& rack : machine.racks) hosts += rack.kinds.size();
  return hosts;
}

/// Removes racks and hosts, the last first; the largest racks lose hosts first.
void CutRacks(std::size_t most_racks, std::size_t most_hosts, std::vector<Rack>& racks) {
  if (racks.size() > most_racks) racks.resize(most_racks);
  while (racks.size() * kLeastHosts > most_hosts) racks.pop_back();
  const auto count = [](const Rack& rack) { return rack.kinds.size(); };
  for (;;) {
    std::size_t hosts = 0;
    for (const Rack& rack : racks) hosts += count(rack);
    if (hosts <= most_hosts) return;
    std::ranges::max_element(racks, {}, count)->kinds.pop_back();
  }
}

/// Removes the sites and kinds that no rack or host is left of.
void RemoveUnused(Machine& machine) {
  if (machine.racks.size() == 1) {
    machine.sites.clear();
  } else {
    machine.racks.back().site = static_cast<int>(machine.sites.size()) - 1;
  }
  std::vector<HostKind> used;
  std::vector<int> number(machine.kinds.size(), -1);
  for (Rack& rack : machine.racks) {
    for (int& kind : rack.kinds) {
      int& mine = number[static_cast<std::size_t>(kind)];
      if (mine < 0) {
        mine = static_cast<int>(used.size());
        used.push_back(machine.kinds[static_cast<std::size_t>(kind)]);
      }
      kind = mine;
    }
  }
  machine.kinds = std::move(used);
}

void Cut(const DrawLimits& limits, Machine& machine) {
  CutRacks(static_cast<std::size_t>(limits.most_racks),
           static_cast<std::size_t>(std::min(limits.most_hosts, limits.most_ranks)), machine.racks);
  RemoveUnused(machine);
  const auto hosts = static_cast<int>(CountHosts(machine));
  machine.ranks_per_host = std::min(machine.ranks_per_host, limits.most_ranks / hosts);
}

/// Sets the bandwidths that follow from hosts and tapers.
void SetBandwidths(Machine& machine) {
  std::vector<double> uplinks(machine.sites.size());
  std::vector<int> racks(machine.sites.size());
  for (Rack& rack : machine.racks) {
    for (const int kind : rack.kinds) {
      rack.uplink.bandwidth +=
          machine.kinds[static_cast<std::size_t>(kind)].link.bandwidth / machine.taper;
    }
    if (machine.sites.empty()) continue;
    uplinks[static_cast<std::size_t>(rack.site)] += rack.uplink.bandwidth;
    ++racks[static_cast<std::size_t>(rack.site)];
  }
  for (std::size_t i = 0; i < machine.sites.size(); ++i) {
    Site& site = machine.sites[i];
    if (racks[i] < 2) site.backbone_taper = 0;
    if (site.backbone_taper > 0) site.backbone = uplinks[i] / site.backbone_taper;
  }
}

}  // namespace

Machine Draw(std::uint64_t seed, const DrawLimits& limits) {
  CheckLimit("most racks", limits.most_racks, 1);
  CheckLimit("most hosts", limits.most_hosts, kLeastHosts);
  CheckLimit("most ranks", limits.most_ranks, kLeastHosts);
  Random random(seed);
  Machine machine;
  machine.seed = seed;
  DrawHosts(random, machine);
  DrawSites(random, machine);
  DrawProtocol(random, machine);
  Cut(limits, machine);
  SetBandwidths(machine);
  return machine;
}

}  // namespace colltune::machines
