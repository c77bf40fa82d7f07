// Overheads of messages that wait for their receive, in the topology model.
#ifndef COLLTUNE_MODELS_TOPOLOGY_RENDEZVOUS_H_
#define COLLTUNE_MODELS_TOPOLOGY_RENDEZVOUS_H_

#include "models/network/network_model.h"
#include "models/topology_readings.h"

namespace colltune::models {

/// Sets in `fit` the share of o_s that nonblocking sends have of messages that wait. It is the
/// median over hosts whose small streams to several others tell it: they are to take at least a
/// tenth longer with all of o_s than without. Where nothing is buffered, no call tells o_s; these
/// streams do, and o_s is what their nonblocking sends have.
void FindNonblocking(const measure::NetworkData& data, const HostReadings& read, Bytes limit,
                     Fit& fit);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_TOPOLOGY_RENDEZVOUS_H_
