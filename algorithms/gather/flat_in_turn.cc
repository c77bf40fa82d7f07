// Flat gather in which the senders take turns: each tells the next one, by an empty message, when
// its block has left. The root posts all receives at once. So blocks arrive one after the other, or
// `outstanding` at a time, and the root works on one while the next ones are under way. Blocks that
// share its link from the start arrive together at the end, and all of the root's work comes after
// them. Small blocks only wait for their turns. So the algorithm is of no use to gatherv, where one
// choice serves all sizes.
//
// Source: the turns of Open MPI's ompi_coll_base_gather_intra_linear_sync, handed on among the
// senders instead of by the root, which would have to wait for each.
// Cost for p ranks and blocks of m bytes, LMO: all but the first `outstanding` wait for
// (p-1)/outstanding hops of 2C + L; where that is hidden behind the blocks, (p-1) m / b of the
// root's link and C + m t of its processor for the last one.
#include <algorithm>

#include "algorithms/algorithm.h"
#include "algorithms/phases/trees.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const std::int64_t m = shape.elements;
  Schedule schedule;
  if (rank == shape.root) {
    for (Rank i = 1; i < shape.ranks; ++i) {
      const Rank from = ToRank(shape, i);
      schedule.Receive(from, Output(from * m, m));
    }
    return schedule.Copy(Input(0, m), Output(rank * m, m));
  }
  const Rank self = ToRelative(shape, rank);
  const auto turns =
      static_cast<Rank>(std::min(parameters.outstanding, static_cast<std::int64_t>(shape.ranks)));
  if (self > turns) schedule.Receive(ToRank(shape, self - turns), kNothing).NextRound();
  schedule.Send(shape.root, Input(0, m)).NextRound();
  if (self + turns < shape.ranks) schedule.Send(ToRank(shape, self + turns), kNothing);
  return schedule;
}

}  // namespace

Algorithm GatherFlatInTurn() {
  return {
      .collective = Collective::kGather,
      .name = "flat_in_turn",
      .summary = "the ranks send the root their blocks in turn, each telling the next",
      .source = "the turns of Open MPI, ompi_coll_base_gather_intra_linear_sync, among the senders",
      .parameters = {{"outstanding", &Parameters::outstanding, 1, 2, {1, 2, 4}}},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
