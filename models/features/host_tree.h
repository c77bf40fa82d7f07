// The tree of hosts, switches and sites that latencies and byte times between hosts tell.
#ifndef COLLTUNE_MODELS_FEATURES_HOST_TREE_H_
#define COLLTUNE_MODELS_FEATURES_HOST_TREE_H_

#include <cstddef>
#include <limits>
#include <vector>

namespace colltune::models {

/// A number for each pair of hosts, the same in both directions.
class PairMatrix {
 public:
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

  explicit PairMatrix(std::size_t hosts) : hosts_(hosts), values_(hosts * hosts, kUnknown) {}

  std::size_t hosts() const { return hosts_; }
  double At(std::size_t a, std::size_t b) const { return values_[a * hosts_ + b]; }
  void Set(std::size_t a, std::size_t b, double value) {
    values_[a * hosts_ + b] = values_[b * hosts_ + a] = value;
  }

 private:
  std::size_t hosts_;
  std::vector<double> values_;
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
};

/// Finds the tree. Two hosts are siblings, on one switch, if a third host tells them apart by the
/// same latency wherever it is: for all k, latency(i,k) - latency(j,k) is the same (Buneman's
/// four-point condition: "The recovery of trees from measures of dissimilarity", 1971). Nor may
/// byte times tell them apart in another way than their own links do: where that of (i,k) is above
/// that of (j,k), it is the least one of i. Groups of siblings are units alike, and are grouped in
/// turn, until all are siblings or none are.
///
/// latency: seconds, one way. byte_time: seconds per byte of a message alone. tolerance: the
/// uncertainty of a latency, as a share of it. Pairs that are not known
/// tell nothing.
HostTree FindHostTree(const PairMatrix& latency, const PairMatrix& byte_time, double tolerance);

/// Returns the bytes that each message carries beyond its data (headers): with them taken off the
/// latencies, each times its pair's byte time, hosts have siblings most exactly. 0 if all pairs
/// have one byte time, which tells none. Looks at 64 hosts at most, spread evenly. resolution: the
/// least difference of latencies that tells anything, in seconds, above 0.
int FindEnvelope(const PairMatrix& latency, const PairMatrix& byte_time, double resolution);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FEATURES_HOST_TREE_H_
