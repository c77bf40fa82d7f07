// A cluster whose gathers escalate: SimGrid calls load_platform instead of reading an XML file.
//
// 16 nodes on an Ethernet switch, two of them on links of 100 Mb/s, in the manner of the clusters
// of Lastovetsky, Rychkov & O'Flynn (2008), section 3. The switch drops messages: incast.h. With n
// senders at once, a gather escalates for blocks above M1 = kBuffer / n, roughly, and below M2 =
// 64 KiB, from which on messages are no longer eager. Gathers along trees collect many blocks at
// the slow nodes, so that trees do not avoid the escalation.
#include <string>
#include <utility>

#include "tests/smpi/incast.h"
#include "tests/smpi/zones.h"

namespace {

namespace s4u = simgrid::s4u;

constexpr int kNodes = 16;
constexpr double kSlow = 12.5e6;               // B/s: of the links of nodes 4 and 8, either way
constexpr double kBandwidth = 125e6;           // B/s: of the others
constexpr double kLatency = 20e-6;             // s: of a link; a route is two
constexpr double kBuffer = 64 << 10;           // B: of the switch, per node that it sends to
constexpr double kTimeout = 0.2;               // s: TCP's shortest, on Linux
constexpr double kMostEager = (64 << 10) - 1;  // B: as in escalating.cfg

double BandwidthOf(int node) { return node == 4 || node == 8 ? kSlow : kBandwidth; }

}  // namespace

extern "C" void load_platform(const s4u::Engine& engine) {
  s4u::NetZone* zone = zones::AddStar(engine, "escalating");
  incast::Ports ports;
  for (int i = 0; i < kNodes; ++i) {
    const std::string name = "node-" + std::to_string(i);
    s4u::Host* node = zones::AddHost(*zone, name, 1e9)->seal();
    s4u::SplitDuplexLink* link = zones::AddDuplexLink(*zone, "to-" + name, BandwidthOf(i));
    ports[node] = {
        .rate = BandwidthOf(i), .buffer = kBuffer, .delay = kTimeout, .most_eager = kMostEager};
    link->set_latency(kLatency)->seal();
    zones::AddRoute(*zone, node, nullptr, {{link, s4u::LinkInRoute::Direction::UP}}, true);
    s4u::Link* loopback = zones::AddLink(*zone, "within-" + name, 1e10);
    loopback->set_sharing_policy(s4u::Link::SharingPolicy::FATPIPE)->set_latency(1e-6)->seal();
    zones::AddRoute(*zone, node, node, {s4u::LinkInRoute(loopback)}, true);
  }
  zone->seal();
  incast::DropMessages(engine, std::move(ports));
}
