// What was measured, for people to read.
#ifndef COLLTUNE_TUNER_MEASURE_TEXT_H_
#define COLLTUNE_TUNER_MEASURE_TEXT_H_

#include <span>
#include <string>

#include "measure/pooling.h"
#include "tuner/measuring.h"

namespace colltune {

/// A line for each implementation and point of one run.
std::string MeasuredText(std::span<const Measured> measured, const StoppingRule& rule);

/// A line for each implementation and problem of several runs: the median of its runs, and which
/// one the runs show to be faster than it. `pools` as PoolRecords makes them.
std::string RunsText(std::span<const Pool> pools, double confidence);

}  // namespace colltune

#endif  // COLLTUNE_TUNER_MEASURE_TEXT_H_
