// The network of the topology model. See topology.cc.
#ifndef COLLTUNE_MODELS_TOPOLOGY_NETWORK_H_
#define COLLTUNE_MODELS_TOPOLOGY_NETWORK_H_

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "models/network/network_model.h"

namespace colltune::models {

inline constexpr std::string_view kTopology = "topology";

/// Parameters of a host, whose name follows: "o_s node-3". Seconds, or seconds per byte.
namespace host_parameter {
inline constexpr std::string_view kSendOverhead = "o_s ";
inline constexpr std::string_view kSendByte = "t_s ";
inline constexpr std::string_view kReceiveOverhead = "o_r ";
inline constexpr std::string_view kReceiveByte = "t_r ";
inline constexpr std::string_view kLatency = "L ";         ///< between host and switch
inline constexpr std::string_view kPortOut = "port out ";  ///< full duplex, with kPortIn
inline constexpr std::string_view kPortIn = "port in ";    ///< full duplex, with kPortOut
inline constexpr std::string_view kPort = "port ";         ///< half duplex
inline constexpr std::string_view kByte = "G ";  ///< on the host's link, whatever else crosses it
inline constexpr std::string_view kLatencyWithin = "L within ";
inline constexpr std::string_view kMemory = "memory ";        ///< the line of messages within
inline constexpr std::string_view kByteWithin = "G within ";  ///< whatever else crosses it
inline constexpr std::string_view kCopy = "copy ";            ///< of the processor
inline constexpr std::string_view kReduce = "reduce ";        ///< likewise
inline constexpr std::string_view kGroupOf = "group of ";     ///< number of the host's group
}  // namespace host_parameter

/// Parameters of a group of hosts or of groups, whose number follows: "line out group 3".
namespace group_parameter {
inline constexpr std::string_view kParentOf = "parent of group ";  ///< number of the group around
inline constexpr std::string_view kLatency = "L group ";           ///< between it and its parent
inline constexpr std::string_view kLineOut = "line out group ";
inline constexpr std::string_view kLineIn = "line in group ";
inline constexpr std::string_view kLine = "line group ";  ///< half duplex
/// The line that all messages between two of the group's members cross.
inline constexpr std::string_view kBackbone = "backbone group ";
}  // namespace group_parameter

/// B: what each message carries beyond its data, on all lines that it crosses.
inline constexpr std::string_view kEnvelope = "envelope";

// Parameters of messages that wait for their receive, beyond "S", the largest that does not.
inline constexpr std::string_view kHandshake = "handshake";  ///< s: latency more than others have
/// Share of the overheads o_s and o_r that they have; bytes cost their processors nothing.
inline constexpr std::string_view kRendezvousShare = "rendezvous share";
/// Share of o_s + t_s m that their nonblocking sends have beyond that.
inline constexpr std::string_view kNonblockingShare = "nonblocking share";

/// Makes the network, as NetworkModel::make. Lines that are missing or 0 do not exist, and so do
/// latencies of groups. A group without a parent is connected with all other such groups.
std::unique_ptr<Network> MakeTopology(const ParameterValues& values,
                                      std::span<const measure::Place> places);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_TOPOLOGY_NETWORK_H_
