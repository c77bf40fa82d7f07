// Topology: hosts with their own overheads, latencies and links, in groups (switch, rack, site)
// with latencies and lines of their own. A message of m bytes from host a to host b takes
//   o_s(a) + t_s(a) m  +  L(a) + sum of L(group) on the way + L(b)  +  m max(byte times on the way)
//   +  o_r(b) + t_r(b) m
// where m counts an envelope, the bytes that each message carries beyond its data; and shares each
// line that it crosses with all other messages there (network.h).
//
// Source: hosts as in lmo.cc; groups as in levels.cc, each with parameters of its own. The tree is
// found as trees of evolution are, from distances (features/host_tree.h).
//
// Experiments:
//   send call, late receive   o_s + t_s m, o_r + t_r m       where the message is buffered
//   round trip                latencies, from the smallest size; byte times, from the largest ones
//   streams at once           lines: see topology_lines.h
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "models/features/eager_limit.h"
#include "models/features/incast.h"
#include "models/features/tree_choice.h"
#include "models/fit/linear_model.h"
#include "models/fit/scalars.h"
#include "models/topology_lines.h"
#include "models/topology_network.h"
#include "models/topology_readings.h"
#include "models/topology_rendezvous.h"

namespace colltune::models {
namespace {

constexpr std::array kNeeded = {measure::Experiment::kRoundTrip};

class TopologyFit {
 public:
  TopologyFit(const measure::NetworkData& data, const EagerLimit& limit)
      : limit_(limit.buffered),
        read_(ReadHosts(data, limit.buffered)),
        tree_(ChooseHostTree(read_.times, ToleranceOf(read_))),
        system_(kTopology) {
    for (const measure::NetworkSample& s : data.samples) {
      if (s.experiment == measure::Experiment::kRoundTrip) smallest_ = std::min(smallest_, s.bytes);
    }
    AddUnknowns();
    for (const measure::NetworkSample& s : data.samples) Expect(s);
  }

  Fit Solve(const FitOptions& options) {
    Fit fit = system_.Solve(options);
    AddGroups(fit);
    return fit;
  }

  const HostReadings& read() const { return read_; }
  const HostTree& tree() const { return tree_; }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  /// Unknowns of a host: indices into the system.
  struct OfHost {
    std::size_t send, send_byte, receive, receive_byte, latency;
    std::size_t within = kNone;
  };

  std::size_t Add(std::string name, std::string_view unit, const std::string& takes,
                  const std::string& without) {
    return system_.Add({std::move(name),
                        std::string(unit),
                        "other parameters explain the times",
                        takes,
                        {},
                        without});
  }

  void AddUnknowns() {
    namespace of = host_parameter;
    const std::string calls = "send calls and late receives of two or more sizes";
    const std::string trips = "round trips with two or more other hosts";
    const std::string zero = "0, as part of the latencies";
    for (std::size_t i = 0; i < read_.hosts.size(); ++i) {
      const std::string& host = read_.hosts[i];
      const auto name = [&](std::string_view prefix) { return fmt::format("{}{}", prefix, host); };
      OfHost unknowns{.send = Add(name(of::kSendOverhead), "s", calls, zero),
                      .send_byte = Add(name(of::kSendByte), "s/B", calls, zero),
                      .receive = Add(name(of::kReceiveOverhead), "s", calls, zero),
                      .receive_byte = Add(name(of::kReceiveByte), "s/B", calls, zero),
                      .latency = Add(name(of::kLatency), "s", trips, zero)};
      if (read_.ranks[i].size() > 1) {
        unknowns.within = Add(name(of::kLatencyWithin), "s", "round trips within the host", zero);
      }
      hosts_.push_back(unknowns);
    }
    groups_.assign(tree_.parent.size(), kNone);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (HasOwnLatency(g)) {
        groups_[g] = Add(fmt::format("{}{}", group_parameter::kLatency, g), "s",
                         "round trips with hosts of other groups", zero);
      }
    }
  }

  /// A group that has one host has that host's latency. Of the only two groups of the outermost
  /// one, the first has both latencies: no message crosses one of them alone.
  bool HasOwnLatency(std::size_t group) const {
    if (tree_.parent[group] == HostTree::kNoGroup) return false;
    if (std::ranges::count(tree_.group_of, static_cast<int>(group)) == 1) return false;
    const auto siblings = tree_.MembersOf(static_cast<std::size_t>(tree_.parent[group]));
    const bool outermost =
        tree_.parent[static_cast<std::size_t>(tree_.parent[group])] == HostTree::kNoGroup;
    return !(outermost && siblings.size() == 2 && siblings.back() == group);
  }

