// From what was measured, and what a model makes of it, to the decision table. Pure: no MPI, no
// clock, no files.
#ifndef COLLTUNE_TUNER_DECIDE_COMPILE_H_
#define COLLTUNE_TUNER_DECIDE_COMPILE_H_

#include "profiles/decision_table.h"
#include "tuner/decide/confirmations.h"
#include "tuner/search/search.h"

namespace colltune::tune {

/// A row for each layout that was measured; for collectives whose ranks do not know sizes, with one
/// rule for all. With `confirmations` only what they confirm is chosen before the library's own;
/// a machine that repeats itself needs none.
DecisionTable Compile(const Search& search, const Confirmations* confirmations = nullptr);

/// The row of a measured layout.
Row RowOf(const Search& search, const Line& line, const Confirmations* confirmations = nullptr);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_COMPILE_H_
