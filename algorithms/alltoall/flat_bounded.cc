// Flat all-to-all with a bounded number of messages in flight: each rank serves the other ranks in
// groups, and starts a group when the one before is complete.
//
// In step i a rank sends to the one i above and receives from the one i below, so that no rank is
// flooded. In place its partner is the same in both directions (Mirrored in exchanges.h); that
// takes a step more, in which the rank has nothing to do.
//
// Source: MPICH's MPIR_Alltoall_intra_scattered and MPIR_Alltoallv_intra_scattered, whose bound is
// MPIR_CVAR_ALLTOALL_THROTTLE.
// Cost for p ranks, blocks of m bytes and b outstanding messages, LogGP: ceil((p-1)/b) times the
// flat exchange with b partners, (b-1) max(2o, g + (m-1)G) + o + (m-1)G + L + o.
#include "algorithms/algorithm.h"
#include "algorithms/phases/exchanges.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  return BoundedExchange(shape, rank, parameters.outstanding);
}

Algorithm FlatBounded(Collective collective) {
  return {
      .collective = collective,
      .name = "flat_bounded",
      .summary = "each rank sends to every other, a few at a time",
      .source = "MPICH's MPIR_Alltoall_intra_scattered",
      .parameters = {Outstanding()},
      .limits = {},
      .build = Build,
  };
}

}  // namespace

Algorithm AlltoallFlatBounded() { return FlatBounded(Collective::kAlltoall); }

Algorithm AlltoallvFlatBounded() { return FlatBounded(Collective::kAlltoallv); }

Algorithm AlltoallwFlatBounded() { return FlatBounded(Collective::kAlltoallw); }

}  // namespace colltune
