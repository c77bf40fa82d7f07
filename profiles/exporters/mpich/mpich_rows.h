// A profile's rows, as far as MPICH can tell calls apart.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ROWS_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ROWS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiles/exporters/mpich/mpich_facts.h"
#include "profiles/profile.h"

namespace colltune {

/// Segment of sizes whose calls run one algorithm; an empty name is MPICH's own choice.
struct MpichSegment {
  std::int64_t last = 0;  ///< as MPICH counts the collective's sizes; the last segment has no end
  std::string algorithm;  ///< with its parameters

  friend bool operator==(const MpichSegment&, const MpichSegment&) = default;
};

/// Numbers of ranks whose calls run the same, with one mean of ranks per node.
struct MpichRanks {
  Span ranks;
  std::vector<MpichSegment> segments;

  friend bool operator==(const MpichRanks&, const MpichRanks&) = default;
};

/// Means of ranks per node, rounded up as comm_avg_ppn asks for them, whose calls run the same.
struct MpichMeans {
  Span means;
  std::vector<MpichRanks> ranks;  ///< by rising ranks; in between MPICH chooses
};

/// Returns "avg_msg_size" or "total_msg_size", by which the segments of a collective end. Returns
/// an empty text where MPICH cannot tell sizes in bytes, alike on all ranks.
std::string_view SizeOperator(Collective collective);

/// Returns a collective's rows for any root, as far as MPICH can tell their communicators apart: by
/// the mean of ranks per node, and by ranks. A number of ranks and a mean have one number of nodes
/// if all nodes but the last are full. Of the layouts with that mean, the row of the evenest
/// decides, and of rows for several placements the first. A mean of 1 is by itself. A release that
/// knows no nodes has this mean alone, with the rows of RowsByRanks.
std::vector<MpichMeans> MeansOf(MpichRelease release, const DecisionTable& table,
                                Collective collective);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ROWS_H_
