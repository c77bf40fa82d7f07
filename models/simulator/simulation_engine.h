// Choice of the simulation engine for a network.
#ifndef COLLTUNE_MODELS_SIMULATOR_SIMULATION_ENGINE_H_
#define COLLTUNE_MODELS_SIMULATOR_SIMULATION_ENGINE_H_

#include <utility>
#include <vector>

#include "models/simulator/event_simulation.h"
#include "models/simulator/simulation.h"

namespace colltune::models {

/// Whether messages wait for their receivers, share links, or are dropped on `network`.
inline bool NeedsEvents(const Network& network) {
  return network.HasRendezvous() || !network.Links().empty() ||
         network.IncastLimit().delay > Seconds(0);
}

/// Returns the finish times of all ranks, and tells `record` all that happens.
template <typename Record, typename Source>
std::vector<Seconds> Play(Source source, Bytes element, const Network& network, Record& record) {
  if (NeedsEvents(network)) {
    return EventSimulation<Record, Source>(std::move(source), element, network, record).Run();
  }
  return Simulation<Record, Source>(std::move(source), element, network, record).Run();
}

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_SIMULATOR_SIMULATION_ENGINE_H_
