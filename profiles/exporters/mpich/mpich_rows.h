// A profile's rows as MPICH 4.0.2 can tell calls apart.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ROWS_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ROWS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "profiles/exporters/mpich/mpich_facts.h"
#include "profiles/profile.h"

namespace colltune {

/// Calls up to a size run one algorithm, or where its name is empty what MPICH chooses itself.
struct MpichSegment {
  std::int64_t last = 0;  ///< as MPICH counts the collective's sizes; the last segment has no end
  std::string algorithm;
};

/// A row's rules and what is between them, one segment behind the other.
/// Where MPICH cannot tell sizes, there is one segment; that of MPICH's own choice unless all rules
/// of the row say the same. What begins beyond the largest number that MPICH reads has none.
std::vector<MpichSegment> SegmentsOf(const Row& row);

/// "avg_msg_size" or "total_msg_size", by which the segments of a collective end; empty where MPICH
/// cannot tell sizes in bytes, alike on all ranks.
std::string_view SizeOperator(Collective collective);

/// The rows that MPICH can tell apart: those for any root, with more than one rank, sorted by ranks
/// and falling numbers of nodes. MPICH knows the mean of ranks per node alone: of rows that are
/// equal in that the first is meant.
std::vector<const Row*> DistinctRows(const DecisionTable& table, std::string_view collective);

/// Counts ranks per node as comm_avg_ppn does: the least number that holds for the row.
int RanksPerNode(const Row& row);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ROWS_H_
