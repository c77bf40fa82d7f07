#include "models/topology_streams.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "models/features/eager_limit.h"
#include "models/features/incast.h"
#include "models/features/tree_choice.h"

namespace colltune::models {
namespace {

class Designer {
 public:
  /// drops: whether switches dropped messages.
  Designer(const measure::NetworkData& data, const EagerLimit& limit, bool drops,
           const HostReadings& read, const HostTree& tree)
      : read_(read), tree_(tree), own_(OwnByteTimes(read.times.byte_time)) {
    for (const measure::NetworkSample& s : data.samples) {
      if (s.experiment != measure::Experiment::kRoundTrip) continue;
      largest_ = std::max(largest_, s.bytes);
      if (s.bytes > limit.buffered) waiting_ = std::min(waiting_, s.bytes);
    }
    // Switches drop no messages that wait.
    if (drops && limit.found) largest_ = std::max(largest_, limit.waiting);
  }

  std::vector<measure::StreamsWanted> Design() {
    for (std::size_t host = 0; host < read_.hosts.size(); ++host) OfHost(host);
    for (std::size_t group = 0; group < tree_.groups(); ++group) {
      OfGroup(group);
      const std::vector<std::size_t> members = tree_.MembersOf(group);
      Around(members);
      InPairs(members);
    }
    return std::move(wanted_);
  }

 private:
  using Pairs = std::vector<std::pair<Rank, Rank>>;

  // Others are to fill a line this many times over.
  static constexpr double kFill = 1.5;
  static constexpr std::size_t kMostOthers = 8;  // of a host: limits what experiments take
  static constexpr int kMostMessages = 8;        // of a fast stream beside a slow one: likewise
  // Ratio of partners' latencies: messages share a link in inverse proportion to them, so that
  // those of another site would wait until all others have ended, and tell nothing of the link.
  static constexpr double kMostApart = 10;
  // Receivers of each host of a group: where a line is several wires, whose receivers decide which
  // of them a message takes, all are to be used alike.
  static constexpr std::size_t kEach = 3;

  Rank RankOf(std::size_t host, std::size_t number = 0) const {
    const std::vector<Rank>& ranks = read_.ranks[host];
    return ranks[number % ranks.size()];
  }

  double ByteTimeOf(const std::pair<Rank, Rank>& pair) const {
    const std::size_t from = read_.HostOf(pair.first);
    const std::size_t to = read_.HostOf(pair.second);
    const double byte_time = read_.times.byte_time.At(from, to);
    return std::isnan(byte_time) ? std::max(own_[from], own_[to]) : byte_time;
  }

  /// Wants the pairs at once. Fast ones have more messages, so that no slow one is left alone when
  /// they end; much slower ones add nothing.
  void Want(const Pairs& pairs) {
    double fastest = std::numeric_limits<double>::infinity();
    for (const auto& pair : pairs) fastest = std::min(fastest, ByteTimeOf(pair));
    double slowest = fastest;
    for (const auto& pair : pairs) {
      const double byte_time = ByteTimeOf(pair);
      if (byte_time <= kMostMessages * fastest) slowest = std::max(slowest, byte_time);
    }
    Pairs all;
    for (const auto& pair : pairs) {
      const double messages =
          fastest > 0 && std::isfinite(fastest) ? slowest / ByteTimeOf(pair) : 1;
      for (int i = 0; i < static_cast<int>(std::round(messages)); ++i) all.push_back(pair);
    }
    if (all.size() > 1) wanted_.push_back({std::move(all), largest_});
  }

  /// Wants the pairs at once, then those of the other direction, then both.
  void WantBothWays(const Pairs& leaving) {
    Pairs coming;
    Pairs both;
    for (const auto& [from, to] : leaving) {
      coming.emplace_back(to, from);
      both.insert(both.end(), {{from, to}, {to, from}});
    }
    Want(leaving);
    Want(coming);
    Want(both);
  }

  /// Sorts hosts by their links, the fastest first.
  void SortByLink(std::vector<std::size_t>& hosts) const {
    std::ranges::stable_sort(hosts, {}, [&](std::size_t host) { return own_[host]; });
  }

  /// Returns the rate of the others' links together, as a share of the host's.
  double FillOf(std::size_t host, const std::vector<std::size_t>& others) const {
    double filled = 0;
    for (const std::size_t other : others) filled += own_[host] / own_[other];
    return filled;
  }

  /// Returns hosts whose streams to and from `host` fill its link: neighbours on its switch and, if
  /// they are too slow or too few, hosts of other groups beside them. Each way alone may be slower
  /// than the link. Hosts much slower than the others add nothing. The farthest is the first.
  std::vector<std::size_t> PartnersOf(std::size_t host) const {
    const auto to = [&](std::size_t other) { return read_.times.byte_time.At(host, other); };
    const auto apart = [&](std::size_t other) { return read_.times.latency.At(host, other); };
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t other = 0; other < read_.hosts.size(); ++other) {
      if (apart(other) < nearest) nearest = apart(other);
    }
    std::vector<std::size_t> chosen;
    const auto choose = [&](const std::vector<std::size_t>& hosts) {
      for (const std::size_t other : hosts) {
        const bool enough = FillOf(host, chosen) >= kFill || chosen.size() >= kMostOthers;
        if (chosen.size() >= 2 && enough) return;
        const bool tells = to(other) <= kMostMessages * own_[host];
        if (tells && apart(other) <= kMostApart * nearest) chosen.push_back(other);
      }
    };
    const auto group = static_cast<std::size_t>(tree_.group_of[host]);
    choose(InTurns({group}));
    std::vector<std::size_t> far = InTurns(OtherLeaves(group));
    std::ranges::stable_sort(far, {}, to);
    choose(far);
    if (chosen.size() == 1) chosen.push_back(chosen.front());
    std::ranges::reverse(chosen);
    return chosen;
  }

