// Allreduce as a binomial reduction to rank 0 followed by a binomial broadcast.
//
// Source: Open MPI's ompi_coll_base_allreduce_intra_nonoverlapping; MPICH before Thakur,
// Rabenseifner & Gropp, "Optimization of Collective Communication Operations in MPICH" (IJHPCA
// 2005).
// Cost for p ranks and m bytes, Hockney with gamma for combining a byte:
// ceil(lg p)(2 alpha + 2 m beta + m gamma).
#include "algorithms/algorithm.h"
#include "algorithms/registry.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  Shape rooted = shape;
  rooted.root = 0;
  return Schedule()
      .Append(FindAlgorithm(Collective::kReduce, "binomial")->build(rooted, rank, parameters))
      .Append(FindAlgorithm(Collective::kBcast, "binomial")->build(rooted, rank, parameters));
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
