// Which hosts can be reached, in words: no sockets.
#ifndef COLLTUNE_TUNER_JOB_TCP_PROBE_TEXT_H_
#define COLLTUNE_TUNER_JOB_TCP_PROBE_TEXT_H_

#include <span>
#include <string>
#include <vector>

#include "tuner/job/tcp_probe.h"

namespace colltune::tune {

/// "rank 1 on host2 does not answer at 10.77.0.2 (Connection timed out), but at 10.78.0.2: a link
/// is down": a line for each host with an address that does not answer, or one that all do.
/// `replies` are those of `hosts`, the first of which asked.
std::vector<std::string> HostsText(std::span<const ListeningHost> hosts,
                                   std::span<const std::vector<Reply>> replies);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_TCP_PROBE_TEXT_H_
