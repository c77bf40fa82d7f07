#include "tests/models/configured.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

#include "models/topology_network.h"

namespace colltune::models {
namespace {

constexpr double kEnvelope = 16;  // B: SMPI sends them with each message
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// A kind of node and its link to the switch, in seconds and seconds per byte.
struct Node {
  double send_overhead;  // smpi/os, smpi/ois
  double send_byte_time;
  double receive_overhead;  // smpi/or
  double receive_byte_time;
  double latency;
  double byte_time;
};

constexpr Node EqualNode(double overhead, double latency, double byte_time) {
  return {overhead, 0, overhead, 0, latency, byte_time};
}

constexpr Node UnlikeNode(double overhead, double own_byte_time, double latency, double bandwidth) {
  return {overhead, own_byte_time, overhead, own_byte_time, latency, 1 / bandwidth};
}

using Kinds = std::array<Node, 4>;

constexpr Kinds kLogGp = {Node{2e-6, 0.8e-9, 2e-6, 0, 5e-6, 1e-15}};
constexpr Kinds kTenGigabit = {EqualNode(2e-6, 5e-6, 0.8e-9)};
constexpr Kinds kGigabit = {EqualNode(5e-6, 20e-6, 8e-9)};
constexpr Kinds kEthernets = {EqualNode(5e-6, 20e-6, 8e-9), EqualNode(5e-6, 20e-6, 80e-9)};
constexpr Kinds kUnlike = {
    UnlikeNode(20e-6, 2e-9, 15e-6, 125e6), UnlikeNode(30e-6, 3e-9, 20e-6, 125e6),
    UnlikeNode(60e-6, 6e-9, 40e-6, 80e6), UnlikeNode(40e-6, 4e-9, 25e-6, 100e6)};
constexpr std::string_view kUnlikeNodes = "0000000000011233";

/// The switches above the switches of the nodes.
struct Upper {
  int group = std::numeric_limits<int>::max();  // nodes below one switch
  double latency = 0;                           // additional, between groups
  double byte_time = 0;
  int links = 0;       // of each group upwards, chosen by the destination
  bool downs = false;  // as many further links down to each group; if not, the links upwards lead
                       // to it
};

struct Platform {
  std::string_view name;
  Kinds kinds;
  std::string_view kind_of{};        // kind of each node; all nodes are of the first kind when
                                     // empty
  std::int64_t rendezvous = kNever;  // bytes, from which on a send waits for its receive
  bool shared = false;               // whether messages share links
  Upper upper = {};
  Incast incast = {};
  double local_latency = 1e-6;  // within a node
  double local_byte_time = 1e-10;
};

constexpr std::int64_t k64K = 64 << 10;

constexpr std::array kPlatforms = {
    Platform{.name = "loggp", .kinds = kLogGp},
    Platform{.name = "speeds16", .kinds = kUnlike, .kind_of = kUnlikeNodes},
    Platform{.name = "unlike16", .kinds = kUnlike, .kind_of = kUnlikeNodes, .shared = true},
    Platform{.name = "cluster16", .kinds = kTenGigabit, .rendezvous = k64K, .shared = true},
    Platform{.name = "cluster64", .kinds = kTenGigabit, .rendezvous = k64K, .shared = true},
    Platform{.name = "grid64",
             .kinds = kGigabit,
             .rendezvous = k64K,
             .shared = true,
             .upper = {.group = 32, .latency = 10e-3, .byte_time = 8e-9, .links = 1}},
    Platform{
        .name = "fattree",
        .kinds = kTenGigabit,
        .rendezvous = k64K,
        .shared = true,
        .upper = {.group = 8, .latency = 10e-6, .byte_time = 0.8e-9, .links = 2, .downs = true}},
    Platform{.name = "escalating",
             .kinds = kEthernets,
             .kind_of = "0000100010000000",
             .rendezvous = k64K,
             .shared = true,
             .incast = {.buffer = Bytes{k64K}, .delay = Seconds(0.2)}},
};

std::size_t KindOf(const Platform& platform, int host) {
  if (platform.kind_of.empty()) return 0;
  return static_cast<std::size_t>(platform.kind_of[static_cast<std::size_t>(host)] - '0');
}

/// "node-13" -> 13; the nodes of a second site follow those of the first.
int NumberOf(const Platform& platform, const std::string& host) {
  const int index = std::atoi(host.substr(host.rfind('-') + 1).c_str());
  return host.starts_with("west") ? platform.upper.group + index : index;
}

class Configured final : public Network {
 public:
  Configured(const Platform& platform, std::vector<int> hosts)
      : platform_(platform), hosts_(std::move(hosts)) {
    if (!platform.shared) return;
    nodes_ = 1 + std::ranges::max(hosts_);
    for (int host = 0; host < nodes_; ++host) {
      const double byte_time = NodeOf(host).byte_time;
      links_.push_back({fmt::format("up {}", host), byte_time});
      links_.push_back({fmt::format("down {}", host), byte_time});
    }
    const int groups = platform.upper.links == 0 ? 0 : (nodes_ - 1) / platform.upper.group + 1;
    for (int group = 0; group < groups; ++group) {
      for (int upper = 0; upper < platform.upper.links; ++upper) {
        links_.push_back({fmt::format("up {}.{}", group, upper), platform.upper.byte_time});
        links_.push_back({fmt::format("down {}.{}", group, upper), platform.upper.byte_time});
      }
    }
  }

  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    const Node& sender = NodeOf(HostOf(from));
    const Node& receiver = NodeOf(HostOf(to));
    const auto count = static_cast<double>(bytes.count);
    MessageCost cost;
    cost.envelope = kEnvelope;
    cost.rendezvous = bytes.count >= platform_.rendezvous;
    if (!cost.rendezvous) {
      cost.send_overhead = Seconds(sender.send_overhead + count * sender.send_byte_time);
      cost.receive_overhead =
          Seconds(receiver.receive_overhead + count * receiver.receive_byte_time);
    }
    cost.latency = Seconds(LatencyBetween(HostOf(from), HostOf(to)));
    // The message leaves the sender's processor at once for links that it does not share.
    const Seconds transfer((count + kEnvelope) * ByteTimeBetween(HostOf(from), HostOf(to)));
    (platform_.shared ? cost.transfer : cost.latency) += transfer;
    return cost;
  }

