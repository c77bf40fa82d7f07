// Latencies and byte times between hosts, as round trips and calls tell them: what the topology
// model takes its structure from.
#ifndef COLLTUNE_MODELS_TOPOLOGY_READINGS_H_
#define COLLTUNE_MODELS_TOPOLOGY_READINGS_H_

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "measure/network/samples.h"
#include "models/features/host_tree.h"

namespace colltune::models {

/// Two sizes, the smaller one first.
using Span = std::pair<Bytes, Bytes>;

/// Returns the sizes between which bytes are timed: the two largest that wait for their receive, or
/// else of those that do not, or else of all; nothing for fewer than two. `sizes`: ascending.
std::optional<Span> SpanOf(std::span<const Bytes> sizes, Bytes limit);

struct HostReadings {
  std::vector<std::string> hosts;        ///< in the order of their first ranks
  std::vector<std::vector<Rank>> ranks;  ///< of each host
  std::vector<std::size_t> host_of;      ///< of each rank
  /// Latencies: half of the round trip of the smallest size without the time of its bytes and of
  /// the envelope; overheads are in it, whose parts of the two hosts add up as those of their
  /// links. Byte times: the slope between two sizes, the same ones for all pairs. They are the
  /// largest of which half of the pairs have round trips: two that wait for their receive, or else
  /// two that are buffered, without what calls take.
  PairTimes times;
  std::vector<double> byte_within;  ///< likewise, between ranks of a host; NaN: not known
  int envelope = 0;                 ///< bytes that each message carries beyond its data
  double noise = 0;  ///< median half width of the round trips' intervals, as a share of them

  std::size_t HostOf(Rank rank) const { return host_of[static_cast<std::size_t>(rank)]; }
};

/// Reads the samples. `limit`: the largest size that is buffered. Throws std::invalid_argument for
/// a sample of a rank without a place.
HostReadings ReadHosts(const measure::NetworkData& data, Bytes limit);

/// Returns the least difference of latencies that groups may rest on, as a share of them.
double ToleranceOf(const HostReadings& read);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_TOPOLOGY_READINGS_H_
