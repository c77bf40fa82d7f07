// Overheads of messages that wait for their receive, in the topology model.
#ifndef COLLTUNE_MODELS_TOPOLOGY_RENDEZVOUS_H_
#define COLLTUNE_MODELS_TOPOLOGY_RENDEZVOUS_H_

#include <map>
#include <optional>
#include <string>

#include "models/network/network_model.h"
#include "models/topology_readings.h"

namespace colltune::models {

/// Adds to `fit`, whose other parameters but lines are there, what messages that wait take beyond
/// latencies and bytes: the share of the overheads of others, which SMPI's have not, or more, a
/// handshake. Both are of the median of the round trips. That of nonblocking sends is left at 0.
void AddRendezvous(const measure::NetworkData& data, const HostReadings& read, Bytes limit,
                   Fit& fit);

/// Returns the share of o_s + t_s m that nonblocking sends have of messages that wait. It is the
/// median over hosts whose small streams to several others tell it: they are to take at least a
/// tenth longer with all of these overheads than without. Nothing if none of them does. Where
/// nothing is buffered, no call tells o_s: sets it in `fit` by these streams, as what nonblocking
/// sends have. Where calls of two buffered sizes do not tell t_s, sets it by the largest streams,
/// likewise. lines: byte times by the names of their parameters, which `fit` does not have yet.
std::optional<double> FindNonblocking(const measure::NetworkData& data, const HostReadings& read,
                                      Bytes limit, const std::map<std::string, double>& lines,
                                      Fit& fit);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_TOPOLOGY_RENDEZVOUS_H_
