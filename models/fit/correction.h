// Correction of a model's predictions by the residuals of timed runs, with its uncertainty.
#ifndef COLLTUNE_MODELS_FIT_CORRECTION_H_
#define COLLTUNE_MODELS_FIT_CORRECTION_H_

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "algorithms/choice_id.h"
#include "algorithms/shape.h"
#include "algorithms/units.h"

namespace colltune::models {

/// Arguments of a run on which its residual depends.
struct RunPoint {
  ChoiceId choice;
  Bytes bytes;
  int ranks = 1;
  int ranks_per_node = 1;
  Rank root = 0;

  friend bool operator==(const RunPoint&, const RunPoint&) = default;
};

/// Tells which runs an expectation takes no account of.
using HidesRun = std::function<bool(const RunPoint& at)>;

/// Logarithm of measured over predicted time, and its standard deviation by the run's samples.
struct Residual {
  RunPoint at;
  double log_ratio = 0;
  double noise = 0;
};

struct ExpectedResidual {
  double mean = 0;
  double deviation = 0;  ///< standard deviation of a run's residual, but for the noise of samples
};

/// Covariance of two residuals: deviation^2 * share * exp(-distance). The share is
/// - 1 for runs of the same choice;
/// - `shared` + `kindred` for the same algorithm with other parameters;
/// - `shared` for other algorithms.
///
/// The distance is the sum of the doublings between sizes, ranks, and ranks per node, each divided
/// by its scale. Another root counts as twice the ranks.
struct CorrectionParameters {
  double deviation = 0.2;   ///< standard deviation of a residual before any run
  double shared = 0.4;      ///< share of the variance
  double kindred = 0.3;     ///< share of the variance
  double size_scale = 16;   ///< doublings of the size over which the correlation falls to 1/e
  double layout_scale = 8;  ///< likewise of ranks, and of ranks per node
};

/// Residuals of one collective as a Gaussian process of mean 0.
class Correction {
 public:
  /// Starts from parameters which are also what is expected of them before any run.
  explicit Correction(const CorrectionParameters& prior = {}) : prior_(prior), parameters_(prior) {}

  /// Adds a residual, in place of an earlier one of the same point. Learns the parameters anew, in
  /// about 20 ms, each time that the number of residuals has grown by half.
  void Add(const Residual& residual);

  /// Expects the residual at a point by the kNearest residuals of the largest covariance. Takes 20
  /// us, and 5 us more for each thousand residuals. Takes no account of residuals at points
  /// that pass `hides`, unless it is empty.
  ExpectedResidual Expect(const RunPoint& at, const HidesRun& hides = {}) const;

  const CorrectionParameters& parameters() const { return parameters_; }

  /// Number of residuals that an expectation takes in. Twice as many expect no better.
  static constexpr std::size_t kNearest = 24;

 private:
  struct Datum {
    RunPoint at;
    ChoiceId algorithm;
    double size = 0;  // logarithms to base 2
    double ranks = 0;
    double per_node = 0;
    double log_ratio = 0;
    double variance = 0;  // of the noise
  };

  static Datum DatumAt(const RunPoint& at);
  static double Share(const Datum& a, const Datum& b, const CorrectionParameters& by);
  static double Distance(const Datum& a, const Datum& b, const CorrectionParameters& by);
  static double Covariance(const Datum& a, const Datum& b, const CorrectionParameters& by);

  std::vector<const Datum*> Nearest(const Datum& to, const HidesRun& hides) const;
  double LogPosterior(std::span<const Datum* const> data, const CorrectionParameters& by) const;
  void Learn();

  CorrectionParameters prior_;
  CorrectionParameters parameters_;
  std::vector<Datum> data_;
  std::size_t learn_at_ = 8;  // number of residuals
};

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FIT_CORRECTION_H_
