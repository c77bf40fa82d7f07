#include "tests/models/configured.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace colltune {
namespace {

constexpr double kEnvelope = 16;  // B: SMPI sends them with each message
constexpr std::int64_t kEager = std::numeric_limits<std::int64_t>::max();

/// A kind of node and its link to the switch. Seconds, and seconds per byte.
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

constexpr std::array kUnlike = {
    UnlikeNode(20e-6, 2e-9, 15e-6, 125e6), UnlikeNode(30e-6, 3e-9, 20e-6, 125e6),
    UnlikeNode(60e-6, 6e-9, 40e-6, 80e6), UnlikeNode(40e-6, 4e-9, 25e-6, 100e6)};

struct Platform {
  std::string_view name;
  std::array<Node, 4> kinds;
  std::int64_t rendezvous;  // bytes, from which on a send waits for its receive
  bool shared;              // links are
  int group;                // nodes below one switch
  double upper_latency;     // more between groups
  double upper_byte_time;
  int uppers;            // links from each group upwards, chosen by the destination
  bool downs;            // further links down to each group; if not, the upper links end there
  double local_latency;  // within a node
  double local_byte_time;
};

constexpr std::int64_t k64K = 64 << 10;
constexpr int kOne = 1 << 20;  // a single group

constexpr std::array kPlatforms = {
    Platform{"loggp",
             {Node{2e-6, 0.8e-9, 2e-6, 0, 5e-6, 1e-15}},
             kEager,
             false,
             kOne,
             0,
             0,
             0,
             false,
             1e-6,
             1e-15},
    Platform{"speeds16", kUnlike, kEager, false, kOne, 0, 0, 0, false, 1e-6, 1e-10},
    Platform{"unlike16", kUnlike, kEager, true, kOne, 0, 0, 0, false, 1e-6, 1e-10},
    Platform{"cluster16",
             {EqualNode(2e-6, 5e-6, 0.8e-9)},
             k64K,
             true,
             kOne,
             0,
             0,
             0,
             false,
             1e-6,
             1e-10},
    Platform{"cluster64",
             {EqualNode(2e-6, 5e-6, 0.8e-9)},
             k64K,
             true,
             kOne,
             0,
             0,
             0,
             false,
             1e-6,
             1e-10},
    Platform{
        "grid64", {EqualNode(5e-6, 20e-6, 8e-9)}, k64K, true, 32, 10e-3, 8e-9, 1, false, 0, 1e-10},
    Platform{"fattree",
             {EqualNode(2e-6, 5e-6, 0.8e-9)},
             k64K,
             true,
             8,
             10e-6,
             0.8e-9,
             2,
             true,
             1e-6,
             1e-10},
    Platform{"escalating",
             {EqualNode(5e-6, 20e-6, 8e-9)},
             k64K,
             true,
             kOne,
             0,
             0,
             0,
             false,
             1e-6,
             1e-10},
};

/// Of the 16 unlike nodes: 11 of the first kind, 2, 1 and 2 of others.
std::size_t KindOf(const Platform& platform, int host) {
  if (platform.kinds[1].latency == 0 || host < 11) return 0;
  return host < 13 ? 1 : host == 13 ? 2 : 3;
}

/// "node-13" -> 13; the nodes of a second site follow those of the first.
int NumberOf(const Platform& platform, const std::string& host) {
  const int index = std::atoi(host.substr(host.rfind('-') + 1).c_str());
  return host.starts_with("west") ? platform.group + index : index;
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
    const int groups = platform.uppers == 0 ? 0 : (nodes_ - 1) / platform.group + 1;
    for (int group = 0; group < groups; ++group) {
      for (int upper = 0; upper < platform.uppers; ++upper) {
        links_.push_back({fmt::format("up {}.{}", group, upper), platform.upper_byte_time});
        links_.push_back({fmt::format("down {}.{}", group, upper), platform.upper_byte_time});
      }
    }
  }

  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    const Node& sender = NodeOf(HostOf(from));
    const Node& receiver = NodeOf(HostOf(to));
    const auto count = static_cast<double>(bytes.count);
    MessageCost cost;
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
      const int upper = destination % platform_.uppers;
      cross(2 * (nodes_ + GroupOf(source) * platform_.uppers + upper));
      if (platform_.downs) {
        cross(2 * (nodes_ + GroupOf(destination) * platform_.uppers + upper) + 1);
      }
    }
    cross(2 * destination + 1);
    return route;
  }

  bool HasRendezvous() const override { return platform_.rendezvous != kEager; }

 private:
  int HostOf(Rank rank) const { return hosts_[static_cast<std::size_t>(rank)]; }
  const Node& NodeOf(int host) const { return platform_.kinds[KindOf(platform_, host)]; }
  int GroupOf(int host) const { return host / platform_.group; }

  double LatencyBetween(int from, int to) const {
    if (from == to) return platform_.local_latency;
    const double upper = GroupOf(from) == GroupOf(to) ? 0 : platform_.upper_latency;
    return NodeOf(from).latency + NodeOf(to).latency + upper;
  }

  double ByteTimeBetween(int from, int to) const {
    if (from == to) return platform_.local_byte_time;
    const double upper = GroupOf(from) == GroupOf(to) ? 0 : platform_.upper_byte_time;
    return std::max({NodeOf(from).byte_time, NodeOf(to).byte_time, upper});
  }

  const Platform& platform_;
  std::vector<int> hosts_;  // of each rank
  int nodes_ = 0;
  std::vector<SharedLink> links_;  // up and down of each node, then of each group's upper links
};

}  // namespace

std::unique_ptr<Network> ConfiguredNetwork(std::string_view platform,
                                           std::span<const std::string> hosts) {
  const auto* const found = std::ranges::find(kPlatforms, platform, &Platform::name);
  if (found == kPlatforms.end()) {
    throw std::invalid_argument(fmt::format("no simulated machine is called '{}'", platform));
  }
  std::vector<int> numbers;
  numbers.reserve(hosts.size());
  for (const std::string& host : hosts) numbers.push_back(NumberOf(*found, host));
  return std::make_unique<Configured>(*found, std::move(numbers));
}

}  // namespace colltune
