// Common part of the fits of all models: unknowns, an equation for each sample, and the solution as
// a Fit.
#ifndef COLLTUNE_MODELS_FIT_FIT_SYSTEM_H_
#define COLLTUNE_MODELS_FIT_FIT_SYSTEM_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/fit/least_squares.h"
#include "models/network/network_model.h"

namespace colltune::models {

/// Least relative standard deviation of a sample, whatever its interval says: a model is off by
/// that much even where its idea is right.
constexpr double kExact = 0.01;

/// Lists a few names, or the first ones of many and the number of all others.
std::string Some(std::span<const std::string> names);

struct Unknown {
  std::string name;  ///< persistent: it stands in profiles
  std::string unit;
  std::string why_zero;  ///< what a negative best value would say about the samples
  std::string takes;     ///< samples that would determine the unknown
  /// Value if no sample determines the unknown: this sum, and its text. Without a text the fit then
  /// fails.
  std::vector<Term> fallback{};
  std::string fallback_text{};
  bool hidden = false;  ///< no parameter of the model, but needed to explain samples
};

class FitSystem {
 public:
  explicit FitSystem(std::string_view model) : model_(model) {}

  std::size_t Add(Unknown unknown);
  /// Adds an equation: the expected time of `sample` is the sum of the terms and of `known`. Throws
  /// std::invalid_argument for a sample that cannot be.
  void Expect(const measure::NetworkSample& sample, std::vector<Term> terms, Seconds known = {});
  /// Sets the fallback of an unknown after others have been added.
  void SetFallback(std::size_t unknown, std::vector<Term> fallback, std::string text);
  /// Returns for each unknown whether the expected time of some sample depends on it.
  std::vector<bool> Told() const;

  /// Returns all of the Fit but its network. Throws std::invalid_argument when the samples do not
  /// determine an unknown that has no fallback.
  Fit Solve(const FitOptions& options) const;

 private:
  struct Expectation {
    const measure::NetworkSample* sample;
    std::vector<Term> terms;
    Seconds known;
  };

  /// Throws as Solve if an unknown that no sample depends on has no fallback; also names
  /// `undetermined`.
  void RequireFallbacks(std::vector<std::size_t> undetermined, const std::vector<bool>& told) const;

  std::string model_;
  std::vector<Unknown> unknowns_;
  std::vector<Expectation> expectations_;
};

/// Throws std::invalid_argument naming `model` when there is no sample of one of `needed`.
void RequireEachExperiment(std::string_view model, std::span<const measure::Experiment> needed,
                           std::span<const measure::NetworkSample> samples);

/// Returns the value of the parameter of that name. Throws std::out_of_range when there is none.
double ValueOf(const Fit& fit, std::string_view name);

}  // namespace colltune::models

#endif  // COLLTUNE_MODELS_FIT_FIT_SYSTEM_H_
