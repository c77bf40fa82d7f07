// The hosts of a machine as a list, and where its ranks are.
#ifndef COLLTUNE_TESTS_SMPI_MACHINES_HOSTS_H_
#define COLLTUNE_TESTS_SMPI_MACHINES_HOSTS_H_

#include <string>
#include <vector>

#include "tests/smpi/machines/machine.h"

namespace colltune::machines {

struct Host {
  std::string name;  ///< "node-0" and so on, through all racks
  int rack = 0;
  int kind = 0;
};

/// Returns the hosts, rack by rack.
std::vector<Host> HostsOf(const Machine& machine);

/// Returns the name of each rank's host.
std::vector<std::string> HostsOfRanks(const Machine& machine);

}  // namespace colltune::machines

#endif  // COLLTUNE_TESTS_SMPI_MACHINES_HOSTS_H_
