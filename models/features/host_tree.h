// The tree of hosts, switches and sites that latencies and byte times between hosts tell.
#ifndef COLLTUNE_MODELS_FEATURES_HOST_TREE_H_
#define COLLTUNE_MODELS_FEATURES_HOST_TREE_H_

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace colltune::models {

/// A number for each pair of hosts, the same in both directions.
class PairMatrix {
 public:
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  explicit PairMatrix(std::size_t hosts, double value = kUnknown)
      : hosts_(hosts), values_(hosts * hosts, value) {}

  std::size_t hosts() const { return hosts_; }
  double At(std::size_t a, std::size_t b) const { return values_[a * hosts_ + b]; }
  void Set(std::size_t a, std::size_t b, double value) {
    values_[a * hosts_ + b] = values_[b * hosts_ + a] = value;
  }

 private:
  std::size_t hosts_;
  std::vector<double> values_;
};

/// Times between hosts. All have as many hosts.
struct PairTimes {
  explicit PairTimes(std::size_t hosts) : PairTimes(PairMatrix(hosts), PairMatrix(hosts)) {}
  PairTimes(PairMatrix latencies, PairMatrix byte_times)
      : latency(std::move(latencies)),
        byte_time(std::move(byte_times)),
        byte_error(latency.hosts(), 0) {}

  std::size_t hosts() const { return latency.hosts(); }

  PairMatrix latency;     ///< seconds, one way
  PairMatrix byte_time;   ///< seconds per byte of a message alone
  PairMatrix byte_error;  ///< by how much each byte time may be off
};

/// Groups of hosts, and groups of groups up to one that has all.
struct HostTree {
  static constexpr int kNoGroup = -1;

  std::vector<int> group_of;  ///< of each host
  std::vector<int> parent;    ///< of each group; kNoGroup of the outermost, which is the last

  std::size_t groups() const { return parent.size(); }
  /// Whether the host is in the group, or in one within it.
  bool Has(std::size_t group, std::size_t host) const;
  std::vector<std::size_t> HostsOf(std::size_t group) const;
  /// Groups directly within the group.
  std::vector<std::size_t> MembersOf(std::size_t group) const;
  std::vector<std::size_t> SiblingsOf(std::size_t group) const;
  /// Groups that messages between two hosts leave or enter: those around one of the hosts alone.
  std::vector<std::size_t> GroupsBetween(std::size_t a, std::size_t b) const;
};

/// Hosts to which each host has a known latency, the nearest first.
using Partners = std::vector<std::vector<std::size_t>>;

Partners PartnersIn(const PairMatrix& latency);

/// By how much a time may be off, in half widths of its interval, which covers 95 %.
inline constexpr double kHalfWidths = 4;

/// The largest ratio of two exact byte times that are the same: links are bought in steps of a
/// factor of 2.
inline constexpr double kAlikeByteTimes = 1.05;

/// Returns for each host the byte time of its own link, or of a faster one: the least to any other
/// host; infinity where none is known.
std::vector<double> OwnByteTimes(const PairMatrix& byte_time);

/// Returns likewise what each host's own byte time is at most.
std::vector<double> MostOwnByteTimes(const PairTimes& times);

/// Finds the tree. The end of host i, its length up to the first junction of the tree, is the least
/// of (latency(i,j) + latency(i,k) - latency(j,k)) / 2 over all triangles that are known. Two hosts
/// are siblings, on one switch, if their latency is the sum of their ends, and if their byte time
/// is that of one of their links: of the least byte time that one of them has to any host. This is
/// Buneman's four-point condition ("The recovery of trees from measures of dissimilarity", 1971),
/// with as many of the pairs as there are. A group has only siblings among its known pairs. Groups
/// are units alike, and are grouped in turn, until all are siblings or none are. A group has two
/// others or more, or hosts.
///
/// tolerance: the uncertainty of a latency, as a share of it. Hosts without a known pair
/// between them and other members are not siblings of these. Takes time in proportion to the known
/// pairs, and to the square of hosts where each host is looked up.
HostTree FindHostTree(const PairTimes& times, double tolerance);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_HOST_TREE_H_
