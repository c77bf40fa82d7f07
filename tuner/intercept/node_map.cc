#include "tuner/intercept/node_map.h"

#include <fmt/format.h>

#include <numeric>
#include <set>

#include "algorithms/mpi/nodes.h"
#include "profiles/compiled/compiled_table.h"
#include "profiles/compiled/machine_bytes.h"
#include "tuner/intercept/accelerators.h"

namespace colltune::intercept {

NodeMap::NodeMap(int accelerator)
    : processes_(static_cast<std::size_t>(SizeOf(MPI_COMM_WORLD))),
      nodes_(colltune::NodesOf(MPI_COMM_WORLD)) {
  const Process mine{Checksum(ProcessorName()), accelerator};
  Check(PMPI_Allgather(&mine, sizeof mine, MPI_BYTE, processes_.data(), sizeof mine, MPI_BYTE,
                       MPI_COMM_WORLD));
}

std::string NodeMap::PassesForAccelerator() const {
  for (std::size_t rank = 0; rank < processes_.size(); ++rank) {
    const std::int64_t row = processes_[rank].accelerator;
    if (row == Accelerators::kNone) continue;
    return fmt::format("{} is loaded on rank {}: see COLLTUNE_ACCELERATOR",
                       AcceleratorLibraries()[static_cast<std::size_t>(row)].name, rank);
  }
  return "";
}

Layout NodeMap::Describe(MPI_Comm comm) const {
  Layout layout{.ranks = SizeOf(comm), .placement = {}, .passes = {}};
  int is_inter = 0;
  Check(PMPI_Comm_test_inter(comm, &is_inter));
  if (is_inter) {
    layout.passes = "intercommunicator";
    layout.between_groups = true;
    return layout;
  }
  std::vector<int> nodes;
  for (const std::size_t process : ProcessesOf(comm)) nodes.push_back(nodes_[process]);
  layout.placement.mapping = MappingOf(std::vector<std::uint64_t>(nodes.begin(), nodes.end()));
  layout.ranks_per_node = RanksOfFullestNode(nodes);
  layout.nodes = static_cast<int>(std::set<int>(nodes.begin(), nodes.end()).size());
  if (layout.ranks_per_node == 0) {
    // A process outside MPI_COMM_WORLD has read another environment, and its node is not known.
    layout.passes = "process outside MPI_COMM_WORLD";
  } else if (layout.ranks == 1) {
    layout.passes = "one rank";
  }
  return layout;
}

std::vector<std::string> NodeMap::HostKeys(MPI_Comm comm) const {
  std::vector<std::string> keys;
  for (const std::size_t process : ProcessesOf(comm)) {
    keys.push_back(HostKey(processes_[process].host));
  }
  return keys;
}

/// Returns the rank in MPI_COMM_WORLD of each rank; none if a process is not of MPI_COMM_WORLD.
std::vector<std::size_t> NodeMap::ProcessesOf(MPI_Comm comm) const {
  const int ranks = SizeOf(comm);
  const UniqueGroup group(comm);
  std::vector<int> here(static_cast<std::size_t>(ranks));
  std::iota(here.begin(), here.end(), 0);
  std::vector<int> in_world(here.size());
  Check(PMPI_Group_translate_ranks(group.get(), ranks, here.data(), group_.get(), in_world.data()));
  std::vector<std::size_t> processes;
  processes.reserve(in_world.size());
  for (const int rank : in_world) {
    if (rank == MPI_UNDEFINED) return {};
    processes.push_back(static_cast<std::size_t>(rank));
  }
  return processes;
}

}  // namespace colltune::intercept
