#include "models/topology_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

#include "models/features/eager_limit.h"
#include "models/features/incast.h"
#include "models/fit/linear_model.h"

namespace colltune::models {
namespace {

constexpr std::int32_t kNoLink = -1;
constexpr int kNoGroup = -1;

[[noreturn]] void Fail(const std::string& reason) {
  throw std::invalid_argument(fmt::format("{}: {}", kTopology, reason));
}

/// Reads parameters, and remembers which ones it was asked for.
class Reader {
 public:
  explicit Reader(const ParameterValues& values) : values_(values) {}

  std::optional<double> Find(std::string_view prefix, std::string_view name) {
    const auto found = values_.find(fmt::format("{}{}", prefix, name));
    if (found == values_.end()) return std::nullopt;
    known_.push_back(found->first);
    return found->second;
  }

  double OrZero(std::string_view prefix, std::string_view name) {
    return Find(prefix, name).value_or(0);
  }

  double Need(std::string_view prefix, std::string_view name) {
    const auto found = Find(prefix, name);
    if (!found) {
      Fail(fmt::format("no value of {}{}: it knows only the hosts that it was fitted for", prefix,
                       name));
    }
    return *found;
  }

  /// Throws for a parameter that is of none of the hosts and groups, unless it is in `others`.
  void CheckAllKnown(std::vector<std::string> others) {
    known_.insert(known_.end(), others.begin(), others.end());
    std::ranges::sort(known_);
    for (const auto& [name, value] : values_) {
      if (!std::ranges::binary_search(known_, name)) {
        Fail(fmt::format("it has no parameter '{}' for these hosts", name));
      }
    }
  }

 private:
  const ParameterValues& values_;
  std::vector<std::string> known_;
};

/// A line that messages cross out of a host or group, or into it; one and the same of half duplex.
struct Lines {
  std::int32_t out = kNoLink;
  std::int32_t in = kNoLink;
};

struct HostValues {
  double send_overhead, send_byte;        // s, s/B
  double receive_overhead, receive_byte;  // s, s/B
  double latency, latency_within;         // s
  double byte, byte_within;               // s/B
  LocalCost local = {};
  Lines port = {};
  std::int32_t memory = kNoLink;
  int group = 0;  // index into the leaves
};

struct Group {
  int parent = kNoGroup;  // its number
  double latency = 0;     // s
  Lines line = {};
  std::int32_t backbone = kNoLink;
};

/// The way from one group of hosts to another.
struct Path {
  double latency = 0;  // s
  double byte = 0;     // s/B of the slowest line
  Route lines;
};

class Topology final : public Network {
 public:
  Topology(const ParameterValues& values, std::span<const measure::Place> places)
      : limit_(Get(kTopology, values, "S")),
        envelope_(Get(kTopology, values, kEnvelope)),
        handshake_(Get(kTopology, values, kHandshake)),
        rendezvous_share_(Get(kTopology, values, kRendezvousShare)),
        nonblocking_share_(Get(kTopology, values, kNonblockingShare)),
        incast_(ToIncast(kTopology, values)) {
    Reader reader(values);
    std::map<std::string, int> ranks;
    for (const measure::Place& place : places) ++ranks[place.host];
    std::map<std::string, int> hosts;
    for (const measure::Place& place : places) {
      const auto [at, is_new] = hosts.try_emplace(place.host, static_cast<int>(hosts_.size()));
      if (is_new) AddHost(reader, place.host, ranks.at(place.host) > 1);
      host_of_.push_back(at->second);
    }
    for (std::size_t i = 0; i < leaves_.size(); ++i) AddGroups(reader, leaves_[i]);
    FindPaths();
    std::vector<std::string> others = IncastNames();
    for (const std::string_view name :
         {std::string_view("S"), kEnvelope, kHandshake, kRendezvousShare, kNonblockingShare}) {
      others.emplace_back(name);
    }
    reader.CheckAllKnown(std::move(others));
  }

