#include "models/topology_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include "models/features/eager_limit.h"
#include "models/features/experiment_replay.h"
#include "models/fit/linear_model.h"
#include "models/topology_network.h"

namespace colltune::models {
namespace {

// A time that is longer by this share has a reason.
constexpr double kClearly = 1.05;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Returns the byte time of a host's own link, or a faster one: the least to any other host.
std::vector<double> OwnByteTimes(const HostReadings& read) {
  std::vector<double> own;
  for (std::size_t i = 0; i < read.hosts.size(); ++i) {
    double least = kInfinite;
    for (std::size_t j = 0; j < read.hosts.size(); ++j) {
      if (read.byte_time.At(i, j) < least) least = read.byte_time.At(i, j);
    }
    own.push_back(least);
  }
  return own;
}

/// Tells which hosts are below which group.
class Below {
 public:
  explicit Below(const HostTree& tree) : tree_(tree) {}

  bool Has(std::size_t group, std::size_t host) const {
    int g = tree_.group_of[host];
    while (g != HostTree::kNoGroup && g != static_cast<int>(group)) {
      g = tree_.parent[static_cast<std::size_t>(g)];
    }
    return g != HostTree::kNoGroup;
  }

  std::vector<std::size_t> HostsOf(std::size_t group) const {
    std::vector<std::size_t> hosts;
    for (std::size_t host = 0; host < tree_.group_of.size(); ++host) {
      if (Has(group, host)) hosts.push_back(host);
    }
    return hosts;
  }

  std::vector<std::size_t> SiblingsOf(std::size_t group) const {
    std::vector<std::size_t> siblings;
    for (std::size_t g = 0; g < tree_.parent.size(); ++g) {
      if (g != group && tree_.parent[g] == tree_.parent[group]) siblings.push_back(g);
    }
    return siblings;
  }

  std::vector<std::size_t> MembersOf(std::size_t group) const {
    std::vector<std::size_t> members;
    for (std::size_t g = 0; g < tree_.parent.size(); ++g) {
      if (tree_.parent[g] == static_cast<int>(group)) members.push_back(g);
    }
    return members;
  }

 private:
  const HostTree& tree_;
};

class Designer {
 public:
  Designer(const HostReadings& read, const HostTree& tree)
      : read_(read), tree_(tree), below_(tree), own_(OwnByteTimes(read)) {}

  std::vector<StreamsWanted> Design() {
    for (std::size_t host = 0; host < read_.hosts.size(); ++host) OfHost(host);
    for (std::size_t group = 0; group < tree_.parent.size(); ++group) {
      OfGroup(group);
      Around(below_.MembersOf(group));
    }
    return std::move(wanted_);
  }

 private:
  // Others are to fill a line this many times over.
  static constexpr double kFill = 1.5;
  static constexpr std::size_t kMostOthers = 8;  // of a host: limits what experiments take
  // Receivers of each host of a group: where a line is several wires, whose receivers decide which
  // of them a message takes, all are to be used alike.
  static constexpr std::size_t kEach = 3;

  Rank RankOf(std::size_t host, std::size_t number = 0) const {
    const std::vector<Rank>& ranks = read_.ranks[host];
    return ranks[number % ranks.size()];
  }

  void Want(StreamsWanted streams) {
    if (streams.size() > 1) wanted_.push_back(std::move(streams));
  }

  /// Sorts hosts by their links, the fastest first.
  void SortByLink(std::vector<std::size_t>& hosts) const {
    std::ranges::stable_sort(hosts, {}, [&](std::size_t host) { return own_[host]; });
  }

  /// Streams of one host to and from others of its group, or else of all.
  void OfHost(std::size_t host) {
    std::vector<std::size_t> others =
        below_.HostsOf(static_cast<std::size_t>(tree_.group_of[host]));
    if (others.size() < 3) {
      others.clear();
      for (std::size_t other = 0; other < read_.hosts.size(); ++other) others.push_back(other);
    }
    std::erase(others, host);
    SortByLink(others);
    std::vector<std::size_t> chosen;
    double filled = 0;
    for (const std::size_t other : others) {
      if (chosen.size() >= 2 && (filled >= kFill || chosen.size() >= kMostOthers)) break;
      chosen.push_back(other);
      filled += own_[host] / own_[other];
    }
    StreamsWanted out;
    StreamsWanted in;
    StreamsWanted both;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const std::pair<Rank, Rank> leaving = {RankOf(host, i), RankOf(chosen[i])};
      const std::pair<Rank, Rank> coming = {leaving.second, leaving.first};
      out.push_back(leaving);
      in.push_back(coming);
      both.push_back(i % 2 == 0 ? leaving : coming);
    }
    Want(std::move(out));
    Want(std::move(in));
    Want(std::move(both));
    if (read_.ranks[host].size() > 1) {
      Want({{RankOf(host, 0), RankOf(host, 1)}, {RankOf(host, 2), RankOf(host, 3)}});
    }
  }

