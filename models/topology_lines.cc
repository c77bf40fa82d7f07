#include "models/topology_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <string>

#include "models/features/experiment_replay.h"
#include "models/fit/linear_model.h"
#include "models/fit/scalars.h"
#include "models/topology_network.h"

namespace colltune::models {
namespace {

// A time that is longer by this share has a reason.
constexpr double kClearly = 1.05;

// Explanations whose errors differ by less are alike, of which the simpler one is taken.
constexpr double kNoBetter = 0.005;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

std::string NameOf(std::string_view prefix, const HostReadings& read, std::size_t host) {
  return fmt::format("{}{}", prefix, read.hosts[host]);
}

std::string NameOf(std::string_view prefix, std::size_t group) {
  return fmt::format("{}{}", prefix, group);
}

/// Returns the byte time of the fastest pair that crosses the group's lines, if that pair's own
/// links do not explain it; 0 where they do. The line may then be faster.
double LineOf(std::size_t group, const HostReadings& read, const HostTree& tree,
              const std::vector<double>& own) {
  double fastest = kInfinite;
  double explained = 0;
  for (const std::size_t sibling : tree.SiblingsOf(group)) {
    for (const std::size_t i : tree.HostsOf(group)) {
      for (const std::size_t j : tree.HostsOf(sibling)) {
        if (!(read.byte_time.At(i, j) < fastest)) continue;
        fastest = read.byte_time.At(i, j);
        explained = std::max(own[i], own[j]);
      }
    }
  }
  return fastest < kInfinite && fastest > kClearly * explained ? fastest : 0;
}

/// Streams at once, by the hosts that they are from and to.
struct Streams {
  const measure::NetworkSample* sample;
  std::vector<std::pair<std::size_t, std::size_t>> hosts;
};

enum class Way : unsigned char { kOut, kIn, kBoth };

class LineFinder {
 public:
  LineFinder(const measure::NetworkData& data, const HostReadings& read, const HostTree& tree,
             const ParameterValues& values)
      : data_(data), read_(read), tree_(tree), own_(OwnLines(read, tree)), state_{{}, values} {
    Bytes largest{0};
    for (const measure::NetworkSample& s : data.samples) {
      if (s.experiment == measure::Experiment::kPairsAtOnce) largest = std::max(largest, s.bytes);
    }
    for (const measure::NetworkSample& s : data.samples) {
      if (s.experiment != measure::Experiment::kPairsAtOnce || s.others.empty()) continue;
      if (s.bytes < largest) continue;
      Streams streams{&s, {}};
      for (const auto& [from, to] : StreamsOf(s)) {
        streams.hosts.emplace_back(read.HostOf(from), read.HostOf(to));
      }
      streams_.push_back(std::move(streams));
    }
  }

  LinesFound Find() {
    for (const auto& [name, byte_time] : own_) Set(name, {byte_time});
    for (std::size_t host = 0; host < read_.hosts.size(); ++host) FindOfHost(host);
    for (std::size_t group = 0; group < tree_.groups(); ++group) FindAmong(group);
    std::vector<const measure::NetworkSample*> all;
    for (const Streams& streams : streams_) all.push_back(streams.sample);
    return {.lines = state_.lines, .error = ErrorOf(state_, all)};
  }

 private:
  /// Lines so far, and all values with them.
  struct State {
    std::map<std::string, FoundLine> lines;
    ParameterValues values;
  };

  void Set(const std::string& name, FoundLine line) {
    if (line.byte_time > 0) {
      state_.lines[name] = line;
      state_.values[name] = line.byte_time;
    } else {
      state_.lines.erase(name);
      state_.values.erase(name);
    }
  }

  Seconds Replay(const measure::NetworkSample& sample) const {
    return ReplayedTime(sample, *MakeTopology(state_.values, data_.places));
  }

  static Seconds UncertaintyOf(const measure::NetworkSample& s) { return (s.high - s.low) / 2; }

