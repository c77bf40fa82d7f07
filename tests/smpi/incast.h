// Incast of simulated machines: switches that drop messages which find no room.
//
// While messages to one host arrive faster than its link takes them, the switch keeps some of them.
// It drops a message that finds no room. TCP notices after a timeout (Phanishayee et al.,
// "Measurement and Analysis of TCP Throughput Collapse in Cluster-based Storage Systems", FAST
// 2008). Only eager messages can meet so: larger ones are sent when their receiver asks for them.
#ifndef COLLTUNE_TESTS_SMPI_INCAST_H_
#define COLLTUNE_TESTS_SMPI_INCAST_H_

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>

#include "tests/smpi/zones.h"

namespace incast {

inline constexpr double kEnvelope = 16;  // B: of each message of SMPI

/// The switch's port to one host, and what it still has to send there.
struct Port {
  double rate;              // B/s: of the host's link
  double buffer;            // B
  double delay;             // s: of a message that is dropped
  double most_eager;        // B: largest message that is sent unasked
  double bytes_kept = 0;    // B: at the time of the last message
  double last_message = 0;  // s
};

/// The ports to the hosts that drop messages.
using Ports = std::unordered_map<const zones::Host*, Port>;

/// Whether a message of `bytes`, with its envelope, that is sent now finds the buffer full.
inline bool IsDropped(Port& port, double bytes) {
  const double now = zones::Engine::get_clock();
  port.bytes_kept = std::max(0.0, port.bytes_kept - (now - port.last_message) * port.rate);
  port.last_message = now;
  // An empty buffer takes any message: its sender is no faster than the link.
  if (port.bytes_kept > 0 && port.bytes_kept + bytes > port.buffer) return true;
  port.bytes_kept += bytes;
  return false;
}

/// Delays messages that a port drops. Call it when all hosts are there.
inline void DropMessages(const zones::Engine& engine, Ports ports) {
  const auto shared = std::make_shared<Ports>(std::move(ports));
  zones::SetLatencyFactor(engine, [shared](double bytes, const zones::Host* from,
                                           const zones::Host* to, double latency) {
    const auto found = shared->find(to);
    if (from == to || found == shared->end()) return 1.0;
    Port& port = found->second;
    if (bytes > port.most_eager + kEnvelope || !IsDropped(port, bytes)) return 1.0;
    return 1 + port.delay / latency;
  });
}

}  // namespace incast

#endif  // COLLTUNE_TESTS_SMPI_INCAST_H_
