// The schedules of all ranks to be shown, and the texts that all formats share.
#ifndef COLLTUNE_TUNER_SHOW_SCHEDULE_VIEW_H_
#define COLLTUNE_TUNER_SHOW_SCHEDULE_VIEW_H_

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/algorithm.h"
#include "algorithms/buffers.h"

namespace colltune::tune {

/// Schedules of all ranks, to be shown. Each one is built when it is asked for, one rank after
/// another, since the schedules of all ranks together may not fit into memory.
struct ScheduleView {
  std::string name;  ///< "bcast:binomial"
  Collective collective = Collective::kBcast;
  Shape shape;
  std::function<Schedule(Rank)> schedule;
  /// "allreduce:recursive_doubling", by which ranks agree on the largest block before the schedule;
  /// empty where they do not.
  std::string agreement = {};
  Bytes slot{0};  ///< size of an element of Buffer::kSlots; 0 where the schedules have none
};

/// Returns the schedules of an algorithm. Requires Declines(choice, shape).empty(), and that
/// `choice` outlives the view.
ScheduleView ViewOf(const Choice& choice, const Shape& shape);

/// Takes the next piece of a text.
using Sink = std::function<void(std::string_view)>;

/// "bcast:binomial, 4 ranks, root 0, a block is 64K B". Names the agreement, too.
std::string Title(const ScheduleView& view);

/// Names a block: "in" for the whole of the input buffer; "out[3]" for one element and "out[8K+64]"
/// for 64 elements from 8192 on. An element is a byte where the algorithm divides blocks, and
/// otherwise a block.
std::string BlockText(const ScheduleView& view, Rank rank, const Block& block);

/// Returns the BlockText of a message's blocks, with " and " between them and a space before. Empty
/// where the payload is obvious: the whole message of a broadcast, or the empty one of a barrier.
std::string PayloadText(const ScheduleView& view, Rank rank, std::span<const Block> parts);

/// Returns the bytes of an element of the messages: of all elements, or of slots, where schedules
/// have those.
Bytes ElementOf(const ScheduleView& view);

/// The bytes of a message's block, where all elements are of the same size.
Bytes SizeOf(const ScheduleView& view, const Block& block);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SHOW_SCHEDULE_VIEW_H_
