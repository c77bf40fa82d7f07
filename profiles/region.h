// Regions: sets of communicators that a row of the decision table is for.
#ifndef COLLTUNE_PROFILES_REGION_H_
#define COLLTUNE_PROFILES_REGION_H_

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace colltune {

/// Largest number of nodes or ranks that a region can name.
inline constexpr int kMostCount = std::numeric_limits<int>::max();

/// Whole numbers first .. last, both included; none where last < first.
struct Span {
  int first = 1;
  int last = kMostCount;

  bool Contains(int number) const { return first <= number && number <= last; }
  bool IsOne() const { return first == last; }
  bool IsEmpty() const { return last < first; }
  friend auto operator<=>(const Span&, const Span&) = default;
};

/// Numbers that both spans contain.
inline Span Common(const Span& one, const Span& other) {
  return {std::max(one.first, other.first), std::min(one.last, other.last)};
}

/// Returns the smallest span that contains both.
inline Span Around(const Span& one, const Span& other) {
  return {std::min(one.first, other.first), std::max(one.last, other.last)};
}

/// Numbers within a span at which others begin, or the first number after them.
class Borders {
 public:
  explicit Borders(const Span& within) : within_(within) { at_.insert(within.first); }

  void Add(std::int64_t number);

  void Add(const Span& span) {
    Add(std::int64_t{span.first});
    Add(std::int64_t{span.last} + 1);
  }

  /// Returns the spans between borders, rising.
  std::vector<Span> Pieces() const;

 private:
  Span within_;
  std::set<std::int64_t> at_;
};

/// Size of a communicator. Possible numbers obey
/// ranks_per_node + nodes - 1 <= ranks <= nodes * ranks_per_node.
struct CommunicatorSize {
  int ranks = 0;
  int nodes = 0;
  int ranks_per_node = 0;  ///< the most ranks on one node

  friend auto operator<=>(const CommunicatorSize&, const CommunicatorSize&) = default;
};

/// Returns the size of a communicator whose nodes, but for one, have `ranks_per_node` ranks each.
CommunicatorSize OnFullNodes(int ranks, int ranks_per_node);

/// Communicators of so many nodes, with at most so many ranks on one node, and so many ranks in
/// all. By default all communicators.
struct Region {
  Span nodes;
  Span ranks_per_node;
  Span ranks;

  bool Contains(const CommunicatorSize& size) const {
    return nodes.Contains(size.nodes) && ranks_per_node.Contains(size.ranks_per_node) &&
           ranks.Contains(size.ranks);
  }

  /// Returns the numbers of ranks that its communicators have: an empty span where no communicator
  /// is possible. Every number in the span is possible.
  Span PossibleRanks() const;

  /// Returns the communicator with the fewest ranks. Requires that one is possible.
  CommunicatorSize Smallest() const;

  /// Whether all its communicators have one number of ranks and one number of ranks per node.
  bool IsOneLayout() const { return ranks.IsOne() && ranks_per_node.IsOne(); }

  /// Sort key: single layouts come by rising ranks, then ranks per node.
  auto Key() const { return std::tuple(ranks, ranks_per_node, nodes); }
  friend auto operator<=>(const Region& one, const Region& other) {
    return one.Key() <=> other.Key();
  }
  friend bool operator==(const Region&, const Region&) = default;
};

/// Communicators that both regions contain.
Region Common(const Region& one, const Region& other);

/// Returns the smallest region that contains both.
Region Around(const Region& one, const Region& other);

/// Returns regions without overlaps that are the communicators of `whole` which `part` does not
/// contain.
std::vector<Region> Without(const Region& whole, const Region& part);

/// Tells whether some possible communicator is in both regions.
bool Overlaps(const Region& one, const Region& other);

/// Returns the communicators of exactly so many ranks, at most exactly so many on one node, on as
/// many nodes as they can have.
Region RegionOf(int ranks, int ranks_per_node);

/// Returns "16 ranks, 8 per node" for a single layout, else "16 to 24 nodes of 1 rank", "1 node of
/// 2 to 8 ranks", "2 to 4 nodes of 8 ranks, 20 to 32 ranks in all".
std::string ToText(const Region& region);

/// Layouts within which a table decides: communicators of at least two ranks.
struct Hull {
  Span nodes;
  Span ranks_per_node;

  friend bool operator==(const Hull&, const Hull&) = default;
};

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_REGION_H_
