// Kriging of residuals: Rasmussen & Williams, "Gaussian Processes for Machine Learning" (MIT Press
// 2006), chapter 2. The covariance is an intrinsic model of coregionalization (Goovaerts,
// "Geostatistics for Natural Resources Evaluation", 1997, section 4.2): a share for each pair of
// choices, times one function of the distance. This function is exponential in each coordinate, so
// that a choice is interpolated nearly linearly between its own runs, and the nearest exact runs
// screen off all others.
#include "models/fit/correction.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace colltune::models {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Standard deviation of residuals that no run foretells: no model is trusted to better than 0.5 %.
constexpr double kFinest = 0.005;

/// Most of the variance that choices have in common: two choices never have quite the same
/// residuals.
constexpr double kMostInCommon = 0.95;

/// Number of residuals, evenly drawn, that parameters are learned from.
constexpr std::size_t kLearned = 64;

/// Scale, on which a parameter's best value is sought step by step. A priori the value is normally
/// distributed on this scale.
struct Ladder {
  double CorrectionParameters::*value;
  bool is_share;  ///< steps are added; else multiplied
  double step;
  double least;
  double most;
  double prior;  ///< standard deviation of the share, or of the logarithm
};

/// The search goes from 1 % to a factor of e, from 2 doublings to as many as there are sizes, and
/// from one doubling of ranks to as many as there are. With these priors, drawn processes are
/// covered by their intervals also after ten runs (tests/models/correction_test.cc).
constexpr std::array kLadders = {
    Ladder{&CorrectionParameters::deviation, false, 1.5, 0.01, 1, 0.7},
    Ladder{&CorrectionParameters::shared, true, 0.1, 0, kMostInCommon, 0.1},
    Ladder{&CorrectionParameters::kindred, true, 0.1, 0, kMostInCommon, 0.1},
    Ladder{&CorrectionParameters::size_scale, false, 2, 2, 64, 0.35},
    Ladder{&CorrectionParameters::layout_scale, false, 2, 1, 32, 0.35}};

constexpr int kMostPasses = 4;  // over all ladders

/// Returns the parameters one step up or down a ladder, within its bounds.
CorrectionParameters Moved(CorrectionParameters from, const Ladder& ladder, bool up) {
  double& value = from.*ladder.value;
  if (ladder.is_share) {
    value += up ? ladder.step : -ladder.step;
  } else {
    value *= up ? ladder.step : 1 / ladder.step;
  }
  value = std::clamp(value, ladder.least, ladder.most);
  return from;
}

double LogPrior(const CorrectionParameters& at, const CorrectionParameters& prior) {
  double sum = 0;
  for (const Ladder& ladder : kLadders) {
    const double value = at.*ladder.value;
    const double expected = prior.*ladder.value;
    const double off = ladder.is_share ? value - expected : std::log(value / expected);
    sum -= off * off / (2 * ladder.prior * ladder.prior);
  }
  return sum;
}

/// Residuals, and the Cholesky root of their covariances.
struct Whitened {
  VectorXd values;
  Eigen::LLT<MatrixXd> root;
};

template <class Datum, class Covariance>
Whitened Whiten(std::span<const Datum* const> data, const Covariance& covariance) {
  const auto count = static_cast<Index>(data.size());
  MatrixXd covariances(count, count);
  VectorXd values(count);
  for (Index i = 0; i < count; ++i) {
    const Datum& datum = *data[static_cast<std::size_t>(i)];
    for (Index j = 0; j <= i; ++j) {
      covariances(i, j) = covariance(datum, *data[static_cast<std::size_t>(j)]);
    }
    covariances(i, i) += datum.variance;
    values(i) = datum.log_ratio;
  }
  return {values, covariances.llt()};
}

double Doublings(double value) { return std::log2(std::max(value, 1.0)); }

}  // namespace

Correction::Datum Correction::DatumAt(const RunPoint& at) {
  return {.at = at,
          .algorithm = at.choice.algorithm(),
          .size = Doublings(static_cast<double>(at.bytes.count)),
          .ranks = Doublings(at.ranks),
          .per_node = Doublings(at.ranks_per_node)};
}

void Correction::Add(const Residual& residual) {
  const auto known = std::ranges::find(data_, residual.at, &Datum::at);
  Datum& datum = known != data_.end() ? *known : data_.emplace_back(DatumAt(residual.at));
  datum.log_ratio = residual.log_ratio;
  datum.variance = residual.noise * residual.noise + kFinest * kFinest;
  if (data_.size() < learn_at_) return;
  learn_at_ = data_.size() * 3 / 2;
  Learn();
}

