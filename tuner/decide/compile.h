// Compilation of measurements and model estimates into the decision table. Pure: no MPI, no clock,
// no files.
#ifndef COLLTUNE_TUNER_DECIDE_COMPILE_H_
#define COLLTUNE_TUNER_DECIDE_COMPILE_H_

#include "profiles/decision_table.h"
#include "tuner/decide/confirmations.h"
#include "tuner/search/measurements.h"

namespace colltune::tune {

/// Makes the decision table: a row for each measured layout and set of roots. For collectives whose
/// ranks do not know sizes a row has one rule for all sizes. With `confirmations`, only confirmed
/// choices replace the library; a machine that repeats itself exactly needs no confirmations.
DecisionTable Compile(const Measurements& measurements,
                      const Confirmations* confirmations = nullptr);

/// Makes the row of one curve; without rules where the curve has no measurements.
Row RowOf(const Measurements& measurements, const CostCurve& curve,
          const Confirmations* confirmations = nullptr);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_COMPILE_H_