  void Expect(const measure::NetworkSample& s) {
    const auto m = static_cast<double>(s.bytes.count);
    const double n = s.messages;
    const bool buffered = s.bytes <= limit_;
    const std::size_t from = read_.HostOf(s.from);
    const std::size_t to = read_.HostOf(s.to);
    if (s.experiment == measure::Experiment::kSendCall && buffered && s.delay == Seconds{}) {
      system_.Expect(s, {{hosts_[from].send, 1}, {hosts_[from].send_byte, m}});
    }
    if (s.experiment == measure::Experiment::kLateReceive && buffered) {
      system_.Expect(s, {{hosts_[to].receive, n}, {hosts_[to].receive_byte, n * m}});
    }
    // Only the smallest size: errors of byte times would be taken for latencies of larger ones.
    if (s.experiment == measure::Experiment::kRoundTrip && s.bytes == smallest_) {
      ExpectTrip(s, from, to, m);
    }
  }

  /// Expects a round trip. Where even the smallest messages wait for their receive, no call tells
  /// overheads, which then are part of the latencies.
  void ExpectTrip(const measure::NetworkSample& s, std::size_t from, std::size_t to, double m) {
    const double byte_time =
        from == to ? read_.byte_within[from] : read_.times.byte_time.At(from, to);
    if (std::isnan(byte_time)) return;
    std::vector<Term> terms;
    for (const std::size_t host : {from, to}) {
      const OfHost& of = hosts_[host];
      if (s.bytes <= limit_) {
        terms.insert(terms.end(),
                     {{of.send, 1}, {of.send_byte, m}, {of.receive, 1}, {of.receive_byte, m}});
      }
      if (from != to) terms.push_back({of.latency, 2});
    }
    if (from == to) terms.push_back({hosts_[from].within, 2});
    for (const std::size_t group : GroupsBetween(from, to)) terms.push_back({groups_[group], 2});
    system_.Expect(s, std::move(terms), Seconds(2 * (m + read_.envelope) * byte_time));
  }

  /// Returns the groups whose latencies are on the way, each once.
  std::vector<std::size_t> GroupsBetween(std::size_t from, std::size_t to) const {
    std::vector<std::size_t> between = tree_.GroupsBetween(from, to);
    std::erase_if(between, [&](std::size_t group) { return groups_[group] == kNone; });
    return between;
  }

  void AddGroups(Fit& fit) const {
    for (std::size_t i = 0; i < read_.hosts.size(); ++i) {
      fit.parameters.push_back({fmt::format("{}{}", host_parameter::kGroupOf, read_.hosts[i]),
                                static_cast<double>(tree_.group_of[i]), "", 0});
    }
    for (std::size_t g = 0; g < tree_.parent.size(); ++g) {
      if (tree_.parent[g] == HostTree::kNoGroup) continue;
      fit.parameters.push_back({fmt::format("{}{}", group_parameter::kParentOf, g),
                                static_cast<double>(tree_.parent[g]), "", 0});
    }
    fit.parameters.push_back({std::string(kEnvelope), static_cast<double>(read_.envelope), "B", 0});
    fit.notes.push_back(fmt::format(
        "{} hosts in {} groups, {} of them of groups", read_.hosts.size(), tree_.parent.size(),
        tree_.parent.size() - static_cast<std::size_t>(1 + std::ranges::max(tree_.group_of))));
  }

