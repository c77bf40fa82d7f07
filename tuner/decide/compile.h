// Compilation of measurements and expectations into the decision table. Pure: no MPI, no clock, no
// files.
#ifndef COLLTUNE_TUNER_DECIDE_COMPILE_H_
#define COLLTUNE_TUNER_DECIDE_COMPILE_H_

#include <functional>
#include <vector>

#include "profiles/decision_table.h"
#include "tuner/decide/confirmations.h"
#include "tuner/problem/layout_placing.h"
#include "tuner/search/measurements.h"

namespace colltune::tune {

/// Communicators that are decided alike, by one of them.
struct RegionCell {
  Region region;
  Layout layout;  ///< that decides for the region
};

/// Returns cells that together have every communicator of the nodes and ranks per node that the
/// measured layouts span, each once. A number of nodes, of ranks per node, or of ranks belongs to
/// the nearest measured one by ratio.
/// Leaves out cells of up to `beyond` nodes. On a machine of several sites
/// layouts on equally many sites have cells of their own.
std::vector<RegionCell> CellsOf(const SearchSpace& space, int beyond = 0,
                                const LayoutPlacing& placing = {});

struct CompileOptions {
  /// With confirmations, only confirmed choices replace the library; a machine that repeats itself
  /// exactly needs none.
  const Confirmations* confirmations = nullptr;
  int beyond = 0;              ///< only communicators of more nodes are decided
  LayoutPlacing placing = {};  ///< by which rows are keyed
  std::function<void(const Problem&)> beat = [](const Problem&) {};  ///< before each row
};

/// Makes the decision table: rows for each collective, cell and group of roots. For collectives
/// whose ranks do not know sizes a row has one rule for all sizes.
DecisionTable Compile(const Measurements& measurements, const CompileOptions& options = {});

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_COMPILE_H_