  MessageCost Cost(Rank from, Rank to, Bytes bytes) const override {
    const HostValues& sender = HostOf(from);
    const HostValues& receiver = HostOf(to);
    const auto m = static_cast<double>(bytes.count);
    const bool within = &sender == &receiver;
    const bool waits = m > limit_;
    const double share = waits ? rendezvous_share_ : 1;
    const double of_bytes = waits ? 0 : m;
    const double latency =
        within ? sender.latency_within
               : sender.latency + PathOf(sender, receiver).latency + receiver.latency;
    const double byte = within
                            ? std::max(sender.byte_within, ByteTime(sender.memory))
                            : std::max({sender.byte, receiver.byte, PathOf(sender, receiver).byte,
                                        ByteTime(sender.port.out), ByteTime(receiver.port.in)});
    return {.send_overhead = Seconds(share * sender.send_overhead + sender.send_byte * of_bytes),
            .transfer = Seconds(byte * (m + envelope_)),
            .latency = Seconds(latency + (waits ? handshake_ : 0)),
            .receive_overhead =
                Seconds(share * receiver.receive_overhead + receiver.receive_byte * of_bytes),
            .rendezvous = waits,
            .nonblocking_overhead = Seconds(
                waits ? nonblocking_share_ * (sender.send_overhead + sender.send_byte * m) : 0),
            .envelope = envelope_};
  }

  std::span<const SharedLink> Links() const override { return links_; }

  Route RouteOf(Rank from, Rank to) const override {
    const HostValues& sender = HostOf(from);
    const HostValues& receiver = HostOf(to);
    Route route;
    if (&sender == &receiver) {
      Cross(sender.memory, route);
      return route;
    }
    route = PathOf(sender, receiver).lines;
    Cross(sender.port.out, route);
    Cross(receiver.port.in, route);
    return route;
  }

  LocalCost LocalCostOf(Rank rank) const override { return HostOf(rank).local; }
  bool HasLocalCost() const override { return has_local_; }
  Incast IncastLimit() const override { return incast_; }

  SwitchPort PortTo(Rank to) const override {
    const HostValues& host = HostOf(to);
    const double byte_time = host.port.in == kNoLink ? host.byte : ByteTime(host.port.in);
    return {.host = host_of_[static_cast<std::size_t>(to)], .byte_time = byte_time};
  }

  int SiteOf(Rank rank) const override { return outermost_[HostOf(rank).group]; }
  bool HasRendezvous() const override {
    return limit_ < static_cast<double>(EagerLimit::kNone.count);
  }

 private:
  const HostValues& HostOf(Rank rank) const {
    return hosts_[static_cast<std::size_t>(host_of_[static_cast<std::size_t>(rank)])];
  }

  const Path& PathOf(const HostValues& from, const HostValues& to) const {
    return paths_[static_cast<std::size_t>(from.group) * leaves_.size() +
                  static_cast<std::size_t>(to.group)];
  }

  double ByteTime(std::int32_t link) const {
    return link == kNoLink ? 0 : links_[static_cast<std::size_t>(link)].byte_time;
  }

  static void Cross(std::int32_t link, Route& route) {
    if (link == kNoLink) return;
    if (static_cast<std::size_t>(route.count) == route.links.size()) {
      Fail(fmt::format("a message crosses more than {} lines", route.links.size()));
    }
    route.links[static_cast<std::size_t>(route.count++)] = link;
  }

  std::int32_t AddLink(Reader& reader, std::string_view prefix, const std::string& name) {
    const double byte_time = reader.OrZero(prefix, name);
    if (byte_time == 0) return kNoLink;
    links_.push_back({fmt::format("{}{}", prefix, name), byte_time});
    return static_cast<std::int32_t>(links_.size()) - 1;
  }

  /// Adds either the line of half duplex, or one for each direction.
  Lines AddLines(Reader& reader, std::string_view both, std::string_view out, std::string_view in,
                 const std::string& name) {
    const std::int32_t line = AddLink(reader, both, name);
    const Lines lines = {AddLink(reader, out, name), AddLink(reader, in, name)};
    if (line == kNoLink) return lines;
    if (lines.out != kNoLink || lines.in != kNoLink) {
      Fail(fmt::format("{}{} is one line for both directions; there is one for each, too", both,
                       name));
    }
    return {line, line};
  }

  static int ToNumber(std::string_view prefix, const std::string& name, double value) {
    if (value != std::floor(value) || value > 1e6) {
      Fail(fmt::format("{}{}: {} is no number of a group", prefix, name, value));
    }
    return static_cast<int>(value);
  }

