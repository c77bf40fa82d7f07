// Probes over TCP which hosts can be reached: a link that is down looks to MPI like one that is
// slow.
//
// On each host a process listens at a TCP port. The kernel answers for that process, also while it
// is busy, stopped, or within MPI. So silence means that the host or a link is down, and a refusal
// that the process is gone. A probe opens a connection, and sends nothing. No MPI function is
// called here, so a probe may run on any thread. IPv4 only.
#ifndef COLLTUNE_TUNER_JOB_TCP_PROBE_H_
#define COLLTUNE_TUNER_JOB_TCP_PROBE_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/units.h"

namespace colltune::tune {

/// Listens at a port of all of this host's addresses while it lives: the kernel answers probes.
class Listener {
 public:
  Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener();

  /// The port; 0 where the system does not allow listening.
  std::uint16_t port() const { return port_; }

 private:
  int socket_;
  std::uint16_t port_ = 0;
};

using Ipv4 = std::uint32_t;  ///< in network byte order

/// Returns all addresses of this host but the loopback's.
std::vector<Ipv4> OwnAddresses();

struct ListeningHost {
  std::string name;
  std::vector<int> ranks;  ///< ranks on this host, rising; the first one listens
  std::uint16_t port = 0;
  std::vector<Ipv4> addresses;
};

/// Result of a probe of one address: an errno, or 0.
struct Reply {
  Ipv4 address;
  int error;
};

/// Probes all addresses of all hosts at once; very many addresses are probed in batches. An address
/// that does not answer within `patience` has timed out. Returns the replies of each host, one for
/// each of its addresses.
std::vector<std::vector<Reply>> Probe(std::span<const ListeningHost> hosts, Seconds patience);

/// Removes addresses that do not answer within `patience`, and hosts without an address. The first
/// host is the one that probes, and stays.
void KeepReached(std::vector<ListeningHost>& hosts, Seconds patience);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_TCP_PROBE_H_
