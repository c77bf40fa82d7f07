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
};

/// Returns a row's rules and the gaps between them as segments, by rising size. Where MPICH cannot
/// tell sizes, there is one segment: the algorithm of all rules if they agree, else MPICH's own
/// choice. Rules that begin beyond the largest number that MPICH reads have no segment.
std::vector<MpichSegment> SegmentsOf(MpichRelease release, const Row& row);

/// Returns "avg_msg_size" or "total_msg_size", by which the segments of a collective end. Returns
/// an empty text where MPICH cannot tell sizes in bytes, alike on all ranks.
std::string_view SizeOperator(Collective collective);

/// Returns the rows that MPICH can tell apart: rows for any root, with more than one rank, sorted
/// by ranks and falling numbers of nodes. MPICH knows only the mean of ranks per node: of rows with
/// an equal mean the first one counts. A release that knows no nodes takes the row with the most
/// ranks per node: there most ranks share a node, as on the full nodes of a usual job.
std::vector<const Row*> DistinctRows(MpichRelease release, const DecisionTable& table,
                                     std::string_view collective);

/// Counts ranks per node as comm_avg_ppn does: the least number that holds for the row.
int RanksPerNode(const Row& row);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ROWS_H_
