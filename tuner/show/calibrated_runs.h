// Corrections of predictions by what `colltune measure` found.
#ifndef COLLTUNE_TUNER_SHOW_CALIBRATED_RUNS_H_
#define COLLTUNE_TUNER_SHOW_CALIBRATED_RUNS_H_

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "measure/records/records.h"
#include "models/fit/calibration.h"

namespace colltune::tune {

/// The network of so many ranks.
using NetworkOfRanks = std::function<std::unique_ptr<Network>(int ranks)>;

/// Of each algorithm of `collective` in the valid records that are of whole operations: fitted to
/// the median of each number of ranks, root and size. The library's own is left out: it has no
/// schedule. Throws std::invalid_argument that names `file` where nothing is left, and as Calibrate
/// and ParseChoice.
std::vector<Calibration> CalibrationsOf(std::span<const Record> records, Collective collective,
                                        const NetworkOfRanks& network, const std::string& file);

/// A line for each: by what a prediction is multiplied, what is added, and from what it is known.
std::string CalibrationText(std::span<const Calibration> calibrations, const std::string& file);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SHOW_CALIBRATED_RUNS_H_