  const Bytes limit_;
  Bytes smallest_ = EagerLimit::kNone;  // of the round trips
  const HostReadings read_;
  const HostTree tree_;
  FitSystem system_;
  std::vector<OfHost> hosts_;
  std::vector<std::size_t> groups_;  // latency of each; kNone
};

/// Adds a note of links and lines that no streams filled: they may be any faster, or none.
void NoteUntold(const HostReadings& read, const HostTree& tree,
                const std::map<std::string, FoundLine>& lines, Fit& fit) {
  const auto has_none = [&](const std::string& name, auto... prefixes) {
    return (!lines.contains(fmt::format("{}{}", prefixes, name)) && ...);
  };
  std::vector<std::string> untold;
  for (const std::string& host : read.hosts) {
    namespace of = host_parameter;
    if (has_none(host, of::kPort, of::kPortOut, of::kPortIn)) untold.push_back(host);
  }
  for (std::size_t group = 0; group < tree.groups(); ++group) {
    namespace of = group_parameter;
    if (tree.parent[group] == HostTree::kNoGroup) continue;
    if (has_none(std::to_string(group), of::kLine, of::kLineOut, of::kLineIn)) {
      untold.push_back(fmt::format("group {}", group));
    }
  }
  if (untold.empty()) return;
  fit.notes.push_back(fmt::format(
      "links of {}: not identified: no streams fill them; each message has its own time",
      Some(untold)));
}

/// Adds lines, and sets the share of overheads that nonblocking sends have of messages that wait.
/// Where small streams do not tell it, it is all or nothing, as explains the streams better.
void AddStreams(const measure::NetworkData& data, const TopologyFit& topology, Bytes limit,
                Fit& fit) {
  constexpr double kBetter = 0.95;
  const HostReadings& read = topology.read();
  const HostTree& tree = topology.tree();
  const auto told = FindNonblocking(data, read, limit, OwnLines(read, tree), fit);
  ParameterValues values = ValuesOf(fit);
  const auto with = [&](double share) {
    values[std::string(kNonblockingShare)] = share;
    return FindLines(data, read, tree, values);
  };
  double share = told.value_or(0);
  LinesFound found = with(share);
  if (!told) {
    LinesFound all = with(1);
    if (all.error < kBetter * found.error) {
      share = 1;
      found = std::move(all);
    }
  }
  FittedParameter& parameter =
      *std::ranges::find(fit.parameters, kNonblockingShare, &FittedParameter::name);
  parameter.value = share;
  parameter.identified = told.has_value();
  for (const auto& [name, line] : found.lines) {
    fit.parameters.push_back({name, line.byte_time, "s/B", line.half_width});
  }
  NoteUntold(read, tree, found.lines, fit);
}

/// Adds what copies or reductions take on each host; on a host where none was timed the middle of
/// the others. Adds nothing where none was timed at all, as in virtual time.
void AddLocal(const measure::NetworkData& data, const HostReadings& read,
              measure::Experiment experiment, std::string_view prefix, Fit& fit) {
  std::map<std::size_t, FittedParameter> of_hosts;
  std::vector<double> all;
  for (const measure::NetworkSample& s : data.samples) {
    if (s.experiment != experiment || s.bytes.count == 0) continue;
    const auto bytes = static_cast<double>(s.bytes.count);
    const std::size_t host = read.HostOf(s.from);
    all.push_back(s.time.count() / bytes);
    of_hosts[host] = {fmt::format("{}{}", prefix, read.hosts[host]), all.back(), "s/B",
                      (s.high - s.low).count() / 2 / bytes};
  }
  if (all.empty()) return;
  const double middle = MiddleOf(std::move(all));
  for (std::size_t host = 0; host < read.hosts.size(); ++host) {
    const auto [known, is_new] = of_hosts.try_emplace(host);
    if (is_new) {
      known->second = {fmt::format("{}{}", prefix, read.hosts[host]), middle, "s/B", 0, false};
    }
    fit.parameters.push_back(known->second);
  }
}

Fit FitTopology(const measure::NetworkData& all, const FitOptions& options) {
  RequireEachExperiment(kTopology, kNeeded, all.samples);
  if (all.places.size() < 2) {
    throw std::invalid_argument(fmt::format("{}: it needs the places of the ranks", kTopology));
  }
  const EagerLimit limit = FindEagerLimit(all.samples);
  const measure::NetworkData data = WithoutEscalated(all, limit);
  TopologyFit topology(data, limit);
  Fit fit = topology.Solve(options);
  fit.parameters.push_back(ToParameter(limit));
  if (!limit.note.empty()) fit.notes.push_back(limit.note);
  AddLocal(data, topology.read(), measure::Experiment::kLocalCopy, host_parameter::kCopy, fit);
  AddLocal(data, topology.read(), measure::Experiment::kLocalReduce, host_parameter::kReduce, fit);
  AddRendezvous(data, topology.read(), limit.buffered, fit);
  AddStreams(data, topology, limit.buffered, fit);
  fit.network = MakeTopology(ValuesOf(fit), data.places);
  AddIncast(FindIncast(all, limit, *fit.network), fit);
  fit.network = MakeTopology(ValuesOf(fit), data.places);
  return fit;
}

}  // namespace

NetworkModel TopologyModel() {
  return {
      .name = kTopology,
      .summary = "each host by itself, in groups with latencies and lines of their own",
      .source = "Lastovetsky & Rychkov 2007; Karonis et al. 2000",
      .experiments = kNeeded,
      .fit = FitTopology,
      .make = MakeTopology,
  };
}

}  // namespace colltune::models
