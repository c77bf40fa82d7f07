#include "algorithms/mpi/nodes.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <utility>

#include "algorithms/mpi/built_for.h"
#include "algorithms/mpi/error.h"
#include "algorithms/mpi/unique.h"

namespace colltune {
namespace {

/// Returns a number that two processes have in common if they run on one host: of its name, and of
/// the random identifier that Linux draws when it starts.
std::uint64_t HostNumber() {
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  const std::string text = ProcessorName() + '\n' + boot;
  return XXH3_64bits(text.data(), text.size());
}

/// Returns the lowest rank of `comm` that shares memory with this one, as far as MPI says. Not
/// asked in a simulator, whose hosts have a name each: SimGrid 3.32 leaves ranks out where a rank
/// frees the result before others have it, and crashes where ranks are in another order.
int LowestInMemory(MPI_Comm comm) {
  if (kBuiltFor.library.simulates) return RankIn(comm);
  MPI_Comm node = MPI_COMM_NULL;
  Check(PMPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
  const UniqueComm owner(node);
  int lowest = RankIn(comm);
  Check(PMPI_Bcast(&lowest, 1, MPI_INT, 0, node));  // ranks of `node` are in the order of `comm`
  return lowest;
}

/// Returns the lowest rank of the node that `rank` is known to be on so far.
int FirstOf(const std::vector<int>& nodes, int rank) {
  while (nodes[static_cast<std::size_t>(rank)] != rank) {
    rank = nodes[static_cast<std::size_t>(rank)];
  }
  return rank;
}

void Join(std::vector<int>& nodes, int a, int b) {
  const auto [low, high] = std::minmax({FirstOf(nodes, a), FirstOf(nodes, b)});
  nodes[static_cast<std::size_t>(high)] = low;
}

}  // namespace

std::string ProcessorName() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int length = 0;
  Check(PMPI_Get_processor_name(name.data(), &length));
  return {name.data(), static_cast<std::size_t>(length)};
}

std::vector<int> NodesOf(MPI_Comm comm) {
  struct Process {
    std::uint64_t host;
    std::int64_t lowest_in_memory;
  };
  const Process mine{HostNumber(), LowestInMemory(comm)};
  std::vector<Process> all(static_cast<std::size_t>(SizeOf(comm)));
  Check(PMPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, comm));
  std::vector<int> nodes;
  std::map<std::uint64_t, int> first_on_host;
  for (int rank = 0; rank < static_cast<int>(all.size()); ++rank) {
    const Process& process = all[static_cast<std::size_t>(rank)];
    nodes.push_back(rank);
    Join(nodes, rank, static_cast<int>(process.lowest_in_memory));
    Join(nodes, rank, first_on_host.emplace(process.host, rank).first->second);
  }
  for (int& node : nodes) node = FirstOf(nodes, node);
  return nodes;
}

bool IsOnOneNode(MPI_Comm comm) {
  // The lowest rank of a node stands for it, and rank 0 is the lowest of its own.
  return std::ranges::all_of(NodesOf(comm), [](int node) { return node == 0; });
}

int RanksOfFullestNode(std::span<const int> nodes) {
  std::map<int, int> ranks;
  int most = 0;
  for (const int node : nodes) most = std::max(most, ++ranks[node]);
  return most;
}

}  // namespace colltune
