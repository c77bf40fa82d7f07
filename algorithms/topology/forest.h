// Forests for a broadcast in segments that are adapted to the topology of the ranks: a tree for
// each segment.
#ifndef COLLTUNE_ALGORITHMS_TOPOLOGY_FOREST_H_
#define COLLTUNE_ALGORITHMS_TOPOLOGY_FOREST_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "algorithms/limits.h"
#include "algorithms/parameters.h"
#include "algorithms/places.h"
#include "algorithms/segments.h"
#include "algorithms/shape.h"

namespace colltune {

/// A tree for each segment of a message.
struct Forest {
  struct Edge {
    Rank from;
    Rank to;
    std::int32_t segment;
  };
  std::vector<Edge> edges;  ///< in the order in which their messages begin
  double end = 0;           ///< s: when the last rank has the last segment
};

/// Most segments of a forest of so many ranks, or fewer: it takes some 20 ms then, each time an
/// application has another root or another number of segments, and 200 KB. A forest takes time in
/// proportion to segments x ranks x ranks, so that one of more ranks may have fewer.
inline constexpr std::int64_t kForestSegments = 1024;
inline constexpr std::int64_t kForestRanks = 16;

/// Grows the trees along which `segments` segments of `bytes` bytes reach all ranks early. They
/// depend only on the arguments, so that all ranks grow the same ones.
///
/// The trees grow together, as time passes: whenever a rank could send, it sends the segment that
/// the fewest ranks have, to the rank that can pass it on the earliest; or, once so many have the
/// segment that others will pass it on, to the rank that still has the most to receive. A root so
/// sends each segment once before it sends any again, and slow ranks receive all the time and pass
/// nothing on. Of two forests, in which a segment is rare for longer or shorter, the faster one is
/// taken.
///
/// Source: the rule for one message is that of Bhat, Raghavendra & Prasanna, "Efficient Collective
/// Communication in Distributed Heterogeneous Systems" (ICDCS 1999), with lookahead; rarest first
/// is that of Cohen, "Incentives build robustness in BitTorrent" (2003); several trees, each for a
/// share of the message: Zhao et al., "ForestColl" (2024, arXiv 2402.06787).
Forest GrowForest(const Places& places, Rank root, Bytes bytes, int segments);

/// GrowForest for the segments of a problem's block, kept in the memo of its places. Requires
/// shape.places.
std::shared_ptr<const Forest> ForestOf(const Shape& shape, const Segments& segments);

/// Returns the parameter of the segment's length.
Parameter SegmentOfForest();

/// Among equal hosts, also with several ranks each, others were faster wherever they were compared.
inline constexpr Limit kUnlikeHosts = {
    "hosts of several kinds", [](const Shape& shape, const Parameters&) {
      return shape.places != nullptr &&
             std::ranges::adjacent_find(shape.places->hosts(), std::ranges::not_equal_to(),
                                        &Host::kind) != shape.places->hosts().end();
    }};

inline constexpr Limit kSmallForest = {
    "at most 1024 segments with 16 ranks, or fewer with more ranks",
    [](const Shape& shape, const Parameters& parameters) {
      const std::int64_t ranks = std::max<std::int64_t>(shape.ranks, kForestRanks);
      const std::int64_t most = kForestSegments * kForestRanks * kForestRanks / (ranks * ranks);
      return Segments(shape, parameters.segment).count() <= most;
    }};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_TOPOLOGY_FOREST_H_
