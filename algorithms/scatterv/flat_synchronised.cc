// Flat scatter in which each rank asks for its block: the root sends a block only when its rank has
// said, by an empty message, that it waits. So no block meets a rank that has not posted its
// receive; the blocks are sent in turn and may differ in size.
//
// Source: the mirror image of Open MPI's ompi_coll_base_gather_intra_linear_sync.
// Cost for p ranks and blocks of m bytes, Hockney: (p-1)(alpha + m beta) + alpha when the ranks
// arrive together, since they all ask at once.
#include "algorithms/algorithm.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const std::int64_t m = shape.elements;
  Schedule schedule;
  if (rank != shape.root) {
    return schedule.Receive(shape.root, Output(0, m)).Send(shape.root, kNothing);
  }
  for (Rank i = 1; i < shape.ranks; ++i) {
    const Rank to = ToRank(shape, i);
    schedule.Receive(to, kNothing).NextRound().Send(to, Input(to * m, m)).NextRound();
  }
  return schedule.Copy(Input(rank * m, m), Output(0, m));
}

}  // namespace

Algorithm ScattervFlatSynchronised() {
  return {
      .collective = Collective::kScatterv,
      .name = "flat_synchronised",
      .summary = "the root sends each rank its block in turn, when that rank asks for it",
      .source = "the mirror image of Open MPI, ompi_coll_base_gather_intra_linear_sync",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
