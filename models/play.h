// Which engine plays on which network.
#ifndef COLLTUNE_MODELS_PLAY_H_
#define COLLTUNE_MODELS_PLAY_H_

#include <utility>
#include <vector>

#include "models/event_simulation.h"
#include "models/simulation.h"

namespace colltune {

/// The finish times of all ranks; `record` is told what happens.
template <typename Record, typename Source>
std::vector<Seconds> Play(Source source, Bytes element, const Network& network, Record& record) {
  if (network.HasRendezvous() || !network.Links().empty()) {
    return EventSimulation<Record, Source>(std::move(source), element, network, record).Run();
  }
  return Simulation<Record, Source>(std::move(source), element, network, record).Run();
}

}  // namespace colltune

#endif  // COLLTUNE_MODELS_PLAY_H_
