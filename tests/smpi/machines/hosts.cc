#include "tests/smpi/machines/hosts.h"

#include <fmt/format.h>

namespace colltune::machines {

std::vector<Host> HostsOf(const Machine& machine) {
  std::vector<Host> hosts;
  for (std::size_t rack = 0; rack < machine.racks.size(); ++rack) {
    for (const int kind : machine.racks[rack].kinds) {
      hosts.push_back({fmt::format("node-{}", hosts.size()), static_cast<int>(rack), kind});
    }
  }
  return hosts;
}

std::vector<std::string> HostsOfRanks(const Machine& machine) {
  const std::vector<Host> hosts = HostsOf(machine);
  const auto per_host = static_cast<std::size_t>(machine.ranks_per_host);
  std::vector<std::string> names(hosts.size() * per_host);
  for (std::size_t rank = 0; rank < names.size(); ++rank) {
    names[rank] = hosts[machine.is_cyclic ? rank % hosts.size() : rank / per_host].name;
  }
  return names;
}

}  // namespace colltune::machines
