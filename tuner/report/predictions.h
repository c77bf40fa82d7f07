// Predictions of a profile's network model for measured candidates, and their errors. Pure.
#ifndef COLLTUNE_TUNER_REPORT_PREDICTIONS_H_
#define COLLTUNE_TUNER_REPORT_PREDICTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "profiles/decision_table.h"

namespace colltune::tune {

struct Prediction {
  const Row* row = nullptr;
  Bytes bytes;
  ChoiceId choice;
  Seconds measured{};  ///< the median
  Seconds predicted{};
};

/// Returns the predictions of all candidates that were both measured and predicted, with times
/// above 0, in the order of the rows. The predictions point into the rows.
std::vector<Prediction> PredictionsOf(const std::vector<const Row*>& rows);

/// Returns the 90th percentile of the predictions' errors, in either direction: 0.1 means too large
/// or too small by a factor of 1.1. None without predictions.
std::optional<double> OffBy(const std::vector<Prediction>& predictions);

/// Returns a gnuplot script, as PlotScript does, of predicted against measured times. Each
/// algorithm has points of another kind; a line marks equal times. Throws std::invalid_argument
/// without predictions.
std::string PredictionScript(const std::string& title, const std::vector<Prediction>& predictions);

/// Returns CSV, a header line and one row for each prediction:
///
///   op,ranks,ranks_per_node,sites,mapping,first_root,last_root,bytes,choice,measured_us,
///   predicted_us
std::string PredictionsCsv(const std::vector<Prediction>& predictions);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_PREDICTIONS_H_
