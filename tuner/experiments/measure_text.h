// Tables of measurements, for people to read.
#ifndef COLLTUNE_TUNER_EXPERIMENTS_MEASURE_TEXT_H_
#define COLLTUNE_TUNER_EXPERIMENTS_MEASURE_TEXT_H_

#include <span>
#include <string>

#include "measure/records/pooling.h"
#include "tuner/experiments/measuring.h"

namespace colltune::tune {

/// A line for each implementation and point of one run.
std::string MeasuredText(std::span<const Measured> measured, const measure::StoppingRule& rule);

/// The overhead o_i and the gap g_i of each rank, where they were measured.
std::string CostsText(std::span<const Measured> measured);

/// Returns a table of the exit skew of each barrier: how far apart ranks leave the barrier.
std::string SkewsText(std::span<const measure::BarrierSkew> skews);

/// Returns a line for each implementation and problem of several runs: the median of the runs, and
/// the fastest implementation that is significantly faster. `pools` as PoolRecords makes them.
std::string RunsText(std::span<const measure::Pool> pools, double confidence);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EXPERIMENTS_MEASURE_TEXT_H_
