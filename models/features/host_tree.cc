#include "models/features/host_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "models/fit/scalars.h"

namespace colltune::models {
namespace {

// Byte times that differ by less, as a share of them, are the same: links are bought in steps of a
// factor of 2.
constexpr double kAlike = 0.05;

std::size_t GroupsIn(const std::vector<int>& group_of) {
  return static_cast<std::size_t>(std::ranges::max(group_of)) + 1;
}

/// Returns how far two hosts are from siblings: by how much the difference of their latencies to a
/// third host depends on that host, beyond `tolerance` as a share of each latency. A far host tells
/// less than a near one.
double SpreadOf(const PairMatrix& latency, std::size_t i, std::size_t j, double tolerance = 0) {
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  for (std::size_t k = 0; k < latency.hosts(); ++k) {
    const double to_i = latency.At(i, k);
    const double to_j = latency.At(j, k);
    if (k == i || k == j || std::isnan(to_i) || std::isnan(to_j)) continue;
    const double uncertain = tolerance * std::max(std::abs(to_i), std::abs(to_j));
    least = std::min(least, to_i - to_j + uncertain);
    most = std::max(most, to_i - to_j - uncertain);
  }
  return std::max(0.0, most - least);
}

/// Hosts or groups of hosts, as they are grouped further.
class Units {
 public:
  Units(PairMatrix latency, PairMatrix byte_time, double tolerance)
      : latency_(std::move(latency)), byte_time_(std::move(byte_time)), tolerance_(tolerance) {
    for (std::size_t i = 0; i < count(); ++i) {
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t k = 0; k < count(); ++k) {
        if (byte_time_.At(i, k) < least) least = byte_time_.At(i, k);
      }
      least_.push_back(least);
    }
  }

  std::size_t count() const { return latency_.hosts(); }

  /// Returns the group of each unit: each joins the first group of which all are its siblings.
  std::vector<int> Group() const {
    std::vector<std::vector<std::size_t>> groups;
    std::vector<int> group_of;
    for (std::size_t i = 0; i < count(); ++i) {
      const auto joined = std::ranges::find_if(groups, [&](const auto& group) {
        return std::ranges::all_of(group, [&](std::size_t j) { return AreSiblings(i, j); });
      });
      group_of.push_back(static_cast<int>(joined - groups.begin()));
      if (joined == groups.end()) {
        groups.push_back({i});
      } else {
        joined->push_back(i);
      }
    }
    return group_of;
  }

  /// Returns the groups as units. The latency between two is the median of what their members'
  /// latencies are beyond `own`, which each member has up to its group; the byte time the least.
  Units Merged(const std::vector<int>& group_of) const {
    const std::size_t groups = GroupsIn(group_of);
    const std::vector<double> own = OwnLatencies(group_of);
    std::vector<std::vector<double>> beyond(groups * groups);
    PairMatrix byte_time(groups);
    for (std::size_t i = 0; i < count(); ++i) {
      for (std::size_t j = 0; j < count(); ++j) {
        const auto g = static_cast<std::size_t>(group_of[i]);
        const auto h = static_cast<std::size_t>(group_of[j]);
        if (g == h || std::isnan(latency_.At(i, j))) continue;
        beyond[std::min(g, h) * groups + std::max(g, h)].push_back(latency_.At(i, j) - own[i] -
                                                                   own[j]);
        if (!(byte_time.At(g, h) <= byte_time_.At(i, j))) byte_time.Set(g, h, byte_time_.At(i, j));
      }
    }
    PairMatrix latency(groups);
    for (std::size_t at = 0; at < beyond.size(); ++at) {
      if (beyond[at].empty()) continue;
      latency.Set(at / groups, at % groups, MiddleOf(std::move(beyond[at])));
    }
    return {std::move(latency), std::move(byte_time), tolerance_};
  }

 private:
  bool AreSiblings(std::size_t i, std::size_t j) const {
    for (std::size_t k = 0; k < count(); ++k) {
      if (k != i && k != j && !OwnLinksExplain(i, j, k)) return false;
    }
    return SpreadOf(latency_, i, j, tolerance_) == 0;
  }

