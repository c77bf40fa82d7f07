// Corrections of predictions by times that `colltune measure` has recorded.
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

/// Makes the network of `ranks` ranks.
using NetworkOfRanks = std::function<std::unique_ptr<models::Network>(int ranks)>;

/// Fits a calibration for each algorithm of `collective`, to the median time of each number of
/// ranks, root and size. Only valid records of whole operations count. The library's own is left
/// out, since it has no schedule. Throws std::invalid_argument that names `file` where no algorithm
/// is left, and as Calibrate and ParseChoice.
std::vector<models::Calibration> CalibrationsOf(std::span<const measure::Record> records,
                                                Collective collective,
                                                const NetworkOfRanks& network,
                                                const std::string& file);

/// Returns a line for each calibration: its factor, its offset, and the runs that it is fitted to.
std::string CalibrationText(std::span<const models::Calibration> calibrations,
                            const std::string& file);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SHOW_CALIBRATED_RUNS_H_
