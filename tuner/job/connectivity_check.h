// Whether the hosts of a job still reach each other.
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
  /// Has all processes listen while it lives, and rank 0 find out at which addresses it reaches the
  /// other hosts while all is well. Collective over the job. Nothing on a single host, and in the
  /// simulator.
  explicit Reach(const Job& job);

  /// What rank 0 reaches now, a line for each fault; empty where there is no other. Calls no MPI
  /// function: on any thread of rank 0, also while MPI calls hang. Takes two seconds at most, or as
  /// long for each hundred hosts or so.
  std::vector<std::string> Lines() const;

 private:
  std::optional<Listener> listener_;
  std::vector<ListeningHost> hosts_;  // on rank 0
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_CONNECTIVITY_CHECK_H_
