// Checks whether the hosts of a job still reach each other.
#ifndef COLLTUNE_TUNER_JOB_CONNECTIVITY_CHECK_H_
#define COLLTUNE_TUNER_JOB_CONNECTIVITY_CHECK_H_

#include <optional>
#include <string>
#include <vector>

#include "tuner/job/job.h"
#include "tuner/job/tcp_probe.h"

namespace colltune::tune {

class Reach {
 public:
  /// Makes all processes listen while this object lives. Rank 0 finds the addresses at which it
  /// reaches the other hosts while all is well. Collective over the job. Does nothing on a single
  /// host, or in the simulator.
  explicit Reach(const Job& job);

  /// Probes the hosts from rank 0, and returns the lines of HostsText; empty if there is no other
  /// host. Calls no MPI function, so it may run on any thread of rank 0, also while MPI calls hang.
  /// Takes at most two seconds for each hundred hosts or so.
  std::vector<std::string> Lines() const;

 private:
  std::optional<Listener> listener_;
  std::vector<ListeningHost> hosts_;  // on rank 0
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_CONNECTIVITY_CHECK_H_
