// When each rank does what on a network, as a chart of letters.
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

/// The model of the profile in which overheads and transfers are told apart. Throws
/// std::invalid_argument when it has none.
KnownNetwork NetworkOf(const Profile& profile, const std::string& path);

/// Simulates the schedules, and writes the network, the chart and the critical path. Throws
/// std::invalid_argument for parameters of which no network can be made, and for more schedules
/// than fit into memory.
void WriteTimelines(const ScheduleView& view, const KnownNetwork& network, const Sink& sink);

/// A legend, the scale, and a line for each rank with the time at which it finishes. A column shows
/// a send or a receive that falls into it, however short, or else what the rank waits for.
void WriteChart(std::span<const Timeline> timelines, const Sink& sink);

/// What each kind of step adds to the whole, and the steps, each with the time of its end; of a
/// long path the first and the last. Nothing for an empty path.
void WriteCriticalPath(std::span<const PathStep> path, const Sink& sink);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SHOW_TIMELINE_H_
