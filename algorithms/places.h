// Topology of a communicator: hosts and sites of its ranks, and costs of messages between them.
// Algorithms that are shaped by the machine know nothing else of it.
#ifndef COLLTUNE_ALGORITHMS_PLACES_H_
#define COLLTUNE_ALGORITHMS_PLACES_H_

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "algorithms/memo.h"
#include "algorithms/shape.h"
#include "algorithms/units.h"

namespace colltune {

/// Nearness of two ranks.
enum class Nearness : unsigned char { kHost, kSite, kFar };

/// Times of one message, in seconds, while its two ranks and the way between them do nothing else.
struct EdgeTimes {
  double next = 0;    ///< until the sender may begin another message
  double there = 0;   ///< until the receiver has the message, and may send it on
  double shared = 0;  ///< for which the ports of both hosts, or the lines of both sites, are busy

  friend bool operator==(const EdgeTimes&, const EdgeTimes&) = default;
};

/// The EdgeTimes between hosts of several kinds, for messages of several sizes.
class EdgeCosts {
 public:
  static constexpr int kMostSizes = 64;

  /// Requires kinds >= 1 and rising sizes, one at least and kMostSizes at most.
  EdgeCosts(int kinds, std::vector<Bytes> sizes);

  int kinds() const { return kinds_; }
  const std::vector<Bytes>& sizes() const { return sizes_; }

  /// Returns the times of a message of sizes()[size] bytes between hosts of these kinds.
  EdgeTimes& Of(Nearness nearness, int from, int to, std::size_t size) {
    return times_[Index(nearness, from, to, size)];
  }
  const EdgeTimes& Of(Nearness nearness, int from, int to, std::size_t size) const {
    return times_[Index(nearness, from, to, size)];
  }

  /// Returns the times of a message of any size. Interpolates linearly between sizes. Extrapolates
  /// linearly beyond them, from the two nearest sizes, but never below 0.
  EdgeTimes At(Nearness nearness, int from, int to, Bytes bytes) const;

  /// Whether the times between hosts of these kinds, or between ranks of one host, are known.
  bool Knows(Nearness nearness, int from, int to) const {
    return Of(nearness, from, to, 0).there > 0;
  }

  friend bool operator==(const EdgeCosts&, const EdgeCosts&) = default;

 private:
  std::size_t Index(Nearness nearness, int from, int to, std::size_t size) const {
    const auto kinds = static_cast<std::size_t>(kinds_);
    const auto row = static_cast<std::size_t>(nearness) * kinds + static_cast<std::size_t>(from);
    return (row * kinds + static_cast<std::size_t>(to)) * sizes_.size() + size;
  }

  int kinds_;
  std::vector<Bytes> sizes_;
  std::vector<EdgeTimes> times_;
};

struct Host {
  int kind = 0;  ///< hosts of a kind are alike
  int site = 0;

  friend bool operator==(const Host&, const Host&) = default;
};

/// Known hosts of a cluster, and costs of messages between them.
struct Machine {
  /// Most kinds of hosts: the costs take memory in proportion to the square of their number.
  static constexpr int kMostKinds = 64;
  static constexpr int kMostSites = 1 << 16;  ///< more than there are clusters of

  std::map<std::string, Host> hosts;  ///< by name; kinds are those of `costs`, sites count from 0
  EdgeCosts costs;

  friend bool operator==(const Machine&, const Machine&) = default;
};

/// Topology of a communicator: the places of all its ranks, the same on all of them. Does not
/// change; may be used by any thread.
class Places {
 public:
  /// `host_of`: for each rank an index of `hosts`. Requires at least one rank, and hosts that meet
  /// the conditions of Machine. Numbers their sites from 0: a communicator may lie on a few of a
  /// machine's.
  Places(std::vector<int> host_of, std::vector<Host> hosts, std::shared_ptr<const EdgeCosts> costs);
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;

  int ranks() const { return static_cast<int>(host_of_.size()); }
  /// Sites count from 0 to below sites().
  const std::vector<Host>& hosts() const { return hosts_; }
  const EdgeCosts& costs() const { return *costs_; }
  int HostOf(Rank rank) const { return host_of_[static_cast<std::size_t>(rank)]; }
  const Host& At(int host) const { return hosts_[static_cast<std::size_t>(host)]; }
  Nearness NearnessOf(int from_host, int to_host) const {
    if (from_host == to_host) return Nearness::kHost;
    return At(from_host).site == At(to_host).site ? Nearness::kSite : Nearness::kFar;
  }

  /// Returns the number of sites of the hosts.
  int sites() const { return sites_; }

  /// Returns the group of `rank` in a collective with levels: its site, or if there is only one
  /// site, its host.
  int GroupOf(Rank rank) const { return sites_ == 1 ? HostOf(rank) : At(HostOf(rank)).site; }

  /// Whether some ranks are nearer to each other, or on faster hosts, than others.
  bool AreUnlike() const;

  /// Whether there are several sites, or several hosts some of which have several ranks.
  bool HaveLevels() const;

  /// Whether there are levels, and equally many ranks in each group.
  bool HaveEqualGroups() const;

  /// Whether there are such groups, and the ranks of each follow one another.
  bool HaveConsecutiveGroups() const;

  /// Trees and orders that were derived from these places: the schedule of each rank asks again.
  Memo& memo() const { return memo_; }

 private:
  std::vector<int> host_of_;
  std::vector<Host> hosts_;
  std::shared_ptr<const EdgeCosts> costs_;
  int sites_;
  mutable Memo memo_;
};

/// Returns the topology of ranks on hosts of these names, in rank order. A host that the machine
/// does not know counts as like all known hosts. Returns nullptr in these cases:
/// - a host is unknown, and the known hosts are of several kinds or sites, or costs between them
///   are unknown;
/// - ranks share a host of a kind whose costs within a host are unknown.
std::shared_ptr<const Places> PlacesIn(const std::shared_ptr<const Machine>& machine,
                                       std::span<const std::string> hosts);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PLACES_H_