  std::span<const SharedLink> Links() const override { return links_; }

  Route RouteOf(Rank from, Rank to) const override {
    Route route;
    const int source = HostOf(from);
    const int destination = HostOf(to);
    if (!platform_.shared || source == destination) return route;
    const auto cross = [&](int link) {
      route.links[static_cast<std::size_t>(route.count++)] = link;
    };
    cross(2 * source);
    if (GroupOf(source) != GroupOf(destination)) {
      const int upper = destination % platform_.upper.links;
      cross(2 * (nodes_ + GroupOf(source) * platform_.upper.links + upper));
      if (platform_.upper.downs) {
        cross(2 * (nodes_ + GroupOf(destination) * platform_.upper.links + upper) + 1);
      }
    }
    cross(2 * destination + 1);
    return route;
  }

  Incast IncastLimit() const override { return platform_.incast; }
  SwitchPort PortTo(Rank to) const override {
    return {.host = HostOf(to), .byte_time = NodeOf(HostOf(to)).byte_time};
  }
  bool HasRendezvous() const override { return platform_.rendezvous != kNever; }

 private:
  int HostOf(Rank rank) const { return hosts_[static_cast<std::size_t>(rank)]; }
  const Node& NodeOf(int host) const { return platform_.kinds[KindOf(platform_, host)]; }
  int GroupOf(int host) const { return host / platform_.upper.group; }

  double LatencyBetween(int from, int to) const {
    if (from == to) return platform_.local_latency;
    const double upper = GroupOf(from) == GroupOf(to) ? 0 : platform_.upper.latency;
    return NodeOf(from).latency + NodeOf(to).latency + upper;
  }

  double ByteTimeBetween(int from, int to) const {
    if (from == to) return platform_.local_byte_time;
    const double upper = GroupOf(from) == GroupOf(to) ? 0 : platform_.upper.byte_time;
    return std::max({NodeOf(from).byte_time, NodeOf(to).byte_time, upper});
  }

  const Platform& platform_;
  std::vector<int> hosts_;  // of each rank
  int nodes_ = 0;
  std::vector<SharedLink> links_;  // up and down of each node, then of each group's upper links
};

/// Makes the network of a drawn machine from the truth file beside it.
std::unique_ptr<Network> DrawnNetwork(const std::string& path,
                                      std::span<const measure::Place> places) {
  std::ifstream file(path);
  if (!file) throw std::invalid_argument(path + ": cannot be read");
  // Messages that wait for their receive have in SMPI no handshake, and no overheads but that of
  // nonblocking sends.
  ParameterValues values = {
      {"envelope", kEnvelope}, {"handshake", 0}, {"rendezvous share", 0}, {"nonblocking share", 1}};
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.rfind(": ");
    if (line.starts_with('#') || colon == line.npos) continue;
    values[line.substr(0, colon)] = std::stod(line.substr(colon + 2));
  }
  return MakeTopology(values, places);
}

}  // namespace

std::unique_ptr<Network> ConfiguredNetwork(std::string_view platform,
                                           std::span<const measure::Place> places) {
  if (platform.find('/') != platform.npos) {
    return DrawnNetwork(std::string(platform) + ".truth", places);
  }
  const auto* const found = std::ranges::find(kPlatforms, platform, &Platform::name);
  if (found == kPlatforms.end()) {
    throw std::invalid_argument(fmt::format("no simulated machine is called '{}'", platform));
  }
  std::vector<int> numbers;
  numbers.reserve(places.size());
  for (const measure::Place& place : places) numbers.push_back(NumberOf(*found, place.host));
  return std::make_unique<Configured>(*found, std::move(numbers));
}

}  // namespace colltune::models
