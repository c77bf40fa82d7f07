// What the fits of all models share: unknowns, an equation for each sample, and the way from there
// to a Fit.
#ifndef COLLTUNE_MODELS_FIT_FIT_SYSTEM_H_
#define COLLTUNE_MODELS_FIT_FIT_SYSTEM_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/network_model.h"

namespace colltune {

/// A sample is no better known than this share of its time, whatever its interval says: that much
/// a model is off even where its idea is right.
constexpr double kExact = 0.01;

/// coefficient * the unknown of that index.
struct Term {
  std::size_t unknown = 0;
  double coefficient = 0;
};

struct Unknown {
  std::string name;  ///< persistent: it stands in profiles
  std::string unit;
  std::string why_zero;  ///< what it says about the samples if it would fit best negative
  std::string takes;     ///< which samples would tell it
  /// What it is where no sample tells it: this sum, in words. Without words the fit fails then.
  std::vector<Term> fallback{};
  std::string fallback_text{};
  bool hidden = false;  ///< no parameter of the model: only there for the samples' sake
};

class FitSystem {
 public:
  explicit FitSystem(std::string_view model) : model_(model) {}

  std::size_t Add(Unknown unknown);
  /// The time expected of `sample` is the sum of the terms and of `known`. Throws
  /// std::invalid_argument for a sample that cannot be.
  void Expect(const NetworkSample& sample, std::vector<Term> terms, Seconds known = {});
  /// What the unknown is where no sample tells it, if that is to be said after the others.
  void SetFallback(std::size_t unknown, std::vector<Term> fallback, std::string text);
  /// Of each unknown, whether some sample has been expected to depend on it.
  std::vector<bool> Told() const;

  /// All of the Fit but its network. Throws std::invalid_argument when the samples do not tell an
  /// unknown that has no fallback.
  Fit Solve(const FitOptions& options) const;

 private:
  struct Expectation {
    const NetworkSample* sample;
    std::vector<Term> terms;
    Seconds known;
  };

  /// Throws as Solve where an unknown that is not told has no fallback; names `undetermined`, too.
  void RequireFallbacks(std::vector<std::size_t> undetermined, const std::vector<bool>& told) const;

  std::string model_;
  std::vector<Unknown> unknowns_;
  std::vector<Expectation> expectations_;
};

/// Throws std::invalid_argument naming `model` when there is no sample of one of `needed`.
void RequireEachExperiment(std::string_view model, std::span<const Experiment> needed,
                           std::span<const NetworkSample> samples);

/// The value of the parameter of that name. Throws std::out_of_range when there is none.
double ValueOf(const Fit& fit, std::string_view name);

}  // namespace colltune

#endif  // COLLTUNE_MODELS_FIT_FIT_SYSTEM_H_