  bool TakesLonger(const measure::NetworkSample& sample) const {
    return sample.time > kClearly * Replay(sample) + UncertaintyOf(sample);
  }

  /// Returns the byte time of the line `name` with which the streams take `time`.
  double Explain(const measure::NetworkSample& sample, Seconds time, const std::string& name) {
    const ParameterValues kept = state_.values;
    const auto late = [&](double byte_time) {
      state_.values[name] = byte_time;
      return (Replay(sample) - time).count();
    };
    // One stream alone takes all of the time on the slowest line.
    double slowest = time.count() / (static_cast<double>(sample.bytes.count) * sample.messages);
    const double fastest = slowest * 1e-9;
    double found = 0;
    if (late(fastest) < 0) {
      while (late(slowest) < 0) slowest *= 2;
      found = RootOf(late, fastest, slowest);
    }
    state_.values = kept;
    return found;
  }

  FoundLine Explain(const measure::NetworkSample& sample, const std::string& name) {
    const double byte_time = Explain(sample, sample.time, name);
    const Seconds uncertain = UncertaintyOf(sample);
    if (uncertain <= Seconds(0)) return {byte_time};
    return {byte_time, (Explain(sample, sample.time + uncertain, name) -
                        Explain(sample, sample.time - uncertain, name)) /
                           2};
  }

  /// Returns the samples all of whose streams cross the border of a set of hosts, one way or in
  /// both ways.
  std::vector<const measure::NetworkSample*> Crossing(const std::function<bool(std::size_t)>& has,
                                                      Way way) const {
    std::vector<const measure::NetworkSample*> all;
    for (const Streams& streams : streams_) {
      bool out = false;
      bool in = false;
      const bool all_cross = std::ranges::all_of(streams.hosts, [&](const auto& pair) {
        out = out || has(pair.first);
        in = in || has(pair.second);
        return has(pair.first) != has(pair.second);
      });
      if (!all_cross || (out && in) != (way == Way::kBoth) || out == (way == Way::kIn)) continue;
      all.push_back(streams.sample);
    }
    return all;
  }

  /// Returns the sample of a host's streams that has most bytes a second: in others it may be the
  /// host at the other end that is slow. nullptr where there is none.
  const measure::NetworkSample* OfHost(std::size_t host, Way way) const {
    const auto all = Crossing([host](std::size_t other) { return other == host; }, way);
    const auto fastest = std::ranges::max_element(all, {}, [](const measure::NetworkSample* s) {
      return static_cast<double>(s->messages * StreamsOf(*s).size()) / s->time.count();
    });
    return fastest == all.end() ? nullptr : *fastest;
  }

  /// Returns the last sample of a group's streams, as those that DesignStreams asks for follow all
  /// others. nullptr where there is none.
  const measure::NetworkSample* OfGroup(std::size_t group, Way way) const {
    const auto all = Crossing([&](std::size_t host) { return tree_.Has(group, host); }, way);
    return all.empty() ? nullptr : all.back();
  }

  void FindOfHost(std::size_t host) {
    const std::string out = NameOf(host_parameter::kPortOut, read_, host);
    const std::string in = NameOf(host_parameter::kPortIn, read_, host);
    const std::string alone = NameOf(host_parameter::kByte, read_, host);
    FindShared(OfHost(host, Way::kOut), out, alone);
    FindShared(OfHost(host, Way::kIn), in, alone);
    FindDuplex(OfHost(host, Way::kBoth), out, in, NameOf(host_parameter::kPort, read_, host));
    FindWithin(host);
  }

