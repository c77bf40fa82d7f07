// Correction of a model's predictions for one algorithm, from a few timed runs of the algorithm
// itself.
#ifndef COLLTUNE_MODELS_FIT_CALIBRATION_H_
#define COLLTUNE_MODELS_FIT_CALIBRATION_H_

#include <optional>
#include <span>

#include "algorithms/algorithm.h"
#include "models/network/network.h"

namespace colltune::models {

/// One timed run of the algorithm, or the median of several.
struct TimedRun {
  Shape shape;
  Seconds time{};
};

/// Correction of a prediction: time = offset + scale * predicted.
struct Calibration {
  Choice choice;
  int least_ranks = 0;  ///< of the runs; not applied to fewer ranks, or to more than most_ranks
  int most_ranks = 0;
  double scale = 1;
  Seconds offset{};
  double scale_half_width = 0;  ///< of the 95 % confidence interval; may be infinite
  Seconds offset_half_width{};  ///< likewise
  int runs = 0;
};

/// Fits scale and offset, neither negative, so that the squares of corrected/measured - 1 have the
/// smallest sum. Where the predictions of all runs are the same, the offset is 0. Throws
/// std::invalid_argument without a run, for a time that is not above 0 and finite, and for a shape
/// that the algorithm declines.
Calibration Calibrate(const Choice& choice, std::span<const TimedRun> runs, const Network& network);

/// Returns the prediction after the first calibration of this choice and number of ranks; nothing
/// if there is none.
std::optional<Seconds> Corrected(const Choice& choice, const Shape& shape, Seconds predicted,
                                 std::span<const Calibration> calibrations);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FIT_CALIBRATION_H_
