// Chart of letters: the activities of each rank over time, on a network.
#ifndef COLLTUNE_TUNER_SHOW_TIMELINE_H_
#define COLLTUNE_TUNER_SHOW_TIMELINE_H_

#include <span>
#include <string>

#include "models/simulator/simulator.h"
#include "profiles/profile.h"
#include "tuner/show/schedule_view.h"

namespace colltune::tune {

/// A network model with its parameters, and where they are from.
struct KnownNetwork {
  FittedModel model;
  std::string origin;
};

/// The machine that the tests simulate, as an example of a network.
KnownNetwork ExampleNetwork();

/// Returns the profile's LogGP model, which tells overheads and transfers apart. Throws
/// std::invalid_argument where the profile has none.
KnownNetwork NetworkOf(const Profile& profile, const std::string& path);

/// Simulates the schedules, and writes the network, the chart and the critical path. Throws
/// std::invalid_argument for parameters of which no network can be made, and for more schedules
/// than fit into memory.
void WriteTimelines(const ScheduleView& view, const KnownNetwork& network, const Sink& sink);

/// Writes a legend, the scale, and a line for each rank with its finish time. A column
/// shows a send or a receive within the column, however short, or else the wait that takes most of
/// the column.
void WriteChart(std::span<const models::Timeline> timelines, const Sink& sink);

/// Writes the total time of each kind of step, and then the steps, each with its end time. A long
/// path shows only its first and last steps. Writes nothing for an empty path.
void WriteCriticalPath(std::span<const models::PathStep> path, const Sink& sink);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SHOW_TIMELINE_H_
