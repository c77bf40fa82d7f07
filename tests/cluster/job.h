// An MPI job on an emulated cluster.
#ifndef COLLTUNE_TESTS_CLUSTER_JOB_H_
#define COLLTUNE_TESTS_CLUSTER_JOB_H_

#include <string>
#include <utility>
#include <vector>

#include "tests/cluster/description.h"

namespace colltune::cluster {

struct Job {
  int ranks = 0;  ///< one on each of the cluster's first hosts
  std::vector<std::pair<std::string, std::string>> environment;  ///< of the ranks alone
  std::vector<std::string> command;

  std::string mpiexec;   ///< MPICH's
  std::string launcher;  ///< launch.sh
  std::string preload;   ///< libblocking.so
};

/// Builds the cluster and runs the job on it. Returns the exit code of mpiexec, or 128 plus the
/// signal that ended it. Passes signals that are blocked and sent to this process on to mpiexec.
/// Must be called in InOwnNamespaces(). Throws std::system_error, std::runtime_error.
int RunJob(const Description& cluster, const Job& job);

}  // namespace colltune::cluster

#endif  // COLLTUNE_TESTS_CLUSTER_JOB_H_
