// Nodes of the processes of MPI_COMM_WORLD, and the layout of any communicator.
#ifndef COLLTUNE_TUNER_INTERCEPT_NODE_MAP_H_
#define COLLTUNE_TUNER_INTERCEPT_NODE_MAP_H_

#include <mpi.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/mpi/unique.h"
#include "profiles/placement.h"

namespace colltune::intercept {

/// Layout of a communicator, equal on all its ranks, which decides what row of a table applies.
struct Layout {
  int ranks = 0;
  int ranks_per_node = 0;   ///< the most ranks that share a node; 0 if not known
  int nodes = 0;            ///< that have ranks; 0 if not known
  Placement placement;      ///< on sites of the profile's machine, if they are known
  bool has_places = false;  ///< the ranks' topology is known, for algorithms shaped by it
  std::string passes;       ///< why all its calls go to the library; else empty
  bool between_groups = false;

  friend auto operator<=>(const Layout&, const Layout&) = default;
};

class NodeMap {
 public:
  /// Exchanges nodes and accelerators between all ranks. Collective over MPI_COMM_WORLD. Throws
  /// MpiError.
  /// `accelerator`: row of the accelerator library that this rank has loaded, see
  /// Accelerators::Present.
  explicit NodeMap(int accelerator);

  /// Returns which rank has loaded which accelerator library, as the reason why calls go to the MPI
  /// library; empty if no rank has.
  std::string PassesForAccelerator() const;

  /// Returns the layout of a communicator, the same on all its ranks. Leaves has_places and the
  /// placement's sites at their defaults. Local.
  Layout Describe(MPI_Comm comm) const;

  /// Returns the host of each rank of a communicator, as a compiled table names hosts. Requires
  /// that all ranks are of MPI_COMM_WORLD. Local.
  std::vector<std::string> HostKeys(MPI_Comm comm) const;

 private:
  std::vector<std::size_t> ProcessesOf(MPI_Comm comm) const;

  UniqueGroup group_{MPI_COMM_WORLD};
  struct Process {
    std::uint64_t host;        // hash of MPI's processor name
    std::int64_t accelerator;  // row of AcceleratorLibraries(), or kNone
  };
  std::vector<Process> processes_;  // by rank
  std::vector<int> nodes_;          // by rank
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_NODE_MAP_H_