  /// Returns the hosts of several groups, one of each after another, of each the fastest first.
  std::vector<std::size_t> InTurns(const std::vector<std::size_t>& groups) const {
    std::vector<std::vector<std::size_t>> all;
    for (const std::size_t group : groups) {
      all.push_back(below_.HostsOf(group));
      SortByLink(all.back());
    }
    std::vector<std::size_t> hosts;
    std::size_t most = 0;
    for (const auto& own : all) most = std::max(most, own.size());
    for (std::size_t i = 0; i < most; ++i) {
      for (const auto& own : all) {
        if (i < own.size()) hosts.push_back(own[i]);
      }
    }
    return hosts;
  }

  /// Streams between a group and its siblings.
  void OfGroup(std::size_t group) {
    const std::vector<std::size_t> outside = InTurns(below_.SiblingsOf(group));
    const std::vector<std::size_t> inside = InTurns({group});
    if (outside.empty()) return;
    StreamsWanted out;
    StreamsWanted in;
    StreamsWanted both;
    const std::size_t count =
        std::clamp(outside.size(), std::max<std::size_t>(inside.size(), 2), kEach * inside.size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t here = inside[i % inside.size()];
      const std::size_t there = outside[i % outside.size()];
      const std::pair<Rank, Rank> leaving = {RankOf(here, i / inside.size()),
                                             RankOf(there, i / outside.size())};
      const std::pair<Rank, Rank> coming = {leaving.second, leaving.first};
      out.push_back(leaving);
      in.push_back(coming);
      both.push_back(leaving);
      both.push_back(coming);
    }
    Want(std::move(out));
    Want(std::move(in));
    Want(std::move(both));
  }

  /// Streams from each member of a group to the next.
  void Around(const std::vector<std::size_t>& members) {
    if (members.size() < 3) return;
    StreamsWanted all;
    for (std::size_t i = 0; i < members.size(); ++i) {
      std::vector<std::size_t> here = below_.HostsOf(members[i]);
      std::vector<std::size_t> there = below_.HostsOf(members[(i + 1) % members.size()]);
      SortByLink(here);
      SortByLink(there);
      for (std::size_t k = 0; k < here.size(); ++k) {
        all.emplace_back(RankOf(here[k]), RankOf(there[k % there.size()], k / there.size()));
      }
    }
    Want(std::move(all));
  }

  const HostReadings& read_;
  const HostTree& tree_;
  const Below below_;
  const std::vector<double> own_;
  std::vector<StreamsWanted> wanted_;
};

/// Streams at once, by the hosts that they are from and to.
struct Streams {
  const measure::NetworkSample* sample;
  std::vector<std::pair<std::size_t, std::size_t>> hosts;
};

enum class Way : unsigned char { kOut, kIn, kBoth };

class LineFinder {
 public:
  LineFinder(const measure::NetworkData& data, const HostReadings& read, const HostTree& tree,
             Fit& fit)
      : data_(data),
        read_(read),
        tree_(tree),
        below_(tree),
        own_(OwnByteTimes(read)),
        fit_(fit),
        values_(ValuesOf(fit)) {
    for (const measure::NetworkSample& s : data.samples) {
      if (s.experiment != measure::Experiment::kPairsAtOnce || s.others.empty()) continue;
      Streams streams{&s, {{read.HostOf(s.from), read.HostOf(s.to)}}};
      for (std::size_t i = 0; i + 1 < s.others.size(); i += 2) {
        streams.hosts.emplace_back(read.HostOf(s.others[i]), read.HostOf(s.others[i + 1]));
      }
      streams_.push_back(std::move(streams));
    }
  }

  void Find() {
    for (std::size_t host = 0; host < read_.hosts.size(); ++host) SetAlone(host);
    // Lines of groups first: streams of a host may leave its group.
    for (std::size_t group = 0; group < tree_.parent.size(); ++group) SetAloneOfGroup(group);
    for (std::size_t host = 0; host < read_.hosts.size(); ++host) FindOfHost(host);
    for (std::size_t group = 0; group < tree_.parent.size(); ++group) FindOfGroup(group);
    for (std::size_t group = 0; group < tree_.parent.size(); ++group) FindBackbone(group);
    for (const auto& [name, value] : lines_) {
      fit_.parameters.push_back({name, value.byte_time, "s/B", value.half_width});
    }
  }

