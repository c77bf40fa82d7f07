// Allreduce as a binomial reduction to rank 0 followed by a binomial broadcast.
//
// Source: Open MPI's ompi_coll_base_allreduce_intra_nonoverlapping; MPICH before Thakur,
// Rabenseifner & Gropp, "Optimization of Collective Communication Operations in MPICH" (IJHPCA
// 2005).
// Cost for p ranks and m bytes, Hockney with gamma for combining a byte:
// ceil(lg p)(2 alpha + 2 m beta + m gamma).
#include "algorithms/phases/reduce_bcast.h"

#include "algorithms/algorithm.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  return ReduceAndBcast("binomial", 0, shape, rank, parameters);
}

}  // namespace

Algorithm AllreduceReduceBcast() {
  return {
      .collective = Collective::kAllreduce,
      .name = "reduce_bcast",
      .summary = "a binomial reduction to rank 0, then a binomial broadcast",
      .source = "Open MPI, allreduce_intra_nonoverlapping",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
