#include "algorithms/phases/tree_reduce.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>

#include "algorithms/phases/accumulator.h"
#include "algorithms/program.h"

namespace colltune {
namespace {

/// Operands that may wait at a rank to be combined: about what its caches hold. More of them would
/// take memory, and fewer make senders wait whose receives are not posted yet.
constexpr Bytes kMostWaiting{1 << 20};

/// The partial results of the segments of one rank.
class Accumulators {
 public:
  Accumulators(const Shape& shape, Rank rank, bool is_top, const ChildGroups& children)
      : shape_(shape), is_top_(is_top), has_output_(rank == shape.root) {
    for (const auto& group : children) slots_ = std::max(slots_, static_cast<int>(group.size()));
    // Adds a slot: a result that has moved to a slot stays there while the next group is received.
    if (children.size() > 1 && !is_top) ++slots_;
  }

  /// Returns the region of the result at the top of the tree: in the scratch buffer if the top
  /// stands in for the root.
  BufferRegion Final(std::int64_t begin) const {
    return {has_output_ ? Buffer::kOutput : Buffer::kScratch, begin};
  }

  /// Returns the accumulator of segment i, whose slots differ from those of the segments before,
  /// which are being sent.
  Accumulator ForSegment(const Segments& segments, std::int64_t i) const {
    const std::int64_t each = segments.longest();
    const std::int64_t begin = segments.At(Buffer::kInput, i).first;
    const std::int64_t first = i % kSlotsInTurn * slots_ * each;
    if (!is_top_) return InScratch(shape_, Slots(slots_, each, first), begin);
    if (has_output_) return InOutput(shape_, Slots(slots_, each, first), begin);
    std::vector<BufferRegion> spare = Slots(slots_, each, shape_.elements + first);
    spare.insert(spare.begin(), Final(begin));
    return InScratch(shape_, spare, begin);
  }

 private:
  const Shape& shape_;
  bool is_top_;
  bool has_output_;
  int slots_ = 0;
};

/// The sums of one stream's segments at one rank.
class Summing {
 public:
  /// Uses `scratch()` elements of the scratch buffer, from `at` on.
  Summing(const Shape& shape, const Stream& stream, std::int64_t at)
      : shape_(shape), stream_(stream), at_(at) {}

  std::int64_t scratch() const { return Turns() * PerSegment(); }

  /// Receives the segments of the children that are sent at a time.
  void Receive(Schedule& schedule, std::int64_t time, const RankAt& rank_at) {
    const std::vector<Rank>& children = stream_.node.children;
    const auto segment = stream_.SentAt(time, 1);
    if (children.empty() || !segment) return;
    const Block range = RangeOf(*segment);
    const auto slots = Slots(static_cast<int>(children.size()), stream_.segments.longest(),
                             at_ + *segment % Turns() * PerSegment() - range.first);
    const Accumulator& sum =
        sums_.emplace_back(IsRoot() ? InOutput(shape_, slots) : InScratch(shape_, slots));
    for (std::size_t i = 0; i < children.size(); ++i) {
      schedule.Receive(rank_at(children[i]), sum.Spare(static_cast<int>(i), range));
    }
  }

  /// Sends the segment whose time it is.
  void Send(Schedule& schedule, std::int64_t time, const RankAt& rank_at) {
    const auto segment = stream_.SentAt(time);
    if (IsRoot() || !segment) return;
    Block sum = RangeOf(*segment);
    if (!stream_.node.children.empty()) {
      sum = sums_.front().Value(sum);
      sums_.pop_front();
    }
    schedule.Send(rank_at(stream_.node.parent), sum);
  }

  /// Combines the segment that is to be sent next. To combine it as soon as it is received would be
  /// to wait for it then, and all later sends with it.
  void Combine(Schedule& schedule, std::int64_t time) {
    const auto segment = stream_.SentAt(time + 1);
    if (stream_.node.children.empty() || !segment) return;
    const Block range = RangeOf(*segment);
    const int arrived = static_cast<int>(stream_.node.children.size());
    sums_.front().Combine(schedule, range, arrived, arrived);
    if (!IsRoot()) return;
    sums_.front().MoveTo(schedule, range, {Buffer::kOutput});
    sums_.pop_front();
  }