 private:
  struct Line {
    double byte_time = 0;
    double half_width = 0;
  };

  std::string NameOf(std::string_view prefix, std::size_t host) const {
    return fmt::format("{}{}", prefix, read_.hosts[host]);
  }
  static std::string OfGroup(std::string_view prefix, std::size_t group) {
    return fmt::format("{}{}", prefix, group);
  }

  void Set(const std::string& name, Line line) {
    if (line.byte_time > 0) {
      lines_[name] = line;
      values_[name] = line.byte_time;
    } else {
      lines_.erase(name);
      values_.erase(name);
    }
  }

  /// Full duplex, or nothing, as single messages tell.
  void SetAlone(std::size_t host) {
    if (own_[host] < kInfinite) {
      Set(NameOf(host_parameter::kPortOut, host), {own_[host]});
      Set(NameOf(host_parameter::kPortIn, host), {own_[host]});
    }
    if (read_.byte_within[host] > 0) {
      Set(NameOf(host_parameter::kMemory, host), {read_.byte_within[host]});
    }
  }

  /// The line is no slower than the fastest pair that crosses it. Where that pair's own links
  /// explain its byte time, the line may be faster.
  void SetAloneOfGroup(std::size_t group) {
    double fastest = kInfinite;
    double own = 0;
    for (const std::size_t sibling : below_.SiblingsOf(group)) {
      for (const std::size_t i : below_.HostsOf(group)) {
        for (const std::size_t j : below_.HostsOf(sibling)) {
          if (!(read_.byte_time.At(i, j) < fastest)) continue;
          fastest = read_.byte_time.At(i, j);
          own = std::max(own_[i], own_[j]);
        }
      }
    }
    if (fastest == kInfinite || fastest <= kClearly * own) return;
    Set(OfGroup(group_parameter::kLineOut, group), {fastest});
    Set(OfGroup(group_parameter::kLineIn, group), {fastest});
  }

  Seconds Replay(const measure::NetworkSample& sample) const {
    return ReplayedStreams(sample, *MakeTopology(values_, data_.places));
  }

  static Seconds UncertaintyOf(const measure::NetworkSample& s) { return (s.high - s.low) / 2; }

  bool TakesLonger(const measure::NetworkSample& sample) const {
    return sample.time > kClearly * Replay(sample) + UncertaintyOf(sample);
  }

  /// Returns the byte time of the lines `names`, all alike, with which the streams take `time`.
  double Explain(const measure::NetworkSample& sample, Seconds time,
                 const std::vector<std::string>& names) {
    const ParameterValues kept = values_;
    const auto late = [&](double byte_time) {
      for (const std::string& name : names) values_[name] = byte_time;
      return (Replay(sample) - time).count();
    };
    // One stream alone takes all of the time on the slowest line.
    double slowest = time.count() / (static_cast<double>(sample.bytes.count) * sample.messages);
    const double fastest = slowest * 1e-9;
    double found = 0;
    if (late(fastest) < 0) {
      while (late(slowest) < 0) slowest *= 2;
      constexpr int kDigits = 30;  // binary ones: 1e-9
      const auto [low, high] = boost::math::tools::bisect(
          late, fastest, slowest, boost::math::tools::eps_tolerance<double>(kDigits));
      found = (low + high) / 2;
    }
    values_ = kept;
    return found;
  }

  Line Explain(const measure::NetworkSample& sample, const std::vector<std::string>& names) {
    const double byte_time = Explain(sample, sample.time, names);
    const Seconds uncertain = UncertaintyOf(sample);
    if (uncertain <= Seconds(0)) return {byte_time};
    return {byte_time, (Explain(sample, sample.time + uncertain, names) -
                        Explain(sample, sample.time - uncertain, names)) /
                           2};
  }

  /// Returns the samples all of whose streams cross the border of a set of hosts, one way or in
  /// both ways; the last one, as the streams that DesignStreams asks for follow all others. nullptr
  /// where there is none.
  const measure::NetworkSample* Crossing(const std::function<bool(std::size_t)>& has,
                                         Way way) const {
    const measure::NetworkSample* last = nullptr;
    for (const Streams& streams : streams_) {
      bool out = false;
      bool in = false;
      const bool all_cross = std::ranges::all_of(streams.hosts, [&](const auto& pair) {
        out = out || has(pair.first);
        in = in || has(pair.second);
        return has(pair.first) != has(pair.second);
      });
      if (!all_cross || (out && in) != (way == Way::kBoth) || out == (way == Way::kIn)) continue;
      last = streams.sample;
    }
    return last;
  }

