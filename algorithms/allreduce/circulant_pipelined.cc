// Allreduce on a circulant graph in segments: the circulant reduction to rank 0, and then the
// circulant broadcast. Both are pipelined: a rank sends and receives a segment in nearly every
// round.
//
// The allreduce in circulant.cc moves no more bytes, in fewer rounds. But the sizes of its messages
// depend on the number of ranks, and some have two parts. Here each message is one segment of a
// chosen size, for example below the eager limit.
//
// Source: Traeff, "Optimal Broadcast Schedules in Logarithmic Time with Applications to Broadcast,
// All-Broadcast, Reduction and All-Reduction" (2024, arXiv 2407.18004), the broadcast and the
// reduction.
// Cost for p ranks and n segments of s bytes, Hockney with gamma for combining a byte:
// (n-1 + ceil(lg p))(2 alpha + 2 s beta + s gamma).
#include "algorithms/algorithm.h"
#include "algorithms/phases/reduce_bcast.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  return ReduceAndBcast("circulant", 0, shape, rank, parameters);
}

}  // namespace

Algorithm AllreduceCirculantPipelined() {
  return {
      .collective = Collective::kAllreduce,
      .name = "circulant_pipelined",
      .summary = "the circulant reduction to rank 0 in segments, then the circulant broadcast",
      .source = "Traeff 2024, broadcast schedules backwards and forwards",
      .parameters = {Segment()},
      .limits = {kCommutative, kFewSegments},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
