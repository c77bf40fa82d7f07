// Scan by recursive doubling: in round i the two ranks whose numbers differ in bit i give each
// other the sum of all operands that they have heard of. A sum from below also goes into the
// result. A rank whose partner does not exist sits the round out. A rank that has no partner in a
// later round is not sent sums that it would only have to pass on.
//
// Source: MPICH's MPIR_Scan_intra_recursive_doubling and MPIR_Exscan_intra_recursive_doubling; Open
// MPI's ompi_coll_base_scan_intra_recursivedoubling, and .._exscan_...
// Cost for p ranks and m bytes, Hockney with gamma for combining a byte: ceil(lg p)(alpha + m beta
// + 2 m gamma).
#include "algorithms/algorithm.h"
#include "algorithms/phases/prefix.h"

namespace colltune {
namespace {

/// Whether `rank` has a partner in the round of `distance` or later.
bool HasPartner(Rank rank, int distance, int ranks) {
  for (; distance < ranks; distance *= 2) {
    if ((rank ^ distance) < ranks) return true;
  }
  return false;
}

template <bool kExclusive>
Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  Prefix prefix(shape, kExclusive);
  Schedule schedule;
  for (int distance = 1; distance < shape.ranks; distance *= 2) {
    const Rank partner = rank ^ distance;
    if (partner >= shape.ranks) continue;
    const bool goes_on = HasPartner(rank, 2 * distance, shape.ranks);
    schedule.NextRound();
    if (partner < rank) {
      schedule.Receive(partner, prefix.FromLower());
      if (HasPartner(partner, 2 * distance, shape.ranks)) schedule.Send(partner, prefix.Sum());
      prefix.AddLower(schedule, goes_on);
    } else {
      if (goes_on) schedule.Receive(partner, prefix.FromHigher());
      schedule.Send(partner, prefix.Sum());
      if (goes_on) prefix.AddHigher(schedule);
    }
  }
  prefix.Finish(schedule);
  return schedule;
}

}  // namespace

Algorithm ScanRecursiveDoubling() {
  return {
      .collective = Collective::kScan,
      .name = "recursive_doubling",
      .summary = "pairs at doubling distances give each other the sums they know",
      .source = "MPICH, Scan_intra_recursive_doubling",
      .parameters = {},
      .limits = {},
      .build = Build<false>,
  };
}

Algorithm ExscanRecursiveDoubling() {
  Algorithm algorithm = ScanRecursiveDoubling();
  algorithm.collective = Collective::kExscan;
  algorithm.source = "MPICH, Exscan_intra_recursive_doubling";
  algorithm.build = Build<true>;
  return algorithm;
}

}  // namespace colltune
