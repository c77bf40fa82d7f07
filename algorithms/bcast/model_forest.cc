// Broadcast down a tree for each segment, which together keep the ports of all ranks as busy as
// their hosts allow: see GrowForest for how they grow and their source.
//
// Cost: that of the forest; on p equal hosts about that of the circulant broadcast.
#include "algorithms/algorithm.h"
#include "algorithms/limits.h"
#include "algorithms/segments.h"
#include "algorithms/topology/forest.h"

namespace colltune {
namespace {

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Segments segments(shape, parameters.segment);
  Schedule schedule;
  for (const auto& [from, to, segment] : ForestOf(shape, segments)->edges) {
    const Block block = segments.At(Buffer::kOutput, segment);
    if (from == rank) schedule.NextRound().Send(to, block);
    if (to == rank) schedule.NextRound().Receive(from, block);
  }
  return schedule.Stream();
}

}  // namespace

Algorithm BcastModelForest() {
  return {
      .collective = Collective::kBcast,
      .name = "model_forest",
      .summary = "a tree for each segment, all shaped together by the machine",
      .source = "Bhat, Raghavendra & Prasanna 1999; Cohen 2003; Zhao et al. 2024",
      .parameters = {SegmentOfForest()},
      .limits = {kKnownPlaces, kUnlikeHosts, kSmallForest},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
