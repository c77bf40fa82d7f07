// Reduction on a circulant graph: the rounds and messages of the broadcast backwards. A rank
// receives partial results of a segment where it would have sent the segment, combines them with
// its own operand, and sends the result where it would have received the segment.
//
// Source: Traeff, "Optimal Broadcast Schedules in Logarithmic Time with Applications to Broadcast,
// All-Broadcast, Reduction and All-Reduction" (2024, arXiv 2407.18004), the reduction.
// Cost for p ranks and n segments of s bytes, Hockney with gamma for combining a byte:
// (n-1 + ceil(lg p))(alpha + s beta + s gamma).
#include "algorithms/phases/circulant.h"

#include <deque>
#include <optional>
#include <vector>

#include "algorithms/algorithm.h"
#include "algorithms/phases/trees.h"
#include "algorithms/program.h"
#include "algorithms/segments.h"

namespace colltune {
namespace {

/// Segments of the scratch buffer that are free. The one that is free for longest is taken first,
/// and some are left, so that receives can be posted ahead.
class Slots {
 public:
  explicit Slots(std::int64_t each) : each_(each) {}

  /// Returns `count` elements that no other segment uses.
  Block Take(std::int64_t count) {
    if (free_.size() < kSlotsInTurn - 1) return Scratch(each_ * made_++, count);
    const std::int64_t first = free_.front();
    free_.pop_front();
    return Scratch(first, count);
  }

  void Free(const Block& block) {
    if (block.buffer == Buffer::kScratch) free_.push_back(block.first);
  }

 private:
  std::int64_t each_;
  std::int64_t made_ = 0;
  std::deque<std::int64_t> free_;
};

/// Partial results of the segments of one rank.
class PartialResults {
 public:
  PartialResults(const Shape& shape, bool is_root, const Segments& segments)
      : segments_(segments),
        is_root_(is_root),
        slots_(segments.longest()),
        begun_(static_cast<std::size_t>(segments.count())) {
    if (!is_root || !shape.in_place) return;
    for (std::int64_t i = 0; i < segments.count(); ++i) {
      Begun(i) = segments.At(Buffer::kOutput, i);  // which holds the root's operand
    }
  }

  /// Returns the partial result of segment i: at first this rank's operand.
  Block Value(std::int64_t i) { return Begun(i).value_or(segments_.At(Buffer::kInput, i)); }

  /// Returns memory for an arriving operand of segment i. At the root the first becomes the result.
  Block Arriving(std::int64_t i) {
    if (is_root_ && !Begun(i)) return segments_.At(Buffer::kOutput, i);
    return slots_.Take(segments_.At(Buffer::kInput, i).count);
  }

  /// Combines an operand that lies in Arriving(i) with segment i.
  void Combine(Schedule& schedule, std::int64_t i, const Block& arrived) {
    if (Begun(i)) {
      schedule.Reduce(arrived, *Begun(i));
      slots_.Free(arrived);
    } else {
      schedule.Reduce(Value(i), arrived);  // the operand is never written
      Begun(i) = arrived;
    }
  }

  /// Frees the memory of segment i, which has been sent.
  void Drop(std::int64_t i) { slots_.Free(Value(i)); }

 private:
  std::optional<Block>& Begun(std::int64_t i) { return begun_[static_cast<std::size_t>(i)]; }

  const Segments& segments_;
  bool is_root_;
  Slots slots_;
  std::vector<std::optional<Block>> begun_;  // results that differ from the operand
};

Schedule Build(const Shape& shape, Rank rank, const Parameters& parameters) {
  Schedule schedule;
  if (shape.ranks == 1) return schedule.Copy(Input(0, shape.elements), Output(0, shape.elements));
  const Segments segments(shape, parameters.segment);
  const CirculantBroadcast broadcast(shape.ranks, ToRelative(shape, rank), segments.count());
  PartialResults results(shape, rank == shape.root, segments);
  for (std::int64_t i = broadcast.rounds(); i-- > 0;) {
    const CirculantBroadcast::Exchange back = broadcast.Round(i);
    const bool receives = back.sent != CirculantBroadcast::kNone;
    const bool sends = back.received != CirculantBroadcast::kNone;
    const Block arriving = receives ? results.Arriving(back.sent) : kNothing;
    schedule.NextRound();
    if (receives) schedule.Receive(ToRank(shape, back.to), arriving);
    if (sends) schedule.Send(ToRank(shape, back.from), results.Value(back.received));
    if (receives) results.Combine(schedule, back.sent, arriving);
    if (sends) results.Drop(back.received);
  }
  return schedule;
}

}  // namespace

Algorithm ReduceCirculant() {
  return {
      .collective = Collective::kReduce,
      .name = "circulant",
      .summary = "the circulant broadcast backwards: a segment in each round, by skips in turn",
      .source = "Traeff 2024, broadcast schedules backwards",
      .parameters = {Segment()},
      .limits = {kCommutative, kFewSegments},
      .divides = true,
      .build = Build,
  };
}

}  // namespace colltune