double Correction::Share(const Datum& a, const Datum& b, const CorrectionParameters& by) {
  if (a.at.choice == b.at.choice) return 1;
  return a.algorithm == b.algorithm ? by.shared + by.kindred : by.shared;
}

double Correction::Distance(const Datum& a, const Datum& b, const CorrectionParameters& by) {
  const double layouts = std::abs(a.ranks - b.ranks) + std::abs(a.per_node - b.per_node) +
                         (a.at.root == b.at.root ? 0 : 1);
  return std::abs(a.size - b.size) / by.size_scale + layouts / by.layout_scale;
}

double Correction::Covariance(const Datum& a, const Datum& b, const CorrectionParameters& by) {
  return by.deviation * by.deviation * Share(a, b, by) * std::exp(-Distance(a, b, by));
}

std::vector<const Correction::Datum*> Correction::Nearest(const Datum& to,
                                                          const HidesRun& hides) const {
  using Near = std::pair<double, const Datum*>;  // the covariance's negative logarithm
  const double of_algorithm = std::log(parameters_.shared + parameters_.kindred);
  const double of_all = std::log(parameters_.shared);
  std::vector<Near> near;
  near.reserve(data_.size());
  for (const Datum& datum : data_) {
    if (hides && hides(datum.at)) continue;
    const bool is_own = datum.at.choice == to.at.choice;
    const double share = datum.algorithm == to.algorithm ? of_algorithm : of_all;
    near.emplace_back(Distance(to, datum, parameters_) - (is_own ? 0 : share), &datum);
  }
  const std::size_t count = std::min(near.size(), kNearest);
  std::ranges::nth_element(near, near.begin() + static_cast<std::ptrdiff_t>(count), {},
                           &Near::first);
  std::vector<const Datum*> nearest;
  for (std::size_t i = 0; i < count; ++i) nearest.push_back(near[i].second);
  return nearest;
}

ExpectedResidual Correction::Expect(const RunPoint& at, const HidesRun& hides) const {
  const Datum to = DatumAt(at);
  const std::vector<const Datum*> data = Nearest(to, hides);
  // Rasmussen & Williams, algorithm 2.1.
  const auto covariance = [this](const Datum& a, const Datum& b) {
    return Covariance(a, b, parameters_);
  };
  const auto [values, root] = Whiten(std::span<const Datum* const>(data), covariance);
  VectorXd with_new(values.size());
  for (Index i = 0; i < values.size(); ++i) {
    with_new(i) = covariance(*data[static_cast<std::size_t>(i)], to);
  }
  const VectorXd half = root.matrixL().solve(with_new);
  const VectorXd whitened = root.matrixL().solve(values);
  const double variance = parameters_.deviation * parameters_.deviation - half.squaredNorm();
  return {half.dot(whitened), std::sqrt(std::max(variance, 0.0) + kFinest * kFinest)};
}

/// Returns the logarithm of the parameters' posterior density but for a constant: the marginal
/// likelihood (Rasmussen & Williams, equation 2.30) and the prior.
double Correction::LogPosterior(std::span<const Datum* const> data,
                                const CorrectionParameters& by) const {
  const auto [values, root] =
      Whiten(data, [&by](const Datum& a, const Datum& b) { return Covariance(a, b, by); });
  const double log_determinant = 2 * root.matrixLLT().diagonal().array().log().sum();
  const double misfit = root.matrixL().solve(values).squaredNorm();
  return LogPrior(by, prior_) - (misfit + log_determinant) / 2;
}

void Correction::Learn() {
  std::vector<const Datum*> data;
  const std::size_t count = std::min(data_.size(), kLearned);
  for (std::size_t i = 0; i < count; ++i) data.push_back(&data_[i * data_.size() / count]);
  double best = LogPosterior(data, parameters_);
  bool improves = true;
  for (int pass = 0; improves && pass < kMostPasses; ++pass) {
    improves = false;
    for (const Ladder& ladder : kLadders) {
      for (const bool up : {false, true}) {
        const CorrectionParameters moved = Moved(parameters_, ladder, up);
        if (moved.shared + moved.kindred > kMostInCommon) continue;
        const double posterior = LogPosterior(data, moved);
        if (posterior <= best) continue;
        best = posterior;
        parameters_ = moved;
        improves = true;
      }
    }
  }
}

}  // namespace colltune::models
