// Text formats for the schedules of all ranks.
#ifndef COLLTUNE_TUNER_SHOW_SCHEDULE_FORMATS_H_
#define COLLTUNE_TUNER_SHOW_SCHEDULE_FORMATS_H_

#include <span>
#include <string_view>

#include "tuner/show/schedule_view.h"

namespace colltune::tune {

/// One line of the table. Plain data and a function without state.
struct ScheduleFormat {
  std::string_view name;
  std::string_view summary;
  void (*write)(const ScheduleView& view, const Sink& sink);
};

/// Every format, the standard one first; lives as long as the program.
std::span<const ScheduleFormat> ScheduleFormats();

/// Returns the format of that name. Throws std::invalid_argument that names the known formats.
const ScheduleFormat& ParseFormat(std::string_view name);

/// Writes a line for each rank, for people: its rounds, separated by |. Commas separate the items
/// of a round: receives ("from 3 out[1]"), sends ("to 2 in"), copies ("out[0] = in") and reductions
/// ("out = tmp[0] op out"). See BlockText and PayloadText. The last line gives the memory of the
/// schedules.
void WriteText(const ScheduleView& view, const Sink& sink);

/// A digraph for Graphviz: a node for each rank and an edge for each message, in the order of the
/// senders and of their sends, labelled with the sender's round, counted from 0, with the block and
/// its bytes.
void WriteDot(const ScheduleView& view, const Sink& sink);

/// GOAL, the language of LogGOPSim; see schedule_goal.cc.
void WriteGoal(const ScheduleView& view, const Sink& sink);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SHOW_SCHEDULE_FORMATS_H_
