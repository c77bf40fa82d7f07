#include "models/features/host_tree.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "models/fit/scalars.h"

namespace colltune::models {
namespace {

std::size_t GroupsIn(const std::vector<int>& group_of) {
  return static_cast<std::size_t>(std::ranges::max(group_of)) + 1;
}

/// A length of the tree, and by how much it may be off.
struct Length {
  double value = std::numeric_limits<double>::infinity();
  double error = 0;
};

/// Hosts or groups of hosts, as they are grouped further.
class Units {
 public:
  /// error: by how much each latency may be off.
  Units(PairTimes times, PairMatrix error)
      : times_(std::move(times)),
        error_(std::move(error)),
        partners_(PartnersIn(times_.latency)),
        own_(MostOwnByteTimes(times_)) {
    for (std::size_t i = 0; i < count(); ++i) ends_.push_back(EndOf(i));
  }

  std::size_t count() const { return times_.hosts(); }

  /// Returns the group of each unit, numbered by their first units.
  std::vector<int> Group() const {
    std::vector<int> group_of(count());
    std::iota(group_of.begin(), group_of.end(), 0);
    for (std::size_t before = count() + 1; GroupsIn(group_of) < before;) {
      before = GroupsIn(group_of);
      group_of = Joined(group_of);
    }
    return group_of;
  }

  /// Returns the groups as units. The latency between two is the median of what their members'
  /// latencies are beyond the ends of the two members; the byte time the least.
  Units Merged(const std::vector<int>& group_of) const {
    const std::size_t groups = GroupsIn(group_of);
    std::vector<double> ends;
    for (std::size_t i = 0; i < count(); ++i) ends.push_back(MeanEndOf(i, group_of));
    std::map<std::pair<int, int>, std::vector<std::pair<double, double>>> beyond;
    PairTimes merged(groups);
    for (std::size_t i = 0; i < count(); ++i) {
      for (const std::size_t j : partners_[i]) {
        const int g = group_of[i];
        const int h = group_of[j];
        if (g >= h) continue;
        beyond[{g, h}].emplace_back(times_.latency.At(i, j) - ends[i] - ends[j], error_.At(i, j));
        const auto a = static_cast<std::size_t>(g);
        const auto b = static_cast<std::size_t>(h);
        if (!(merged.byte_time.At(a, b) <= times_.byte_time.At(i, j))) {
          merged.byte_time.Set(a, b, times_.byte_time.At(i, j));
          merged.byte_error.Set(a, b, times_.byte_error.At(i, j));
        }
      }
    }
    PairMatrix error(groups);
    for (auto& [pair, all] : beyond) {
      const auto [value, uncertain] = MiddleOf(std::move(all));
      const auto a = static_cast<std::size_t>(pair.first);
      const auto b = static_cast<std::size_t>(pair.second);
      merged.latency.Set(a, b, value);
      error.Set(a, b, uncertain);
    }
    return {std::move(merged), std::move(error)};
  }

 private:
  /// Pairs of a part with a group: on one switch, or not.
  struct Tally {
    int siblings = 0;
    int others = 0;
  };

  /// Visits the triangles of units i, j and a third one, of which few are enough, as
  /// visit(length of i's end if i and j are siblings).
  template <typename Visit>
  void ForEachTriangle(std::size_t i, std::size_t j, const Visit& visit) const {
    constexpr int kMost = 8;
    const bool i_has_fewer = partners_[i].size() < partners_[j].size();
    int seen = 0;
    for (const std::size_t k : partners_[i_has_fewer ? i : j]) {
      if (k == i || k == j || std::isnan(times_.latency.At(i, k)) ||
          std::isnan(times_.latency.At(j, k))) {
        continue;
      }
      visit(
          Length{(times_.latency.At(i, j) + times_.latency.At(i, k) - times_.latency.At(j, k)) / 2,
                 std::hypot(error_.At(i, j), error_.At(i, k), error_.At(j, k)) / 2});
      if (++seen == kMost) return;
    }
  }

  /// Returns the length from a unit to the first junction of the tree, the least of all triangles;
  /// infinite where no triangle is known.
  Length EndOf(std::size_t i) const {
    Length end;
    for (const std::size_t j : partners_[i]) {
      ForEachTriangle(i, j, [&](const Length& leg) {
        if (leg.value + leg.error < end.value + end.error) end = leg;
      });
    }
    return end;
  }

