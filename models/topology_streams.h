// Experiments that tell the lines of the topology model: streams at the same time.
#ifndef COLLTUNE_MODELS_TOPOLOGY_STREAMS_H_
#define COLLTUNE_MODELS_TOPOLOGY_STREAMS_H_

#include <vector>

#include "models/topology_readings.h"

namespace colltune::models {

/// Returns the streams at once that tell the lines of hosts and groups, as the round trips of
/// `data` tell these. Three for each host and each group: out of it, into it, and both at once,
/// from and to as many others as can fill its line, neighbours first, faster ones with more
/// messages. For each group of groups two: from each member to the next, and from every other one
/// to the next. Their number grows with the hosts, not with pairs of hosts. These have the largest
/// size of the round trips. One more out of each host has the smallest size that waits for its
/// receive, which tells what nonblocking sends take.
std::vector<measure::StreamsWanted> DesignStreams(const measure::NetworkData& data);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_TOPOLOGY_STREAMS_H_
