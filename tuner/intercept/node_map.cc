#include "tuner/intercept/node_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include "profiles/compiled/compiled_table.h"
#include "profiles/compiled/machine_bytes.h"
#include "tuner/intercept/accelerators.h"

namespace colltune::intercept {
namespace {

std::uint64_t ThisNode() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int length = 0;
  Check(PMPI_Get_processor_name(name.data(), &length));
  return Checksum(std::string_view(name.data(), static_cast<std::size_t>(length)));
}

/// Returns how often the most frequent value stands in `values`.
int LargestGroup(std::vector<std::uint64_t> values) {
  std::ranges::sort(values);
  std::ptrdiff_t largest = 0;
  for (auto first = values.begin(); first != values.end();) {
    const auto last = std::upper_bound(first, values.end(), *first);
    largest = std::max(largest, last - first);
    first = last;
  }
  return static_cast<int>(largest);
}

}  // namespace

NodeMap::NodeMap(int accelerator) : processes_(static_cast<std::size_t>(SizeOf(MPI_COMM_WORLD))) {
  const Process mine{ThisNode(), accelerator};
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
  const std::vector<std::uint64_t> nodes = NodesOf(comm);
  layout.placement.mapping = MappingOf(nodes);
  layout.ranks_per_node = LargestGroup(nodes);
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
  for (const std::uint64_t node : NodesOf(comm)) keys.push_back(HostKey(node));
  return keys;
}

/// Returns the node of each rank; none if a process is not of MPI_COMM_WORLD.
std::vector<std::uint64_t> NodeMap::NodesOf(MPI_Comm comm) const {
  const int ranks = SizeOf(comm);
  const UniqueGroup group(comm);
  std::vector<int> here(static_cast<std::size_t>(ranks));
  std::iota(here.begin(), here.end(), 0);
  std::vector<int> in_world(here.size());
  Check(PMPI_Group_translate_ranks(group.get(), ranks, here.data(), group_.get(), in_world.data()));
  std::vector<std::uint64_t> nodes;
  nodes.reserve(in_world.size());
  for (const int rank : in_world) {
    if (rank == MPI_UNDEFINED) return {};
    nodes.push_back(processes_[static_cast<std::size_t>(rank)].node);
  }
  return nodes;
}

}  // namespace colltune::intercept
