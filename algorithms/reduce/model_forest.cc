// Reduction up a tree for each segment: the broadcast of this name backwards. See GrowForest for
// how the trees grow and their source.
//
// A rank combines a segment just before it sends it: to combine it as soon as it is received would
// be to wait for it then, and all later sends with it.
//
// Cost: that of the forest, and gamma of all bytes that a rank receives.
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/limits.h"
#include "algorithms/phases/accumulator.h"
#include "algorithms/segments.h"
#include "algorithms/topology/forest.h"

namespace colltune {
namespace {

/// The sums of one rank's segments.
class Sums {
 public:
  Sums(const Shape& shape, Rank rank, const Segments& segments, const Forest& forest)
      : shape_(shape), is_root_(rank == shape.root), segments_(segments) {
    of_.resize(static_cast<std::size_t>(segments.count()));
    for (const Forest::Edge& edge : forest.edges) {
      if (edge.from == rank) ++Of(edge.segment).children;
    }
  }

  /// Returns where to receive the next operand of a segment.
  Block ForNext(std::int64_t segment) {
    Sum& sum = Of(segment);
    if (!sum.accumulator) Begin(sum, segment);
    return sum.accumulator->Spare(sum.received++, RangeOf(segment));
  }

  bool IsComplete(std::int64_t segment) { return Of(segment).received == Of(segment).children; }

  /// Combines a segment that is complete; returns where its sum lies. Its slots may then be used
  /// again, after those that were free before.
  Block Combine(Schedule& schedule, std::int64_t segment) {
    Sum& sum = Of(segment);
    const Block range = RangeOf(segment);
    if (!sum.accumulator) return range;
    sum.accumulator->Combine(schedule, range, sum.children, sum.children);
    if (is_root_) sum.accumulator->MoveTo(schedule, range, {Buffer::kOutput});
    free_.insert(free_.end(), sum.slots.begin(), sum.slots.end());
    return sum.accumulator->Value(range);
  }

 private:
  struct Sum {
    int children = 0;
    int received = 0;
    std::vector<std::int64_t> slots;
    std::optional<Accumulator> accumulator;
  };

  Sum& Of(std::int64_t segment) { return of_[static_cast<std::size_t>(segment)]; }
  Block RangeOf(std::int64_t segment) const { return segments_.At(Buffer::kInput, segment); }

  void Begin(Sum& sum, std::int64_t segment) {
    std::vector<BufferRegion> regions;
    for (int i = 0; i < sum.children; ++i) {
      if (free_.empty()) free_.push_back(slots_++);
      sum.slots.push_back(free_.front());
      free_.pop_front();
      regions.push_back(
          {Buffer::kScratch, sum.slots.back() * segments_.longest() - RangeOf(segment).first});
    }
    sum.accumulator = is_root_ ? InOutput(shape_, regions) : InScratch(shape_, regions);
  }

  const Shape& shape_;
  const bool is_root_;
  const Segments& segments_;
  std::vector<Sum> of_;            // each segment
  std::deque<std::int64_t> free_;  // slots, the ones that were freed first in front
  std::int64_t slots_ = 0;
};

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  const Segments segments(shape, parameters.segment);
  const auto forest = ForestOf(shape, segments);
  Sums sums(shape, rank, segments, *forest);
  Schedule schedule;
  for (auto edge = forest->edges.rbegin(); edge != forest->edges.rend(); ++edge) {
    const auto& [parent, child, segment] = *edge;
    schedule.NextRound();
    if (child == rank) {
      const Block sum = sums.Combine(schedule, segment);
      schedule.NextRound().Send(parent, sum);
    }
    if (parent == rank) {
      schedule.Receive(child, sums.ForNext(segment));
      if (rank == shape.root && sums.IsComplete(segment)) sums.Combine(schedule, segment);
    }
  }
  return schedule.Stream();
}

}  // namespace

Algorithm ReduceModelForest() {
  return {
      .collective = Collective::kReduce,
      .name = "model_forest",
      .summary = "a tree for each segment, all shaped together by the machine",
      .source = "Bhat, Raghavendra & Prasanna 1999; Cohen 2003; Zhao et al. 2024",
      .parameters = {SegmentOfForest()},
      .limits = {kKnownPlaces, kUnlikeHosts, kCommutative, kSmallForest},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
