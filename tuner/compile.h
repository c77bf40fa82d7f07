// From what was measured, and what a model makes of it, to the decision table. Pure: no MPI, no
// clock, no files.
#ifndef COLLTUNE_TUNER_COMPILE_H_
#define COLLTUNE_TUNER_COMPILE_H_

#include <optional>

#include "profiles/decision_table.h"
#include "tuner/search.h"

namespace colltune {

/// A row for each layout that was measured; for collectives whose ranks do not know sizes, with one
/// rule for all. And one for each number of ranks between two measured ones, of those that have as
/// many ranks on a node or all of them, where the model is good enough to decide (RowBetween).
DecisionTable Compile(const Search& search, const Oracle& oracle);

/// The row of a measured layout.
Row RowOf(const Search& search, const Line& line);

/// A row between two measured layouts of one kind, from predictions that are corrected as it took
/// on both sides. An algorithm is chosen only where, at both, the best one was not slower than the
/// library, and faster by more than the margin and `error` at one of them at least.
Row RowBetween(const Search& search, const Oracle& oracle, const Line& low, const Line& high,
               const Layout& layout, double error);

/// How far such predictions are off where they can be compared: nine in ten of those for measured
/// layouts, from their neighbours alone, are closer. Nothing where there are none.
std::optional<double> ErrorBetween(const Search& search, const Oracle& oracle,
                                   Collective collective);

}  // namespace colltune

#endif  // COLLTUNE_TUNER_COMPILE_H_
