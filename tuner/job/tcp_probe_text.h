// The results of probes in words: no sockets.
#ifndef COLLTUNE_TUNER_JOB_TCP_PROBE_TEXT_H_
#define COLLTUNE_TUNER_JOB_TCP_PROBE_TEXT_H_

#include <span>
#include <string>
#include <vector>

#include "tuner/job/tcp_probe.h"

namespace colltune::tune {

/// Returns a line for each host with an address that does not answer: "rank 1 on host2 does not
/// answer at 10.77.0.2 (Connection timed out), but at 10.78.0.2: a link is down". If all addresses
/// answer, returns one line that says so. If all hosts but the first have a line, another one says
/// that the first may be cut off. `replies` are the replies of `hosts`, probed by the first host.
std::vector<std::string> HostsText(std::span<const ListeningHost> hosts,
                                   std::span<const std::vector<Reply>> replies);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_TCP_PROBE_TEXT_H_
