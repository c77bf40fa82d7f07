// Broadcast on a circulant graph: in each round a rank sends a segment to the rank one skip above
// it, and receives one from the rank one skip below it. The skips take turns. Each rank gets a new
// segment in every round once its first has come, for any number of ranks, which no tree does.
//
// Each rank computes its own schedule, in O(lg^3 p) steps; the paper shows how to in O(lg p).
//
// Source: Traeff, "Optimal Broadcast Schedules in Logarithmic Time with Applications to Broadcast,
// All-Broadcast, Reduction and All-Reduction" (2024, arXiv 2407.18004), the broadcast.
// Cost for p ranks and n segments of s bytes, Hockney: (n-1 + ceil(lg p))(alpha + s beta), the
// least for n segments if a rank sends and receives one at a time.
#include "algorithms/phases/circulant.h"

#include "algorithms/algorithm.h"
#include "algorithms/phases/trees.h"
#include "algorithms/segments.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Segments segments(shape, parameters.segment);
  const CirculantBroadcast broadcast(shape.ranks, ToRelative(shape, rank), segments.count());
  Schedule schedule;
  for (std::int64_t i = 0; i < broadcast.rounds(); ++i) {
    const CirculantBroadcast::Exchange exchange = broadcast.Round(i);
    schedule.NextRound();
    if (exchange.received != CirculantBroadcast::kNone) {
      schedule.Receive(ToRank(shape, exchange.from),
                       segments.At(Buffer::kOutput, exchange.received));
    }
    if (exchange.sent != CirculantBroadcast::kNone) {
      schedule.Send(ToRank(shape, exchange.to), segments.At(Buffer::kOutput, exchange.sent));
    }
  }
  return schedule;
}

}  // namespace

Algorithm BcastCirculant() {
  return {
      .collective = Collective::kBcast,
      .name = "circulant",
      .summary = "each rank passes a segment on in each round, by skips that take turns",
      .source = "Traeff 2024, broadcast schedules",
      .parameters = {Segment()},
      .limits = {kFewSegments},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
