// The nodes of unlike16 with a link for each pair of nodes: SimGrid calls load_platform instead of
// reading an XML file. A link per node would not do: messages of unlike latencies slow each other
// down even on links that SimGrid calls unshared (FATPIPE), as it divides links by round-trip
// times.
#include <algorithm>
#include <string>
#include <vector>

#include "tests/smpi/zones.h"

namespace {

namespace s4u = simgrid::s4u;

struct Kind {
  int nodes;
  const char* overhead;  // "0:C:t": smpi/os, smpi/ois and smpi/or; seconds, seconds per byte
  double latency;        // s: a pair's is the sum of both
  double bandwidth;      // B/s: a pair's is the smaller one
};

constexpr Kind kKinds[] = {{11, "0:20e-6:2.0e-9", 15e-6, 125e6},
                           {2, "0:30e-6:3.0e-9", 20e-6, 125e6},
                           {1, "0:60e-6:6.0e-9", 40e-6, 80e6},
                           {2, "0:40e-6:4.0e-9", 25e-6, 100e6}};
constexpr double kLocalLatency = 1e-6;    // s: within a node
constexpr double kLocalBandwidth = 1e10;  // B/s

struct Node {
  s4u::Host* host;
  const Kind* kind;
};

std::vector<Node> MakeNodes(s4u::NetZone& zone) {
  std::vector<Node> nodes;
  for (const Kind& kind : kKinds) {
    for (int i = 0; i < kind.nodes; ++i) {
      s4u::Host* host = zones::AddHost(zone, "node-" + std::to_string(nodes.size()), 1e9);
      for (const char* name : {"smpi/os", "smpi/ois", "smpi/or"}) {
        host->set_property(name, kind.overhead);
      }
      nodes.push_back({host->seal(), &kind});
    }
  }
  return nodes;
}

}  // namespace

extern "C" void load_platform(const s4u::Engine& engine) {
  s4u::NetZone* zone = zones::AddFull(engine, "speeds16");
  const std::vector<Node> nodes = MakeNodes(*zone);
  for (const Node& from : nodes) {
    for (const Node& to : nodes) {
      const bool local = from.host == to.host;
      s4u::Link* link = zones::AddLink(
          *zone, from.host->get_name() + "-to-" + to.host->get_name(),
          local ? kLocalBandwidth : std::min(from.kind->bandwidth, to.kind->bandwidth));
      link->set_latency(local ? kLocalLatency : from.kind->latency + to.kind->latency);
      link->set_sharing_policy(s4u::Link::SharingPolicy::FATPIPE)->seal();
      zones::AddRoute(*zone, from.host, to.host, {s4u::LinkInRoute(link)}, false);
    }
  }
  zone->seal();
}
