// Which hosts can be reached: a link that is down looks to MPI like one that is slow.
//
// On each host a process listens at a TCP port. The kernel answers for it, also while the process
// is busy, stopped, or within MPI, so that silence is the host's or a link's, and a refusal says
// that the process is gone. Nothing is sent but the connection's opening. Here no MPI is called,
// and what asks may run on any thread. IPv4 only.
#ifndef COLLTUNE_TUNER_JOB_TCP_PROBE_H_
#define COLLTUNE_TUNER_JOB_TCP_PROBE_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/units.h"

namespace colltune::tune {

/// Lets the kernel answer at a port of all of this host's addresses while it lives.
class Listener {
 public:
  Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener();

  /// 0 where the system does not let us listen.
  std::uint16_t port() const { return port_; }

 private:
  int socket_;
  std::uint16_t port_ = 0;
};

using Ipv4 = std::uint32_t;  ///< in network byte order

/// All of this host's but the loopback's.
std::vector<Ipv4> OwnAddresses();

struct ListeningHost {
  std::string name;
  std::vector<int> ranks;  ///< that run there, rising; the first one listens
  std::uint16_t port = 0;
  std::vector<Ipv4> addresses;
};

/// Result of a probe of one address: an errno, or 0.
struct Reply {
  Ipv4 address;
  int error;
};

/// Knocks at all addresses of all hosts at once (of very many one part after the other); what has
/// not answered after `patience` has timed out. For each host its replies.
std::vector<std::vector<Reply>> Probe(std::span<const ListeningHost> hosts, Seconds patience);

/// Leaves only those addresses that answer, and hosts that do; the first host asks, and stays.
void KeepReached(std::vector<ListeningHost>& hosts, Seconds patience);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_TCP_PROBE_H_
