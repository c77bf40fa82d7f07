// Experiments that tell the lines of the topology model: streams at the same time.
#ifndef COLLTUNE_MODELS_TOPOLOGY_STREAMS_H_
#define COLLTUNE_MODELS_TOPOLOGY_STREAMS_H_

#include <utility>
#include <vector>

#include "models/topology_readings.h"

namespace colltune::models {

/// Streams to be timed at the same time, each from one rank to another.
using StreamsWanted = std::vector<std::pair<Rank, Rank>>;

/// Returns the streams at once that tell the lines of hosts and groups, as the round trips of
/// `data` tell these. Three for each host and each group: out of it, into it, and both at once,
/// from and to as many others as can fill its line. For each group of groups two: from each member
/// to the next, and from every other one to the next. Their number grows with the hosts, not with
/// pairs of hosts.
std::vector<StreamsWanted> DesignStreams(const measure::NetworkData& data);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_TOPOLOGY_STREAMS_H_
