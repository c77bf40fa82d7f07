// A simulated machine: hosts in racks, racks in sites, and the true parameters of all of them.
//
// A message between hosts crosses the line of the sender's host, the uplinks of the racks and sites
// that it leaves and enters, the backbone of a site whose racks it passes between, and the line of
// the receiver's host. Messages share each line max-min fairly, but SimGrid weights each by the
// inverse of its latency. Besides its bytes a message has SMPI's envelope of 16 B.
#ifndef COLLTUNE_TESTS_SMPI_MACHINES_MACHINE_H_
#define COLLTUNE_TESTS_SMPI_MACHINES_MACHINE_H_

#include <cstdint>
#include <optional>
#include <vector>

namespace colltune::machines {

/// One end's line to the switch above it.
struct Line {
  double latency = 0;        ///< s, one way
  double bandwidth = 0;      ///< B/s
  bool half_duplex = false;  ///< whether both directions share the bandwidth
};

/// Time of a processor for each message: C and t of the LMO model.
struct Overhead {
  double seconds = 0;
  double seconds_per_byte = 0;
};

struct HostKind {
  Overhead send;
  Overhead receive;
  Line link;    ///< to the rack's switch
  Line memory;  ///< crossed by all messages within the host; half duplex
};

struct Rack {
  std::vector<int> kinds;  ///< of each host: indices of Machine::kinds
  int site = 0;            ///< index of Machine::sites; 0 where there is none
  Line uplink;             ///< to the site's core; unused where there is no site
};

struct Site {
  double backbone_taper = 0;  ///< rate of its racks' uplinks to that of the backbone; 0: none
  double backbone = 0;        ///< B/s of the one line that all messages between its racks cross
  Line uplink;                ///< to the other site; unused where there is none
};

/// Switches that drop eager messages, each of which then arrives later.
struct Incast {
  std::int64_t buffer = 0;  ///< B, for each receiving host
  double delay = 0;         ///< s, of a dropped message
};

struct Machine {
  std::uint64_t seed = 0;
  std::vector<HostKind> kinds;
  std::vector<Rack> racks;
  std::vector<Site> sites;  ///< none where there is one rack
  double taper = 1;         ///< rate of a rack's hosts to that of its uplink
  int ranks_per_host = 1;
  bool is_cyclic = false;       ///< ranks in turns on all hosts; if not, host by host
  std::int64_t most_eager = 0;  ///< B: largest message that is buffered, S of LogGPS
  std::optional<Incast> incast;
};

}  // namespace colltune::machines

#endif  // COLLTUNE_TESTS_SMPI_MACHINES_MACHINE_H_