  /// Returns all groups of hosts but one.
  std::vector<std::size_t> OtherLeaves(std::size_t group) const {
    std::vector<std::size_t> leaves(1 + static_cast<std::size_t>(std::ranges::max(tree_.group_of)));
    std::iota(leaves.begin(), leaves.end(), std::size_t{0});
    std::erase(leaves, group);
    return leaves;
  }

  /// Streams of one host to and from others.
  void OfHost(std::size_t host) {
    const std::vector<std::size_t> chosen = PartnersOf(host);
    Pairs leaving;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const bool again = i > 0 && chosen[i] == chosen[i - 1];
      leaving.emplace_back(RankOf(host, i), RankOf(chosen[i], again ? i : 0));
    }
    if (waiting_ < EagerLimit::kNone) Nearest(host);
    WantBothWays(leaving);
    if (read_.ranks[host].size() > 1) {
      const bool has_more = read_.ranks[host].size() > 3;
      Want({{RankOf(host, 0), RankOf(host, 1)},
            {RankOf(host, has_more ? 2 : 1), RankOf(host, has_more ? 3 : 0)}});
    }
  }

  /// Streams of a host to the two nearest others, of the smallest size that waits.
  void Nearest(std::size_t host) {
    std::vector<std::size_t> others;
    for (std::size_t other = 0; other < read_.hosts.size(); ++other) {
      if (read_.times.latency.At(host, other) > 0) others.push_back(other);
    }
    if (others.size() < 2) return;
    std::ranges::nth_element(others, others.begin() + 1, {}, [&](std::size_t other) {
      return read_.times.latency.At(host, other);
    });
    wanted_.push_back(
        {{{RankOf(host), RankOf(others[0])}, {RankOf(host), RankOf(others[1])}}, waiting_});
  }

  /// Returns the hosts of several groups, one of each after another, of each the fastest first.
  std::vector<std::size_t> InTurns(const std::vector<std::size_t>& groups) const {
    std::vector<std::vector<std::size_t>> all;
    for (const std::size_t group : groups) {
      all.push_back(tree_.HostsOf(group));
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
    const std::vector<std::size_t> outside = InTurns(tree_.SiblingsOf(group));
    const std::vector<std::size_t> inside = InTurns({group});
    if (outside.empty()) return;
    Pairs leaving;
    const std::size_t count =
        std::clamp(outside.size(), std::max<std::size_t>(inside.size(), 2), kEach * inside.size());
    for (std::size_t i = 0; i < count; ++i) {
      leaving.emplace_back(RankOf(inside[i % inside.size()], i / inside.size()),
                           RankOf(outside[i % outside.size()], i / outside.size()));
    }
    WantBothWays(leaving);
  }

  /// Streams from each member of a group to the next.
  void Around(const std::vector<std::size_t>& members) {
    if (members.size() < 3) return;
    Pairs all;
    for (std::size_t i = 0; i < members.size(); ++i) {
      FromTo(members[i], members[(i + 1) % members.size()], all);
    }
    Want(all);
  }

  /// Streams from the first member to the second, from the third to the fourth, and so on: only a
  /// backbone is shared.
  void InPairs(const std::vector<std::size_t>& members) {
    if (members.size() < 4) return;
    Pairs all;
    for (std::size_t i = 0; i + 1 < members.size(); i += 2) FromTo(members[i], members[i + 1], all);
    Want(all);
  }

  void FromTo(std::size_t from, std::size_t to, Pairs& all) const {
    const std::vector<std::size_t> here = InTurns({from});
    const std::vector<std::size_t> there = InTurns({to});
    for (std::size_t k = 0; k < here.size(); ++k) {
      all.emplace_back(RankOf(here[k]), RankOf(there[k % there.size()], k / there.size()));
    }
  }

  const HostReadings& read_;
  const HostTree& tree_;
  const std::vector<double> own_;
  Bytes largest_{0};
  Bytes waiting_ = EagerLimit::kNone;  // the smallest that waits
  std::vector<measure::StreamsWanted> wanted_;
};

}  // namespace

std::vector<measure::StreamsWanted> DesignStreams(const measure::NetworkData& data) {
  const EagerLimit limit = FindEagerLimit(data.samples);
  const measure::NetworkData calm = WithoutEscalated(data, limit);
  const bool drops = calm.samples.size() < data.samples.size();
  const HostReadings read = ReadHosts(calm, limit.buffered);
  const HostTree tree = ChooseHostTree(read.times, ToleranceOf(read));
  return Designer(data, limit, drops, read, tree).Design();
}

}  // namespace colltune::models
