// Flat reduction: the root receives from each other rank in turn, in falling order, and puts each
// operand to the left of its partial result.
//
// Source: Open MPI's ompi_coll_base_reduce_intra_basic_linear.
// Cost for p ranks and m bytes, Hockney with gamma for combining a byte: (p-1)(alpha + m beta + m
// gamma).
#include <utility>
#include <vector>

#include "algorithms/algorithm.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Block own = Input(0, shape.elements);
  const Block whole = Output(0, shape.elements);
  Schedule schedule;
  if (rank != shape.root) return schedule.Send(shape.root, own);

  std::vector<Rank> order;
  for (Rank of = shape.ranks - 1; of >= 0; --of) order.push_back(of);
  // Does not begin with the root's operand, since the first operand is overwritten.
  if (shape.commutative && order[0] == rank && shape.ranks > 1) std::swap(order[0], order[1]);
  // In place the output holds the root's operand, which may be used early if the order is free.
  bool begun = shape.commutative && shape.in_place;
  const bool own_is_in = begun;
  const bool aside = shape.in_place && !begun && order[0] != rank;
  const Block arrived = Scratch(0, shape.elements);
  const Block sum = aside ? Scratch(shape.elements, shape.elements) : whole;
  for (const Rank of : order) {
    if (of == rank && own_is_in) continue;
    Block operand = own;
    if (of != rank) {
      operand = begun ? arrived : sum;
      schedule.NextRound().Receive(of, operand);
    }
    if (begun) {
      schedule.Reduce(operand, sum);
    } else if (of == rank) {
      schedule.Copy(own, sum);
    }
    begun = true;
  }
  if (aside) schedule.Copy(sum, whole);
  return schedule;
}

}  // namespace

Algorithm ReduceFlat() {
  return {
      .collective = Collective::kReduce,
      .name = "flat",
      .summary = "the root receives from each rank in turn and combines",
      .source = "Open MPI, reduce_intra_basic_linear",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
