// Lines that messages share in the topology model, as streams at the same time tell them.
#ifndef COLLTUNE_MODELS_TOPOLOGY_LINES_H_
#define COLLTUNE_MODELS_TOPOLOGY_LINES_H_

#include "models/network/network_model.h"
#include "models/topology_readings.h"

namespace colltune::models {

/// Adds the links of hosts and the lines of groups to `fit`, whose other parameters are there.
/// - A line that slows single messages has the byte time of the fastest pair whose hosts' own links
///   do not explain its byte time.
/// - A line that slows streams at once has the byte time with which the streams, played on the
///   network, take their measured time (experiment_replay.h), if that is longer than without it by
///   5 % or more and by what the interval leaves open.
/// - A line is half duplex if streams in both directions take longer than its two directions
///   explain, likewise.
/// Without streams hosts' links are full duplex, and groups have the lines that single messages
/// tell; notes say so.
void AddLines(const measure::NetworkData& data, const HostReadings& read, const HostTree& tree,
              Fit& fit);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_TOPOLOGY_LINES_H_
