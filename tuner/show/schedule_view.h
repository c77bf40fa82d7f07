// The schedules of all ranks as they are shown, and the words that all ways of showing them share.
#ifndef COLLTUNE_TUNER_SHOW_SCHEDULE_VIEW_H_
#define COLLTUNE_TUNER_SHOW_SCHEDULE_VIEW_H_

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "algorithms/algorithm.h"
#include "algorithms/buffers.h"

namespace colltune::tune {

/// What is to be shown. Schedules are built when they are asked for, one rank after another: those
/// of all ranks together may not fit into memory.
struct ScheduleView {
  std::string name;  ///< "bcast:binomial"
  Collective collective = Collective::kBcast;
  Shape shape;
  std::function<Schedule(Rank)> schedule;
};

/// The schedules of an algorithm. Requires Declines(choice, shape).empty(), and that what is made
/// is not used longer than `choice` lives.
ScheduleView ViewOf(const Choice& choice, const Shape& shape);

/// Takes the next piece of a text.
using Sink = std::function<void(std::string_view)>;

/// "bcast:binomial, 4 ranks, root 0, a block is 64K B"
std::string Title(const ScheduleView& view);

/// "in" for the whole of the input buffer; "out[3]" for one element and "out[8K+64]" for 64
/// elements from 8192 on. An element is a byte where the algorithm divides blocks, and otherwise a
/// block.
std::string BlockText(const ScheduleView& view, Rank rank, const Block& block);

/// The same for a message of these blocks, with " and " between them and a space before them; empty
/// when nobody can doubt what is sent, which is the whole message of a broadcast, and nothing in a
/// barrier.
std::string PayloadText(const ScheduleView& view, Rank rank, std::span<const Block> parts);

/// The bytes of a block, where all elements are of the same size.
Bytes SizeOf(const ScheduleView& view, const Block& block);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SHOW_SCHEDULE_VIEW_H_