  bool OwnLinksExplain(std::size_t i, std::size_t j, std::size_t k) const {
    const double to_i = byte_time_.At(i, k);
    const double to_j = byte_time_.At(j, k);
    if (std::isnan(to_i) || std::isnan(to_j) || std::abs(to_i - to_j) <= kAlike * to_i) return true;
    return to_i > to_j ? to_i <= (1 + kAlike) * least_[i] : to_j <= (1 + kAlike) * least_[j];
  }

  /// Returns the latency of each unit up to its group's switch: half of what the two legs of a
  /// triangle of members are longer than the third side; of a pair half of what is between.
  std::vector<double> OwnLatencies(const std::vector<int>& group_of) const {
    std::vector<double> own(count());
    for (std::size_t i = 0; i < count(); ++i) {
      double sum = 0;
      int triangles = 0;
      double half = 0;
      for (std::size_t j = 0; j < count(); ++j) {
        if (j == i || group_of[j] != group_of[i] || std::isnan(latency_.At(i, j))) continue;
        half = latency_.At(i, j) / 2;
        for (std::size_t k = j + 1; k < count(); ++k) {
          if (k == i || group_of[k] != group_of[i]) continue;
          const double leg = (latency_.At(i, j) + latency_.At(i, k) - latency_.At(j, k)) / 2;
          if (std::isnan(leg)) continue;
          sum += leg;
          ++triangles;
        }
      }
      own[i] = triangles > 0 ? sum / triangles : half;
    }
    return own;
  }

  PairMatrix latency_;
  PairMatrix byte_time_;
  double tolerance_;
  std::vector<double> least_;  // byte time of each unit
};

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

HostTree FindHostTree(const PairMatrix& latency, const PairMatrix& byte_time, double tolerance) {
  HostTree tree;
  Units units(latency, byte_time, tolerance);
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
  return tree;
}

int FindEnvelope(const PairMatrix& latency, const PairMatrix& byte_time, double resolution) {
  constexpr std::size_t kMostHosts = 64;
  constexpr int kMost = 128;  // B: more than the headers of TCP, IP, Ethernet and MPI
  constexpr int kStep = 8;
  const std::size_t step = (latency.hosts() + kMostHosts - 1) / kMostHosts;
  const std::size_t hosts = latency.hosts() / step;
  PairMatrix rates(hosts);
  for (std::size_t i = 0; i < hosts; ++i) {
    for (std::size_t j = i + 1; j < hosts; ++j) rates.Set(i, j, byte_time.At(i * step, j * step));
  }
  // By logarithms, so that hosts without a sibling that tells the envelope do not hide others.
  const auto error = [&](int envelope) {
    PairMatrix bare(hosts);
    for (std::size_t i = 0; i < hosts; ++i) {
      for (std::size_t j = i + 1; j < hosts; ++j) {
        bare.Set(i, j, latency.At(i * step, j * step) - envelope * rates.At(i, j));
      }
    }
    double sum = 0;
    for (std::size_t i = 0; i < hosts; ++i) {
      double nearest = std::numeric_limits<double>::infinity();
      for (std::size_t j = 0; j < hosts; ++j) {
        const bool tells = j != i && SpreadOf(rates, i, j, kAlike) > 0;
        if (tells) nearest = std::min(nearest, SpreadOf(bare, i, j));
      }
      if (std::isfinite(nearest)) sum += std::log(nearest + resolution);
    }
    return sum;
  };
  const double better = std::log(4);  // an envelope has to explain more than chance does
  int best = 0;
  double least = error(0) - better;
  const auto consider = [&](int envelope) {
    const double sum = error(envelope);
    if (sum >= least) return;
    least = sum;
    best = envelope;
  };
  for (int envelope = kStep; envelope <= kMost; envelope += kStep) consider(envelope);
  if (best == 0) return 0;
  const int around = best;
  for (int envelope = around - kStep + 1; envelope < around + kStep; ++envelope) consider(envelope);
  return best;
}

}  // namespace colltune::models
