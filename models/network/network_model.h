// A network model: how it is fitted to measurements, and how a fitted one is made again from its
// parameters.
#ifndef COLLTUNE_MODELS_NETWORK_NETWORK_MODEL_H_
#define COLLTUNE_MODELS_NETWORK_NETWORK_MODEL_H_

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/network/samples.h"
#include "models/network/network.h"

namespace colltune::models {

/// A parameter in the model's own terms: "G", 8e-10, "s/B".
struct FittedParameter {
  std::string name;
  double value = 0;  ///< never negative
  std::string unit;
  double half_width = 0;  ///< of its 95 % confidence interval, in the same unit; may be infinite
  /// False if no sample determines the parameter: `value` is then a fallback that Fit::notes names.
  bool identified = true;
};

/// Residuals of the samples of one experiment: |predicted/measured - 1|.
struct ResidualRow {
  measure::Experiment experiment = measure::Experiment::kRoundTrip;
  int samples = 0;
  double median = 0;
  double p95 = 0;  ///< the 95th percentile: no more than 5 % of the samples are further off
  double worst = 0;
  measure::NetworkSample worst_sample;
};

/// Result of fitting one model.
struct Fit {
  std::string model;
  std::vector<FittedParameter> parameters;
  double worst_residual = 0;  ///< largest |predicted/measured - 1| over the fitted samples
  measure::NetworkSample worst_sample;  ///< sample of the worst residual
  std::vector<ResidualRow> residuals;   ///< one for each experiment that was fitted, in their order
  std::vector<std::string> notes;       ///< remarks for a reader of the parameters, in words
  std::unique_ptr<Network> network;
};

struct FitOptions {
  /// Samples that are far off count less: Huber's weights instead of the squares alone.
  bool robust = false;
};

/// Parameters by name, in the units that Fit states: all in seconds and seconds per byte.
using ParameterValues = std::map<std::string, double, std::less<>>;

/// One line of the table. Plain data and functions without state: may be used by any thread.
struct NetworkModel {
  std::string_view name;  ///< persistent: it stands in profiles
  std::string_view summary;
  std::string_view source;
  std::span<const measure::Experiment> experiments;  ///< experiments that `fit` cannot do without

  /// Fits the samples so that the squares of predicted/measured - 1 have the smallest sum. Each
  /// sample counts once, however many repetitions it stands for. A sample counts less if its
  /// interval says that it is known to worse than kExact. A parameter that the samples do not
  /// determine gets the fallback that a note names, if the model has one. Throws
  /// std::invalid_argument for a sample that cannot be (a time that is not above 0, say), and when
  /// the model has no way to go on; the text names the missing samples.
  Fit (*fit)(const measure::NetworkData& data, const FitOptions& options);

  /// Makes the network from its parameters. `places` are those of the job's ranks; models that
  /// treat all ranks alike ignore them. Throws std::invalid_argument that names a parameter which
  /// is missing, unknown, negative or not finite, and for places that the parameters do not know.
  std::unique_ptr<Network> (*make)(const ParameterValues& parameters,
                                   std::span<const measure::Place> places);
};

/// Returns an experiment's name in words: "round trip", "many to one".
std::string_view InWords(measure::Experiment experiment);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_NETWORK_NETWORK_MODEL_H_
