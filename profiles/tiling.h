// Proofs about the rows of one collective: no call has two rows, and within a hull every call has
// one.
#ifndef COLLTUNE_PROFILES_TILING_H_
#define COLLTUNE_PROFILES_TILING_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "profiles/decision_table.h"

namespace colltune {

/// Two rows for the same calls, by their places in the list.
struct Clash {
  std::size_t one = 0;
  std::size_t other = 0;
  std::string reason;
};

/// Returns two rows for the same calls; nothing where there are none. Takes time in proportion to
/// the pairs of rows that overlap in the most selective of their three spans.
std::optional<Clash> FindClash(std::span<const Row> rows);

/// Communicators that no row is for: one of their sizes and placements.
struct Gap {
  CommunicatorSize size;
  Placement placement;

  friend bool operator==(const Gap&, const Gap&) = default;
};

/// Returns a gap in the rows without named roots, within the hull; nothing where there is none.
/// Rows have to cover these communicators of at least two ranks:
/// - on one node, or with one rank a node: by rows for any mapping;
/// - all others: for each mapping that some row names, or for any where none does;
/// - and each for every number of sites that some row names and the nodes can be on.
/// Compresses coordinates: takes time by the borders of rows, not by the size of the hull.
/// Requires rows without a clash.
std::optional<Gap> FindGap(std::span<const Row> rows, const Hull& hull);

/// Returns "3 nodes of 5 ranks (13 ranks), on 2 sites, block".
std::string ToText(const Gap& gap);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_TILING_H_
