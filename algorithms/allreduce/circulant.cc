// Allreduce on a circulant graph: a reduce-scatter of as many parts as ranks, by skips that halve,
// then an allgather by the same skips backwards. Any number of ranks takes as many rounds as the
// next power of two, and sends no more than the parts of the other ranks twice.
//
// The parts lie where they belong in the output. A message that goes on at part 0 has two parts.
//
// Source: Traeff, "Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms" (2024,
// arXiv 2410.14234), the allreduce.
// Cost for p ranks and m bytes, Hockney with gamma for combining a byte:
// 2 ceil(lg p) alpha + 2 (p-1)/p m beta + (p-1)/p m gamma.
#include "algorithms/phases/circulant.h"

#include <cstdint>

#include "algorithms/algorithm.h"
#include "algorithms/segments.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters&) {
  const int p = shape.ranks;
  Schedule schedule;
  if (p == 1) return schedule.Copy(Input(0, shape.elements), Output(0, shape.elements));
  const auto parts_of = [&shape, rank](Buffer buffer) {
    const Pieces parts = [&shape, buffer](int first, int last) {
      return Parts(buffer, shape.elements, shape.ranks, first, last);
    };
    return FromSelf(parts, rank, shape.ranks);
  };
  // Distance in elements from this rank's part to part i, counted from its own.
  const auto distance = [&shape, p, rank](int i) {
    const int part = rank + i;
    return part / p * shape.elements + PartBegin(shape.elements, p, part % p) -
           PartBegin(shape.elements, p, rank);
  };
  const Pieces output = parts_of(Buffer::kOutput);
  AppendCirculantReduceScatter(schedule, p, rank,
                               {.operands = shape.in_place ? output : parts_of(Buffer::kInput),
                                .writable = shape.in_place,
                                .sums = output,
                                .arriving =
                                    [&distance](int first, int last) {
                                      return Scratch(distance(first),
                                                     distance(last) - distance(first));
                                    },
                                .result = nullptr});
  AppendCirculantAllgather(schedule, p, rank, output);
  return schedule;
}

}  // namespace

Algorithm AllreduceCirculant() {
  return {
      .collective = Collective::kAllreduce,
      .name = "circulant",
      .summary = "reduce-scatter by skips that halve, then allgather by the same skips backwards",
      .source = "Traeff 2024, non-pipelined allreduce",
      .parameters = {},
      .limits = {kCommutative},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
