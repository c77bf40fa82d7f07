// Where the processes of MPI_COMM_WORLD run, and with it the layout of any communicator.
#ifndef COLLTUNE_TUNER_INTERCEPT_WORLD_H_
#define COLLTUNE_TUNER_INTERCEPT_WORLD_H_

#include <mpi.h>

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/mpi/unique.h"
#include "profiles/placement.h"

namespace colltune::intercept {

/// What decides, equally on all ranks of a communicator, which row of a table applies to it.
struct Layout {
  int ranks = 0;
  int ranks_per_node = 0;   ///< the most that share a node; 0 where that is not known
  Placement placement;      ///< on sites of the profile's machine, if they are known
  bool has_places = false;  ///< for algorithms that are shaped by the machine
  std::string passes;       ///< why its calls are the library's, or empty
  bool between_groups = false;

  friend auto operator<=>(const Layout&, const Layout&) = default;
};

class World {
 public:
  /// Collective over MPI_COMM_WORLD: each rank tells the others on which node it runs, and
  /// `accelerator`: of which one it has loaded the library, or Accelerators::kNone.
  explicit World(int accelerator);

  /// Why calls are the library's where an accelerator's library is loaded on a rank, or empty.
  std::string PassesForAccelerator() const;

  /// Local. The same on all ranks of the communicator. Whether it has places is not said.
  Layout Describe(MPI_Comm comm) const;

  /// The nodes of the ranks of a communicator that Describe knows the nodes of, as a compiled table
  /// names them. Local.
  std::vector<std::string> HostKeys(MPI_Comm comm) const;

 private:
  std::vector<std::uint64_t> NodesOf(MPI_Comm comm) const;

  UniqueGroup group_{MPI_COMM_WORLD};
  struct Process {
    std::uint64_t node;        // a hash of its processor's name
    std::int64_t accelerator;  // a row of the libraries, or none
  };
  std::vector<Process> processes_;  // by rank
};

}  // namespace colltune::intercept

#endif  // COLLTUNE_TUNER_INTERCEPT_WORLD_H_
