// Chain scan: each rank receives the sum of the ranks below it from the rank before it, adds its
// operand and sends the sum to the rank behind it.
//
// Source: Open MPI's ompi_coll_base_scan_intra_linear and ompi_coll_base_exscan_intra_linear.
// Cost for p ranks and m bytes, Hockney with gamma for combining a byte:
// (p-1)(alpha + m beta + m gamma); an exscan's last rank does not combine.
#include "algorithms/algorithm.h"
#include "algorithms/phases/prefix.h"

namespace colltune {
namespace {

template <bool kExclusive>
Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const bool is_last = rank + 1 == shape.ranks;
  Prefix prefix(shape, kExclusive);
  Schedule schedule;
  if (rank > 0) {
    schedule.Receive(rank - 1, prefix.FromLower());
    prefix.AddLower(schedule, !is_last);
    schedule.NextRound();
  }
  if (!is_last) schedule.Send(rank + 1, prefix.Sum());
  prefix.Finish(schedule);
  return schedule;
}

}  // namespace

Algorithm ScanChain() {
  return {
      .collective = Collective::kScan,
      .name = "chain",
      .summary = "each rank adds its operand and passes the sum on to the next",
      .source = "Open MPI, scan_intra_linear",
      .parameters = {},
      .limits = {},
      .build = Build<false>,
  };
}

Algorithm ExscanChain() {
  Algorithm algorithm = ScanChain();
  algorithm.collective = Collective::kExscan;
  algorithm.source = "Open MPI, exscan_intra_linear";
  algorithm.build = Build<true>;
  return algorithm;
}

}  // namespace colltune