  void AddHost(Reader& reader, const std::string& name, bool several) {
    namespace of = host_parameter;
    HostValues host{.send_overhead = reader.Need(of::kSendOverhead, name),
                    .send_byte = reader.Need(of::kSendByte, name),
                    .receive_overhead = reader.Need(of::kReceiveOverhead, name),
                    .receive_byte = reader.Need(of::kReceiveByte, name),
                    .latency = reader.Need(of::kLatency, name),
                    .latency_within = several ? reader.Need(of::kLatencyWithin, name)
                                              : reader.OrZero(of::kLatencyWithin, name),
                    .byte = reader.OrZero(of::kByte, name),
                    .byte_within = reader.OrZero(of::kByteWithin, name),
                    .local = {reader.OrZero(of::kCopy, name), reader.OrZero(of::kReduce, name)}};
    has_local_ = has_local_ || host.local;
    host.port = AddLines(reader, of::kPort, of::kPortOut, of::kPortIn, name);
    host.memory = AddLink(reader, of::kMemory, name);
    const int number = ToNumber(of::kGroupOf, name, reader.Need(of::kGroupOf, name));
    const auto leaf = std::ranges::find(leaves_, number);
    host.group = static_cast<int>(leaf - leaves_.begin());
    if (leaf == leaves_.end()) leaves_.push_back(number);
    hosts_.push_back(host);
  }

  /// Adds the group of that number, and those around it.
  void AddGroups(Reader& reader, int number) {
    namespace of = group_parameter;
    while (number != kNoGroup && !groups_.contains(number)) {
      const std::string name = std::to_string(number);
      const auto parent = reader.Find(of::kParentOf, name);
      Group group{.parent = parent ? ToNumber(of::kParentOf, name, *parent) : kNoGroup,
                  .latency = reader.OrZero(of::kLatency, name)};
      group.line = AddLines(reader, of::kLine, of::kLineOut, of::kLineIn, name);
      group.backbone = AddLink(reader, of::kBackbone, name);
      groups_[number] = group;
      number = group.parent;
    }
  }

  /// Returns a leaf and the groups around it, from the inside out.
  std::vector<int> Around(int number) const {
    std::vector<int> all;
    for (; number != kNoGroup; number = groups_.at(number).parent) {
      if (std::ranges::find(all, number) != all.end()) {
        Fail(fmt::format("group {} is around itself", number));
      }
      all.push_back(number);
    }
    return all;
  }

  void FindPaths() {
    std::map<int, int> sites;  // by the numbers of the outermost groups
    for (const int leaf : leaves_) {
      outermost_.push_back(
          sites.try_emplace(Around(leaf).back(), static_cast<int>(sites.size())).first->second);
    }
    for (const int from : leaves_) {
      for (const int to : leaves_) paths_.push_back(FindPath(Around(from), Around(to)));
    }
  }

  Path FindPath(std::vector<int> up, std::vector<int> down) const {
    int common = kNoGroup;  // the innermost group around both
    while (!up.empty() && !down.empty() && up.back() == down.back()) {
      common = up.back();
      up.pop_back();
      down.pop_back();
    }
    Path path;
    for (const int number : up) {
      path.latency += groups_.at(number).latency;
      Cross(groups_.at(number).line.out, path.lines);
    }
    for (const int number : down) {
      path.latency += groups_.at(number).latency;
      Cross(groups_.at(number).line.in, path.lines);
    }
    if (common != kNoGroup) Cross(groups_.at(common).backbone, path.lines);
    for (const std::int32_t line : std::span(path.lines.links).first(path.lines.count)) {
      path.byte = std::max(path.byte, ByteTime(line));
    }
    return path;
  }

  const double limit_;             // bytes
  const double envelope_;          // bytes
  const double handshake_;         // s
  const double rendezvous_share_;  // of the overheads
  const double nonblocking_share_;
  const Incast incast_;
  std::vector<int> host_of_;  // of each rank
  std::vector<HostValues> hosts_;
  bool has_local_ = false;
  std::vector<int> leaves_;     // numbers of the groups of hosts
  std::vector<int> outermost_;  // of each leaf
  std::map<int, Group> groups_;
  std::vector<Path> paths_;  // from each leaf to each
  std::vector<SharedLink> links_;
};

}  // namespace

std::unique_ptr<Network> MakeTopology(const ParameterValues& values,
                                      std::span<const measure::Place> places) {
  if (places.empty()) Fail("it needs the places of the ranks");
  CheckFinite(kTopology, values);
  return std::make_unique<Topology>(values, places);
}

}  // namespace colltune::models
