// A cluster whose gathers escalate: SimGrid calls load_platform instead of reading an XML file.
//
// 16 nodes on an Ethernet switch, two of them on links of 100 Mb/s, in the manner of the clusters
// of Lastovetsky, Rychkov & O'Flynn (2008), section 3. While messages to one node arrive faster
// than its link takes them, the switch keeps up to kBuffer of them. It drops a message that finds
// no room. TCP notices after its shortest timeout (incast: Phanishayee et al., "Measurement and
// Analysis of TCP Throughput Collapse in Cluster-based Storage Systems", FAST 2008). Only eager
// messages, below 64 KiB, can meet so: larger ones are sent when their receiver asks for them. With
// n senders at once, a gather escalates for blocks above M1 = kBuffer / n, roughly, and below M2 =
// 64 KiB. Gathers along trees collect many blocks at the slow nodes, so that trees do not avoid the
// escalation.
#include <string>
#include <unordered_map>

#include "tests/smpi/zones.h"

namespace {

namespace s4u = simgrid::s4u;

constexpr int kNodes = 16;
constexpr double kSlow = 12.5e6;      // B/s: of the links of nodes 4 and 8, either way
constexpr double kBandwidth = 125e6;  // B/s: of the others
constexpr double kLatency = 20e-6;    // s: of a link; a route is two
constexpr double kBuffer = 64 << 10;  // B: of the switch, per node that it sends to
constexpr double kTimeout = 0.2;      // s: TCP's shortest, on Linux
constexpr double kEnvelope = 16;      // B: of each message of SMPI
constexpr double kRendezvous = (64 << 10) + kEnvelope;  // B: as in escalating.cfg

double BandwidthOf(int node) { return node == 4 || node == 8 ? kSlow : kBandwidth; }

/// The bytes that the switch still has to send to a node.
struct Queue {
  double bandwidth;
  double bytes = 0;
  double when = 0;
};

std::unordered_map<const s4u::Host*, Queue>& Queues() {
  static std::unordered_map<const s4u::Host*, Queue> queues;
  return queues;
}

/// Whether a message that is sent now finds the queue full.
bool IsDropped(Queue& queue, double bytes) {
  const double now = s4u::Engine::get_clock();
  queue.bytes = std::max(0.0, queue.bytes - (now - queue.when) * queue.bandwidth);
  queue.when = now;
  // A queue that is empty takes any message: its sender is no faster than the link.
  if (queue.bytes > 0 && queue.bytes + bytes > kBuffer) return true;
  queue.bytes += bytes;
  return false;
}

double LatencyFactor(double bytes, const s4u::Host* from, const s4u::Host* to) {
  if (from == to || bytes >= kRendezvous || !IsDropped(Queues().at(to), bytes)) return 1;
  return 1 + kTimeout / (2 * kLatency);
}

}  // namespace

extern "C" void load_platform(const s4u::Engine& engine) {
  s4u::NetZone* zone = zones::AddStar(engine, "escalating");
  for (int i = 0; i < kNodes; ++i) {
    const std::string name = "node-" + std::to_string(i);
    s4u::Host* node = zones::AddHost(*zone, name, 1e9)->seal();
    s4u::SplitDuplexLink* link = zones::AddDuplexLink(*zone, "to-" + name, BandwidthOf(i));
    Queues()[node] = {.bandwidth = BandwidthOf(i)};
    link->set_latency(kLatency)->seal();
    zones::AddRoute(*zone, node, nullptr, {{link, s4u::LinkInRoute::Direction::UP}}, true);
    s4u::Link* loopback = zones::AddLink(*zone, "within-" + name, 1e10);
    loopback->set_sharing_policy(s4u::Link::SharingPolicy::FATPIPE)->set_latency(1e-6)->seal();
    zones::AddRoute(*zone, node, node, {s4u::LinkInRoute(loopback)}, true);
  }
  zone->seal();
  zones::SetLatencyFactor(engine, LatencyFactor);
}
