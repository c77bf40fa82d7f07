// Where the ranks of a communicator are, and what messages between such places cost: what the
// algorithms that are shaped by the machine know of it.
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

/// How near two ranks are to each other.
enum class Nearness : unsigned char { kHost, kSite, kFar };

/// What one message takes, in seconds, where the two ranks and what is between them do nothing
/// else.
struct EdgeTimes {
  double next = 0;    ///< until the sender may begin another message
  double there = 0;   ///< until the receiver has it, and may send it on
  double shared = 0;  ///< it keeps the ports of both hosts, or the lines of both sites, so long

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

  /// Of a message of sizes()[size] bytes between hosts of these kinds.
  EdgeTimes& Of(Nearness nearness, int from, int to, std::size_t size) {
    return times_[Index(nearness, from, to, size)];
  }
  const EdgeTimes& Of(Nearness nearness, int from, int to, std::size_t size) const {
    return times_[Index(nearness, from, to, size)];
  }

  /// Of a message of any size: in proportion between two sizes, and as between the last two beyond
  /// them.
  EdgeTimes At(Nearness nearness, int from, int to, Bytes bytes) const;

  /// Whether anything is known of hosts of these kinds, or of ranks of one host.
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

/// A cluster: what is known of its hosts.
struct Machine {
  /// Their costs take memory in proportion to the square.
  static constexpr int kMostKinds = 64;
  static constexpr int kMostSites = 1 << 16;  ///< more than there are clusters of

  std::map<std::string, Host> hosts;  ///< by name; of kinds that `costs` knows, and sites from 0 on
  EdgeCosts costs;

  friend bool operator==(const Machine&, const Machine&) = default;
};

/// The places of all ranks of a communicator, the same on all of them. Does not change; may be used
/// by any thread.
class Places {
 public:
  /// `host_of`: of each rank an index of `hosts`. Requires one rank at least, and otherwise what
  /// Machine promises.
  Places(std::vector<int> host_of, std::vector<Host> hosts, std::shared_ptr<const EdgeCosts> costs);
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;

  int ranks() const { return static_cast<int>(host_of_.size()); }
  const std::vector<Host>& hosts() const { return hosts_; }
  const EdgeCosts& costs() const { return *costs_; }
  int HostOf(Rank rank) const { return host_of_[static_cast<std::size_t>(rank)]; }
  const Host& At(int host) const { return hosts_[static_cast<std::size_t>(host)]; }
  Nearness NearnessOf(int from_host, int to_host) const {
    if (from_host == to_host) return Nearness::kHost;
    return At(from_host).site == At(to_host).site ? Nearness::kSite : Nearness::kFar;
  }

  /// The number of their hosts' sites.
  int sites() const { return sites_; }

  /// What the levels of a collective consist of: the rank's site, or, where there is but one, its
  /// host.
  int GroupOf(Rank rank) const { return sites_ == 1 ? HostOf(rank) : At(HostOf(rank)).site; }

  /// Whether some ranks are nearer to each other, or on faster hosts, than others.
  bool AreUnlike() const;

  /// Whether there are several sites, or several hosts some of which have several ranks.
  bool HaveLevels() const;

  /// Whether there are levels, and equally many ranks in each group.
  bool HaveEqualGroups() const;

  /// Trees and orders that were derived from these places: the schedule of each rank asks again.
  Memo& memo() const { return memo_; }

 private:
  std::vector<int> host_of_;
  std::vector<Host> hosts_;
  std::shared_ptr<const EdgeCosts> costs_;
  int sites_;
  mutable Memo memo_;
};

/// The places of ranks on hosts of these names, in the order of ranks. A host that the machine does
/// not know is like all that it knows; nullptr where those are of several kinds or sites, and where
/// nothing is known of ranks that share a host, as some do.
std::shared_ptr<const Places> PlacesIn(const std::shared_ptr<const Machine>& machine,
                                       std::span<const std::string> hosts);

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PLACES_H_
