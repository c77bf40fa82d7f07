#include "models/features/pair_design.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

namespace colltune::models {
namespace {

class PairDesign {
 public:
  PairDesign(const PairTimes& times, double tolerance)
      : latency_(times.latency),
        tree_(FindHostTree(times, tolerance)),
        own_(MostOwnByteTimes(times)) {
    for (std::size_t host = 0; host < hosts(); ++host) {
      hosts_of_.resize(std::max(hosts_of_.size(), LeafOf(host) + 1));
      hosts_of_[LeafOf(host)].push_back(host);
    }
  }

  std::vector<HostPair> Next() {
    if (hosts() < 2) return {};
    std::vector<std::size_t> all(hosts());
    std::iota(all.begin(), all.end(), 0);
    WantWithAll(0, all);
    WantWithAll(hosts() / 2, all);
    if (wanted_.empty()) WantNeighbours();
    if (wanted_.empty()) WantHubs();
    if (wanted_.empty()) WantRepresentatives(true);
    if (wanted_.empty()) WantRepresentatives(false);
    return std::move(wanted_);
  }

 private:
  std::size_t hosts() const { return latency_.hosts(); }
  std::size_t LeafOf(std::size_t host) const {
    return static_cast<std::size_t>(tree_.group_of[host]);
  }

  bool Knows(std::size_t i, std::size_t j) const { return !std::isnan(latency_.At(i, j)); }

  void Want(std::size_t i, std::size_t j) {
    if (i == j || Knows(i, j)) return;
    const HostPair pair = std::minmax(i, j);
    if (asked_.insert(pair).second) wanted_.push_back(pair);
  }

  void WantWithAll(std::size_t hub, const std::vector<std::size_t>& members) {
    for (const std::size_t other : members) Want(hub, other);
  }

  /// Wants each host with the next one at the distance that is usual in the groups of the first two
  /// hubs. Wants none where no distance has half of the counts: hosts are in no regular order then.
  void WantNeighbours() {
    std::map<std::size_t, int> counts;
    int all = 0;
    for (const std::size_t hub : {std::size_t{0}, hosts() / 2}) {
      const std::vector<std::size_t>& members = hosts_of_[LeafOf(hub)];
      for (std::size_t i = 1; i < members.size(); ++i, ++all) {
        ++counts[members[i] - members[i - 1]];
      }
    }
    if (all == 0) counts[1] = 1;
    for (const auto& [distance, count] : counts) {
      if (2 * count <= all) continue;
      for (std::size_t i = 0; i + distance < hosts(); ++i) Want(i, i + distance);
    }
  }

  /// Wants one more hub for each group that lacks one.
  void WantHubs() {
    for (const std::vector<std::size_t>& members : hosts_of_) {
      if (const auto hub = HubFor(members); hub < hosts()) WantWithAll(hub, members);
    }
  }

  /// Returns the next hub of the members; hosts() if they need no other: two are enough, and two
  /// that are as fast as any, behind whose links no faster one hides.
  std::size_t HubFor(const std::vector<std::size_t>& members) const {
    constexpr std::size_t kEnough = 2;
    const double fast = kAlikeByteTimes * LeastOwnOf(members);
    std::size_t hubs = 0;
    std::size_t fast_hubs = 0;
    std::size_t best = hosts();     // of the others, by its number of pairs
    std::size_t fastest = hosts();  // of the others
    std::size_t most = 0;
    for (const std::size_t i : members) {
      const auto known = static_cast<std::size_t>(
          std::ranges::count_if(members, [&](std::size_t j) { return j != i && Knows(i, j); }));
      if (known + 1 == members.size()) {
        ++hubs;
        fast_hubs += own_[i] <= fast ? 1 : 0;
        continue;
      }
      if (best == hosts() || known > most) {
        most = known;
        best = i;
      }
      if (fastest == hosts() && own_[i] <= fast) fastest = i;
    }
    const bool needs_fast = fast_hubs < kEnough && fastest < hosts();
    if (hubs > 0 && needs_fast) return fastest;
    return hubs < kEnough ? best : hosts();
  }

  /// Wants the fastest host of each leaf with that of each other leaf, larger leaves first.
  void WantRepresentatives(bool any_pair_will_do) {
    const std::set<HostPair> known = any_pair_will_do ? KnownLeafPairs() : std::set<HostPair>{};
    const std::size_t most = std::max(hosts(), KnownPairs() / 4);
    std::vector<std::size_t> leaves(hosts_of_.size());
    std::iota(leaves.begin(), leaves.end(), 0);
    std::ranges::stable_sort(leaves, std::ranges::greater{},
                             [&](std::size_t leaf) { return hosts_of_[leaf].size(); });
    for (const std::size_t hub : leaves) {
      if (wanted_.size() >= most) return;
      for (const std::size_t other : leaves) {
        if (other == hub || known.contains(std::minmax(hub, other))) continue;
        Want(FastestOf(hosts_of_[hub]), FastestOf(hosts_of_[other]));
      }
    }
  }

  std::size_t KnownPairs() const {
    std::size_t known = 0;
    for (std::size_t i = 0; i < hosts(); ++i) {
      for (std::size_t j = i + 1; j < hosts(); ++j) known += Knows(i, j) ? 1 : 0;
    }
    return known;
  }

  /// Returns pairs of leaves with a known pair of hosts.
  std::set<HostPair> KnownLeafPairs() const {
    std::set<HostPair> known;
    for (std::size_t i = 0; i < hosts(); ++i) {
      for (std::size_t j = i + 1; j < hosts(); ++j) {
        if (Knows(i, j)) known.insert(std::minmax(LeafOf(i), LeafOf(j)));
      }
    }
    return known;
  }

  double LeastOwnOf(const std::vector<std::size_t>& members) const {
    double least = std::numeric_limits<double>::infinity();
    for (const std::size_t i : members) least = std::min(least, own_[i]);
    return least;
  }

  std::size_t FastestOf(const std::vector<std::size_t>& members) const {
    const double fast = kAlikeByteTimes * LeastOwnOf(members);
    return *std::ranges::find_if(members, [&](std::size_t i) { return own_[i] <= fast; });
  }

  const PairMatrix& latency_;
  const HostTree tree_;
  const std::vector<double> own_;                   // byte time of each host's link, at most
  std::vector<std::vector<std::size_t>> hosts_of_;  // of each leaf, a group of hosts
  std::set<HostPair> asked_;
  std::vector<HostPair> wanted_;
};

}  // namespace

double MostDesignedPairs(std::size_t hosts) {
  const auto count = static_cast<double>(hosts);
  return 6 * count + count / 2 * std::log2(std::max(count, 1.0));
}

std::vector<HostPair> NextPairs(const PairTimes& times, double tolerance) {
  return PairDesign(times, tolerance).Next();
}

}  // namespace colltune::models