 private:
  bool IsRoot() const { return stream_.node.parent == kNobody; }
  /// Returns a segment of this rank's own operand.
  Block RangeOf(std::int64_t segment) const {
    return stream_.segments.At(Buffer::kInput, segment, stream_.first);
  }
  /// Number of segments that have slots of their own: those that wait to be sent, and others as in
  /// ReduceAlongTree.
  std::int64_t Turns() const { return stream_.hop / stream_.step + kSlotsInTurn; }
  std::int64_t PerSegment() const {
    return std::ssize(stream_.node.children) * stream_.segments.longest();
  }

  const Shape& shape_;
  const Stream& stream_;
  std::int64_t at_;
  std::deque<Accumulator> sums_;  // of segments that are received, or to be sent
};

}  // namespace

ChildGroups Together(const std::vector<Rank>& children, const Shape& shape,
                     const Segments& segments) {
  const std::int64_t each = std::max<std::int64_t>(1, segments.longest() * shape.element.count);
  const std::int64_t most = std::max<std::int64_t>(1, kMostWaiting.count / each);
  ChildGroups groups;
  for (auto end = children.end(); end != children.begin();) {
    const auto begin = end - std::min<std::int64_t>(most, end - children.begin());
    groups.emplace_back(begin, end);
    end = begin;
  }
  return groups;
}

Schedule ReduceAlongTree(const Shape& shape, Rank rank, Rank parent, const ChildGroups& children,
                         const Segments& segments) {
  const Shape tree = TreeShape(shape);
  const Accumulators accumulators(shape, rank, parent == kNobody, children);
  Schedule schedule;
  std::optional<Block> done;  // result of the segment before, still to be sent
  const auto send_done = [&] {
    if (done) schedule.Send(ToRank(tree, parent), *done);
    done.reset();
  };
  for (std::int64_t i = 0; i < segments.count(); ++i) {
    Block range = segments.At(Buffer::kInput, i);
    const std::int64_t begin = range.first;
    range.first = 0;
    Accumulator sum = accumulators.ForSegment(segments, i);
    for (const auto& group : children) {
      schedule.NextRound();
      const int arrive = static_cast<int>(group.size());
      for (int j = 0; j < arrive; ++j) {
        schedule.Receive(ToRank(tree, group.rbegin()[j]), sum.Spare(j, range));
      }
      send_done();
      sum.Combine(schedule, range, arrive, arrive);
    }
    if (children.empty()) schedule.NextRound();
    send_done();  // a rank without children has nobody to receive from meanwhile
    if (parent == kNobody) {
      sum.MoveTo(schedule, range, accumulators.Final(begin));
    } else {
      done = sum.Value(range);
    }
  }
  schedule.NextRound();
  send_done();
  if (tree.root != shape.root && shape.elements > 0) {
    schedule.NextRound();
    if (rank == tree.root) schedule.Send(shape.root, Scratch(0, shape.elements));
    if (rank == shape.root) schedule.Receive(tree.root, Output(0, shape.elements));
  }
  return schedule;
}

void AppendTreeReduce(Schedule& schedule, const Shape& shape, std::span<const Stream> streams,
                      const RankAt& rank_at) {
  std::vector<Summing> summing;
  std::int64_t scratch = 0;
  for (const Stream& stream : streams) {
    summing.emplace_back(shape, stream, scratch);
    scratch += summing.back().scratch();
  }
  const auto [begin, end] = TimesOf(streams);
  for (std::int64_t time = begin; time < end; ++time) {
    for (Summing& each : summing) each.Receive(schedule, time, rank_at);
    for (Summing& each : summing) each.Send(schedule, time, rank_at);
    for (Summing& each : summing) each.Combine(schedule, time);
    schedule.NextRound();
  }
}

Schedule ReduceAlongKnomial(const Shape& shape, Rank rank, std::int64_t k) {
  const Rank self = ToRelative(TreeShape(shape), rank);
  const Node node = Knomial(self, shape.ranks, k);
  ChildGroups levels = Levels(node, k);
  std::ranges::reverse(levels);  // the smallest subtrees are done first
  return ReduceAlongTree(shape, rank, node.parent, levels, Segments(shape, kUndivided));
}

}  // namespace colltune