  /// Finds whether streams share a line that single messages tell, `shared`. If they take less than
  /// they would on it, each message has all of it, `alone`; if they take longer, it is slower.
  void FindShared(const measure::NetworkSample* sample, const std::string& shared,
                  const std::string& alone) {
    if (sample == nullptr || !state_.lines.contains(shared)) return;
    if (TakesLonger(*sample)) return Set(shared, Explain(*sample, shared));
    if (kClearly * sample->time + UncertaintyOf(*sample) > Replay(*sample)) return;
    Set(alone, state_.lines.at(shared));
    Set(shared, {});
  }

  /// Returns whether the line is half duplex.
  bool FindDuplex(const measure::NetworkSample* sample, const std::string& out,
                  const std::string& in, const std::string& both) {
    if (sample == nullptr || !TakesLonger(*sample)) return false;
    Set(out, {});
    Set(in, {});
    Set(both, Explain(*sample, both));
    return true;
  }

  void FindWithin(std::size_t host) {
    const std::string memory = NameOf(host_parameter::kMemory, read_, host);
    for (const Streams& streams : streams_) {
      const bool within = std::ranges::all_of(streams.hosts, [&](const auto& pair) {
        return pair.first == host && pair.second == host;
      });
      if (!within) continue;
      FindShared(streams.sample, memory, NameOf(host_parameter::kByteWithin, read_, host));
      return;
    }
  }

  void FindOneWay(std::size_t group) {
    FindLine(OfGroup(group, Way::kOut), NameOf(group_parameter::kLineOut, group));
    FindLine(OfGroup(group, Way::kIn), NameOf(group_parameter::kLineIn, group));
  }

  /// Finds a line of a group. No message shares it where streams do not say so.
  void FindLine(const measure::NetworkSample* sample, const std::string& name) {
    if (sample == nullptr || !TakesLonger(*sample)) return;
    Set(name, Explain(*sample, name));
  }

  /// Finds what the members of a group share beyond their lines, one way each: a backbone, or both
  /// directions of a line. Streams of one member alone do not tell these apart; those of all of
  /// them do. Lines that the others make needless are removed.
  void FindAmong(std::size_t group) {
    const std::vector<std::size_t> members = tree_.MembersOf(group);
    if (members.size() < 2) return;
    const std::vector<const measure::NetworkSample*> samples = Among(members);
    for (const std::size_t member : members) FindOneWay(member);
    const State before = state_;
    FindBackbone(group, samples);
    FindDuplexes(members, samples);
    const State with_backbone = Pruned(group, members, samples);
    state_ = before;
    FindDuplexes(members, samples);
    FindBackbone(group, samples);
    const State with_duplex = Pruned(group, members, samples);
    const double of_backbone = ErrorOf(with_backbone, samples);
    const double of_duplex = ErrorOf(with_duplex, samples);
    const bool simpler = with_backbone.lines.size() < with_duplex.lines.size();
    const bool alike = std::abs(of_backbone - of_duplex) <= kNoBetter;
    state_ = (alike ? simpler : of_backbone < of_duplex) ? with_backbone : with_duplex;
  }

  /// Finds members whose lines are half duplex: one after another the one that explains the samples
  /// best, until the rest need none.
  void FindDuplexes(std::vector<std::size_t> members,
                    const std::vector<const measure::NetworkSample*>& samples) {
    while (true) {
      const State before = state_;
      State best;
      double least = kInfinite;
      auto chosen = members.end();
      for (auto member = members.begin(); member != members.end(); ++member) {
        state_ = before;
        if (!FindDuplexOf(*member)) continue;
        State tried = state_;
        const double error = ErrorOf(tried, samples);
        if (error >= least) continue;
        least = error;
        best = std::move(tried);
        chosen = member;
      }
      state_ = before;
      if (chosen == members.end()) return;
      state_ = std::move(best);
      members.erase(chosen);
    }
  }

  bool FindDuplexOf(std::size_t group) {
    return FindDuplex(OfGroup(group, Way::kBoth), NameOf(group_parameter::kLineOut, group),
                      NameOf(group_parameter::kLineIn, group),
                      NameOf(group_parameter::kLine, group));
  }

