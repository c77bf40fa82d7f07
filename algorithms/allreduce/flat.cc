// Flat allreduce: every rank sends its operand to every other, all messages in flight together, and
// combines all operands by itself.
//
// Each starts from the last rank's operand and puts the others before it one by one, whether or
// not the operation is commutative: so all ranks round alike.
//
// Source: the direct exchange that Chan, Heimlich, Purkayastha & van de Geijn, "Collective
// communication: theory, practice, and experience" (2007) compare trees with.
// Cost for p ranks and m bytes, Hockney with gamma for combining a byte:
// alpha + (p-1)(m beta + m gamma).
#include "algorithms/algorithm.h"
#include "algorithms/phases/exchange_phases.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const Rank last = shape.ranks - 1;
  const Block own = Input(0, shape.elements);
  const Block whole = Output(0, shape.elements);
  const auto operand = [&](Rank of) -> Block {
    if (of == rank) return own;
    if (of == last && !shape.in_place) return whole;
    return Scratch((of < rank ? of : of - 1) * shape.elements, shape.elements);
  };
  Schedule schedule;
  for (int i = 1; i < shape.ranks; ++i) {
    const Rank from = Around(rank, -i, shape.ranks);
    schedule.Receive(from, operand(from));
  }
  for (int i = 1; i < shape.ranks; ++i) schedule.Send(Around(rank, i, shape.ranks), own);
  Block sum = operand(last);
  if (rank == last) {
    schedule.Copy(own, whole);
    sum = whole;
  }
  for (Rank of = last - 1; of >= 0; --of) schedule.Reduce(operand(of), sum);
  if (sum != whole) schedule.Copy(sum, whole);
  return schedule;
}

}  // namespace

Algorithm AllreduceFlat() {
  return {
      .collective = Collective::kAllreduce,
      .name = "flat",
      .summary = "every rank sends to every other, and each combines all",
      .source = "Chan et al. 2007",
      .parameters = {},
      .limits = {},
      .build = Build,
  };
}

}  // namespace colltune