  /// Returns the length from a unit to its group's switch: the mean of all triangles with a member,
  /// weighted by their errors; without a triangle, half of the latency to a member.
  double MeanEndOf(std::size_t i, const std::vector<int>& group_of) const {
    double sum = 0;
    double weights = 0;
    double half = 0;
    for (const std::size_t j : partners_[i]) {
      if (group_of[j] != group_of[i]) continue;
      half = times_.latency.At(i, j) / 2;
      ForEachTriangle(i, j, [&](const Length& leg) {
        const double weight = 1 / (leg.error * leg.error);
        if (!std::isfinite(weight)) return;
        sum += weight * leg.value;
        weights += weight;
      });
    }
    return weights > 0 ? sum / weights : half;
  }

  bool AreSiblings(std::size_t i, std::size_t j) const {
    const double ends = ends_[i].value + ends_[j].value;
    const double errors = ends_[i].error + ends_[j].error + error_.At(i, j);
    const bool far = times_.latency.At(i, j) > ends + errors;
    const bool slow = times_.byte_time.At(i, j) - times_.byte_error.At(i, j) >
                      kAlikeByteTimes * std::max(own_[i], own_[j]);
    return !far && !slow;
  }

  /// Joins parts to groups: each to the one with most siblings among those of which all known
  /// pairs are siblings. Parts with many known pairs come first, as other parts are known by them.
  std::vector<int> Joined(const std::vector<int>& part_of) const {
    std::vector<std::vector<std::size_t>> parts(GroupsIn(part_of));
    std::vector<std::pair<std::size_t, std::size_t>> order;  // number of pairs, part
    for (std::size_t p = 0; p < parts.size(); ++p) order.emplace_back(0, p);
    for (std::size_t i = 0; i < count(); ++i) {
      const auto part = static_cast<std::size_t>(part_of[i]);
      parts[part].push_back(i);
      order[part].first += partners_[i].size();
    }
    std::ranges::stable_sort(order, std::ranges::greater{}, [](const auto& o) { return o.first; });
    std::vector<int> group_of(count(), HostTree::kNoGroup);
    for (int groups = 0; const auto& [pairs, part] : order) {
      int joined = BestGroupFor(parts[part], group_of);
      if (joined == HostTree::kNoGroup) joined = groups++;
      for (const std::size_t i : parts[part]) group_of[i] = joined;
    }
    return NumberedByFirst(group_of);
  }

  int BestGroupFor(const std::vector<std::size_t>& part, const std::vector<int>& group_of) const {
    std::map<int, Tally> tallies;
    for (const std::size_t i : part) {
      for (const std::size_t j : partners_[i]) {
        if (group_of[j] == HostTree::kNoGroup) continue;
        Tally& tally = tallies[group_of[j]];
        ++(AreSiblings(i, j) ? tally.siblings : tally.others);
      }
    }
    int best = HostTree::kNoGroup;
    int most = 0;
    for (const auto& [group, tally] : tallies) {
      if (tally.others > 0 || tally.siblings <= most) continue;
      most = tally.siblings;
      best = group;
    }
    return best;
  }

  static std::vector<int> NumberedByFirst(const std::vector<int>& group_of) {
    std::map<int, int> numbers;
    std::vector<int> numbered;
    for (const int group : group_of) {
      numbered.push_back(
          numbers.try_emplace(group, static_cast<int>(numbers.size())).first->second);
    }
    return numbered;
  }

