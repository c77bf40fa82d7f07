// What a profile's network model predicted for the candidates that were measured, and how far off
// it was. Pure.
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
  std::string choice;
  Seconds measured{};  ///< the median
  Seconds predicted{};
};

/// Of all candidates that were both measured and predicted, with times above 0, in the order of the
/// rows, which it points into.
std::vector<Prediction> PredictionsOf(const std::vector<const Row*>& rows);

/// The share that nine in ten of them are off by at most, in either direction: 0.1 is up to 1.1
/// times as large or as small. None of none.
std::optional<double> OffBy(const std::vector<Prediction>& predictions);

/// A gnuplot script, as PlotScript makes: predicted against measured times, with points of their
/// own for each algorithm, and a line where they are equal. Throws std::invalid_argument when there
/// are none.
std::string PredictionScript(const std::string& title, const std::vector<Prediction>& predictions);

/// A header line and one row for each:
///
///   op,ranks,ranks_per_node,sites,mapping,first_root,last_root,bytes,choice,measured_us,
///   predicted_us
std::string PredictionsCsv(const std::vector<Prediction>& predictions);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_PREDICTIONS_H_