  void FindOfHost(std::size_t host) {
    const auto is_host = [host](std::size_t other) { return other == host; };
    const std::string out = NameOf(host_parameter::kPortOut, host);
    const std::string in = NameOf(host_parameter::kPortIn, host);
    const std::string alone = NameOf(host_parameter::kByte, host);
    FindShared(Crossing(is_host, Way::kOut), out, alone);
    FindShared(Crossing(is_host, Way::kIn), in, alone);
    FindDuplex(Crossing(is_host, Way::kBoth), out, in, NameOf(host_parameter::kPort, host));
    FindWithin(host);
  }

  /// Finds whether streams share a line that single messages tell, `shared`. If they take less than
  /// they would on it, each message has all of it, `alone`; if they take longer, it is slower.
  void FindShared(const measure::NetworkSample* sample, const std::string& shared,
                  const std::string& alone) {
    if (sample == nullptr || !lines_.contains(shared)) return;
    if (TakesLonger(*sample)) return Set(shared, Explain(*sample, {shared}));
    if (kClearly * sample->time + UncertaintyOf(*sample) > Replay(*sample)) return;
    Set(alone, lines_.at(shared));
    Set(shared, {});
  }

  void FindDuplex(const measure::NetworkSample* sample, const std::string& out,
                  const std::string& in, const std::string& both) {
    if (sample == nullptr || !TakesLonger(*sample)) return;
    Set(out, {});
    Set(in, {});
    Set(both, Explain(*sample, {both}));
  }

  void FindWithin(std::size_t host) {
    const std::string memory = NameOf(host_parameter::kMemory, host);
    for (const Streams& streams : streams_) {
      const bool within = std::ranges::all_of(streams.hosts, [&](const auto& pair) {
        return pair.first == host && pair.second == host;
      });
      if (!within) continue;
      FindShared(streams.sample, memory, NameOf(host_parameter::kByteWithin, host));
      return;
    }
  }

  void FindOfGroup(std::size_t group) {
    const auto has = [&](std::size_t host) { return below_.Has(group, host); };
    const std::string out = OfGroup(group_parameter::kLineOut, group);
    const std::string in = OfGroup(group_parameter::kLineIn, group);
    FindLine(Crossing(has, Way::kOut), out);
    FindLine(Crossing(has, Way::kIn), in);
    FindDuplex(Crossing(has, Way::kBoth), out, in, OfGroup(group_parameter::kLine, group));
  }

  /// Finds a line of a group. No message shares it where streams do not say so.
  void FindLine(const measure::NetworkSample* sample, const std::string& name) {
    if (sample == nullptr || !TakesLonger(*sample)) return;
    Set(name, Explain(*sample, {name}));
  }

  void FindBackbone(std::size_t group) {
    const std::vector<std::size_t> members = below_.MembersOf(group);
    if (members.size() < 3) return;
    for (const Streams& streams : streams_) {
      std::set<std::size_t> from;
      for (const auto& [a, b] : streams.hosts) {
        for (const std::size_t member : members) {
          if (below_.Has(member, a) && !below_.Has(member, b) && below_.Has(group, b)) {
            from.insert(member);
          }
        }
      }
      if (from.size() != members.size()) continue;
      FindLine(streams.sample, OfGroup(group_parameter::kBackbone, group));
      return;
    }
  }

  const measure::NetworkData& data_;
  const HostReadings& read_;
  const HostTree& tree_;
  const Below below_;
  const std::vector<double> own_;
  Fit& fit_;
  ParameterValues values_;  // of `fit` and of the lines so far
  std::vector<Streams> streams_;
  std::map<std::string, Line> lines_;
};

}  // namespace

std::vector<StreamsWanted> DesignStreams(const measure::NetworkData& data) {
  const EagerLimit limit = FindEagerLimit(data.samples);
  const HostReadings read = ReadHosts(data, limit.buffered);
  const HostTree tree = FindHostTree(read.latency, read.byte_time, 1e-3);
  return Designer(read, tree).Design();
}

void AddLines(const measure::NetworkData& data, const HostReadings& read, const HostTree& tree,
              Fit& fit) {
  LineFinder(data, read, tree, fit).Find();
}

}  // namespace colltune::models