  PairTimes times_;
  PairMatrix error_;  // of each latency
  Partners partners_;
  std::vector<double> own_;   // byte time of each unit, at most
  std::vector<Length> ends_;  // of each unit
};

Units UnitsOf(const PairTimes& times, double tolerance) {
  PairMatrix error(times.hosts());
  for (std::size_t i = 0; i < times.hosts(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      error.Set(i, j, tolerance * std::abs(times.latency.At(i, j)));
    }
  }
  return {times, std::move(error)};
}

/// Returns the tree without groups that have one other group and nothing else.
HostTree WithoutChains(const HostTree& tree) {
  std::vector<int> number(tree.groups());  // of each group that is kept; else kNoGroup
  int kept = 0;
  for (std::size_t g = 0; g < tree.groups(); ++g) {
    const bool is_link = std::ranges::count(tree.parent, static_cast<int>(g)) == 1;
    number[g] = is_link ? HostTree::kNoGroup : kept++;
  }
  HostTree less{.group_of = tree.group_of, .parent = {}};  // groups of hosts come first
  for (std::size_t g = 0; g < tree.groups(); ++g) {
    if (number[g] == HostTree::kNoGroup) continue;
    int around = tree.parent[g];
    while (around != HostTree::kNoGroup &&
           number[static_cast<std::size_t>(around)] == HostTree::kNoGroup) {
      around = tree.parent[static_cast<std::size_t>(around)];
    }
    less.parent.push_back(around == HostTree::kNoGroup ? around
                                                       : number[static_cast<std::size_t>(around)]);
  }
  return less;
}

}  // namespace

bool HostTree::Has(std::size_t group, std::size_t host) const {
  int around = group_of[host];
  while (around != kNoGroup && around != static_cast<int>(group)) {
    around = parent[static_cast<std::size_t>(around)];
  }
  return around != kNoGroup;
}

std::vector<std::size_t> HostTree::HostsOf(std::size_t group) const {
  std::vector<std::size_t> hosts;
  for (std::size_t host = 0; host < group_of.size(); ++host) {
    if (Has(group, host)) hosts.push_back(host);
  }
  return hosts;
}

std::vector<std::size_t> HostTree::MembersOf(std::size_t group) const {
  std::vector<std::size_t> members;
  for (std::size_t g = 0; g < groups(); ++g) {
    if (parent[g] == static_cast<int>(group)) members.push_back(g);
  }
  return members;
}

std::vector<std::size_t> HostTree::SiblingsOf(std::size_t group) const {
  std::vector<std::size_t> siblings;
  for (std::size_t g = 0; g < groups(); ++g) {
    if (g != group && parent[g] == parent[group]) siblings.push_back(g);
  }
  return siblings;
}

std::vector<std::size_t> HostTree::GroupsBetween(std::size_t a, std::size_t b) const {
  std::vector<std::size_t> groups;
  for (const auto& [host, other] : {std::pair{a, b}, std::pair{b, a}}) {
    auto group = static_cast<std::size_t>(group_of[host]);
    for (; !Has(group, other); group = static_cast<std::size_t>(parent[group])) {
      groups.push_back(group);
    }
  }
  return groups;
}

Partners PartnersIn(const PairMatrix& latency) {
  Partners partners(latency.hosts());
  for (std::size_t i = 0; i < latency.hosts(); ++i) {
    for (std::size_t j = 0; j < latency.hosts(); ++j) {
      if (j != i && !std::isnan(latency.At(i, j))) partners[i].push_back(j);
    }
    std::ranges::stable_sort(partners[i], {}, [&](std::size_t j) { return latency.At(i, j); });
  }
  return partners;
}

std::vector<double> OwnByteTimes(const PairMatrix& byte_time) {
  std::vector<double> own;
  for (std::size_t i = 0; i < byte_time.hosts(); ++i) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < byte_time.hosts(); ++j) {
      if (byte_time.At(i, j) < least) least = byte_time.At(i, j);
    }
    own.push_back(least);
  }
  return own;
}

std::vector<double> MostOwnByteTimes(const PairTimes& times) {
  PairMatrix most(times.hosts());
  for (std::size_t i = 0; i < times.hosts(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      most.Set(i, j, times.byte_time.At(i, j) + times.byte_error.At(i, j));
    }
  }
  return OwnByteTimes(most);
}

HostTree FindHostTree(const PairTimes& times, double tolerance) {
  HostTree tree;
  Units units = UnitsOf(times, tolerance);
  std::vector<int> group_of = units.Group();
  std::size_t groups = GroupsIn(group_of);
  // Groups of one host each would only be hosts by another name.
  if (groups == units.count()) {
    groups = 1;
    std::ranges::fill(group_of, 0);
  }
  tree.group_of = group_of;
  tree.parent.assign(groups, HostTree::kNoGroup);
  std::size_t first = 0;  // of the groups that are the current units
  while (groups > 1) {
    units = units.Merged(group_of);
    group_of = units.Group();
    std::size_t around = GroupsIn(group_of);
    if (around == groups) {
      around = 1;
      std::ranges::fill(group_of, 0);
    }
    for (std::size_t i = 0; i < groups; ++i) {
      tree.parent[first + i] = static_cast<int>(first + groups) + group_of[i];
    }
    first += groups;
    groups = around;
    tree.parent.resize(first + groups, HostTree::kNoGroup);
  }
  return WithoutChains(tree);
}

}  // namespace colltune::models