  /// Returns the samples with a stream between two of the groups.
  std::vector<const measure::NetworkSample*> Among(const std::vector<std::size_t>& groups) const {
    std::vector<const measure::NetworkSample*> all;
    for (const Streams& streams : streams_) {
      const bool crosses = std::ranges::any_of(streams.hosts, [&](const auto& pair) {
        return std::ranges::any_of(groups, [&](std::size_t group) {
          return tree_.Has(group, pair.first) != tree_.Has(group, pair.second);
        });
      });
      if (crosses) all.push_back(streams.sample);
    }
    return all;
  }

  /// Finds the backbone by the sample that takes longest beyond what the lines so far explain.
  void FindBackbone(std::size_t group, const std::vector<const measure::NetworkSample*>& samples) {
    if (tree_.MembersOf(group).size() < 3) return;
    const measure::NetworkSample* longest = nullptr;
    double most = 0;
    for (const measure::NetworkSample* sample : samples) {
      const double ratio = sample->time / Replay(*sample);
      if (ratio <= most) continue;
      most = ratio;
      longest = sample;
    }
    FindLine(longest, NameOf(group_parameter::kBackbone, group));
  }

  /// Returns the mean distance of the samples from their replays, as a share of their times.
  double ErrorOf(State state, const std::vector<const measure::NetworkSample*>& samples) {
    std::swap(state_, state);
    double sum = 0;
    for (const measure::NetworkSample* sample : samples) {
      sum += std::abs(std::log(Replay(*sample) / sample->time));
    }
    std::swap(state_, state);
    return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
  }

  /// Returns the state without the lines of the members that are not needed.
  State Pruned(std::size_t group, const std::vector<std::size_t>& members,
               const std::vector<const measure::NetworkSample*>& samples) {
    State best = state_;
    double error = ErrorOf(best, samples);
    const auto try_without = [&](const std::string& name) {
      if (!best.lines.contains(name) || own_.contains(name)) return;
      State less = best;
      less.lines.erase(name);
      less.values.erase(name);
      const double without = ErrorOf(less, samples);
      if (without > error + kNoBetter) return;
      best = std::move(less);
      error = without;
    };
    for (const std::size_t member : members) {
      for (const std::string_view line :
           {group_parameter::kLineOut, group_parameter::kLineIn, group_parameter::kLine}) {
        try_without(NameOf(line, member));
      }
    }
    try_without(NameOf(group_parameter::kBackbone, group));
    return best;
  }

  const measure::NetworkData& data_;
  const HostReadings& read_;
  const HostTree& tree_;
  const std::map<std::string, double> own_;  // that single messages tell
  State state_;
  std::vector<Streams> streams_;
};

}  // namespace

std::map<std::string, double> OwnLines(const HostReadings& read, const HostTree& tree) {
  const std::vector<double> own = OwnByteTimes(read);
  std::map<std::string, double> lines;
  for (std::size_t host = 0; host < read.hosts.size(); ++host) {
    if (own[host] < kInfinite) {
      lines[NameOf(host_parameter::kPortOut, read, host)] = own[host];
      lines[NameOf(host_parameter::kPortIn, read, host)] = own[host];
    }
    if (read.byte_within[host] > 0) {
      lines[NameOf(host_parameter::kMemory, read, host)] = read.byte_within[host];
    }
  }
  for (std::size_t group = 0; group < tree.groups(); ++group) {
    const double line = LineOf(group, read, tree, own);
    if (line == 0) continue;
    lines[NameOf(group_parameter::kLineOut, group)] = line;
    lines[NameOf(group_parameter::kLineIn, group)] = line;
  }
  return lines;
}

LinesFound FindLines(const measure::NetworkData& data, const HostReadings& read,
                     const HostTree& tree, const ParameterValues& values) {
  return LineFinder(data, read, tree, values).Find();
}

}  // namespace colltune::models
