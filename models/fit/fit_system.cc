#include "models/fit/fit_system.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>

namespace colltune::models {
namespace {

// Standard deviations of a normal distribution within which 95 % lie.
constexpr double kNormal95 = 1.959964;

void Check(std::string_view model, const measure::NetworkSample& s) {
  const bool time = std::isfinite(s.time.count()) && s.time > Seconds{};
  const bool delay = std::isfinite(s.delay.count()) && s.delay >= Seconds{};
  if (time && delay && s.messages >= 1 && s.bytes >= Bytes{}) return;
  throw std::invalid_argument(
      fmt::format("{}: no {} from rank {} to {} can have {} messages of {} bytes, a delay of "
                  "{:g} s and take {:g} s",
                  model, InWords(s.experiment), s.from, s.to, s.messages, s.bytes.count,
                  s.delay.count(), s.time.count()));
}

/// Returns the standard deviation over the time, from the interval; 0 without an interval.
double RelativeDeviation(const measure::NetworkSample& s) {
  if (s.high <= s.low) return 0;
  return (s.high - s.low) / (2 * kNormal95 * s.time);
}

double Quantile(std::span<const double> sorted, double share) {
  const double rank = std::ceil(share * static_cast<double>(sorted.size()));
  return sorted[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

void Report(std::span<const measure::NetworkSample* const> samples, std::span<const double> misses,
            Fit& fit) {
  std::map<measure::Experiment, std::vector<double>> by_experiment;
  std::map<measure::Experiment, ResidualRow> rows;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const measure::Experiment experiment = samples[i]->experiment;
    by_experiment[experiment].push_back(misses[i]);
    ResidualRow& row = rows[experiment];
    if (row.samples++ == 0 || misses[i] > row.worst) {
      row.worst = misses[i];
      row.worst_sample = *samples[i];
    }
  }
  for (auto& [experiment, row] : rows) {
    std::vector<double>& all = by_experiment[experiment];
    std::ranges::sort(all);
    row.experiment = experiment;
    row.median = Quantile(all, 0.5);
    row.p95 = Quantile(all, 0.95);
    if (row.worst >= fit.worst_residual) {
      fit.worst_residual = row.worst;
      fit.worst_sample = row.worst_sample;
    }
    fit.residuals.push_back(row);
  }
}

/// Groups of names with the same text, in order of appearance.
class Grouped {
 public:
  void Add(const std::string& text, const std::string& name) {
    const auto found = std::ranges::find(groups_, text, &Group::first);
    if (found == groups_.end()) {
      groups_.push_back({text, {name}});
    } else {
      found->second.push_back(name);
    }
  }
  void AddTo(std::vector<std::string>& notes) const {
    for (const auto& [text, names] : groups_) {
      notes.push_back(fmt::format("{}: {}", Some(names), text));
    }
  }

 private:
  using Group = std::pair<std::string, std::vector<std::string>>;
  std::vector<Group> groups_;
};

}  // namespace

std::string Some(std::span<const std::string> names) {
  constexpr std::size_t kMost = 6;
  if (names.size() <= kMost) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} and {} more", fmt::join(names.first(kMost - 1), ", "),
                     names.size() - kMost + 1);
}

std::size_t FitSystem::Add(Unknown unknown) {
  unknowns_.push_back(std::move(unknown));
  return unknowns_.size() - 1;
}

void FitSystem::Expect(const measure::NetworkSample& sample, std::vector<Term> terms,
                       Seconds known) {
  Check(model_, sample);
  expectations_.push_back({&sample, std::move(terms), known});
}

void FitSystem::SetFallback(std::size_t unknown, std::vector<Term> fallback, std::string text) {
  unknowns_[unknown].fallback = std::move(fallback);
  unknowns_[unknown].fallback_text = std::move(text);
}

namespace {

/// The equations of a fit, to which fallbacks are added until they determine all unknowns.
class Equations {
 public:
  explicit Equations(std::size_t unknowns) : largest_(unknowns, 0) {}

  void Add(std::span<const Term> terms, double value, double weight) {
    std::map<std::size_t, double> coefficients;
    for (const Term& term : terms) coefficients[term.unknown] += term.coefficient;
    Equation equation{{}, value, weight};
    for (const auto& [unknown, coefficient] : coefficients) {
      largest_[unknown] = std::max(largest_[unknown], std::abs(weight * coefficient));
      equation.terms.push_back({unknown, coefficient});
    }
    all_.push_back(std::move(equation));
  }

  /// Adds the equation unknown = sum. Where all others leave the unknown open, this one holds
  /// exactly, whatever its weight. A weight in keeping with the others' keeps rounding small.
  void Tie(std::size_t unknown, std::span<const Term> sum) {
    std::vector<Term> terms = {{unknown, -1}};
    terms.insert(terms.end(), sum.begin(), sum.end());
    double weight = largest_[unknown];
    for (const Term& term : sum) weight = std::max(weight, largest_[term.unknown]);
    Add(terms, 0, weight > 0 ? weight : 1);
  }

  LeastSquares Solve(bool robust) const {
    return robust ? SolveRobustLeastSquares(all_) : SolveNonNegativeLeastSquares(all_);
  }

 private:
  std::vector<Equation> all_;
  std::vector<double> largest_;  ///< weighted coefficient of each unknown
};

[[noreturn]] void FailUndetermined(std::string_view model, std::span<const Unknown> unknowns,
                                   std::span<const std::size_t> undetermined) {
  std::vector<std::string> names;
  std::string_view takes;
  for (const std::size_t j : undetermined) {
    if (!unknowns[j].fallback_text.empty()) continue;
    names.push_back(unknowns[j].name);
    if (takes.empty()) takes = unknowns[j].takes;
  }
  throw std::invalid_argument(
      fmt::format("{}: the samples do not determine {}; it takes {}", model, Some(names), takes));
}

/// Returns the first undetermined unknown whose fallback can be tied next; nothing if there is
/// none.
std::optional<std::size_t> NextToTie(std::span<const Unknown> unknowns,
                                     std::span<const std::size_t> undetermined,
                                     const std::vector<bool>& tied) {
  for (const std::size_t j : undetermined) {
    if (!tied[j] && !unknowns[j].fallback_text.empty()) return j;
  }
  return std::nullopt;
}

/// Unknowns that samples depend on, which are the columns of the equations. All other unknowns
/// follow from these by their fallbacks. There may be thousands of others, each with a sum over
/// thousands, which the equations do not have to hold.
class Columns {
 public:
  Columns(std::span<const Unknown> unknowns, const std::vector<bool>& told) : unknowns_(unknowns) {
    for (std::size_t j = 0; j < unknowns.size(); ++j) {
      columns_.push_back(told[j] ? std::optional(of_.size()) : std::nullopt);
      if (told[j]) of_.push_back(j);
    }
  }

  std::size_t count() const { return of_.size(); }
  bool Has(std::size_t unknown) const { return columns_[unknown].has_value(); }
  std::size_t At(std::size_t unknown) const { return *columns_[unknown]; }

  std::vector<std::size_t> UnknownsOf(std::span<const std::size_t> columns) const {
    std::vector<std::size_t> unknowns;
    for (const std::size_t column : columns) unknowns.push_back(of_[column]);
    return unknowns;
  }

  /// Returns the same sum in columns. Throws std::logic_error where fallbacks go in a circle.
  std::vector<Term> Of(std::span<const Term> sum, std::size_t depth = 0) const {
    if (depth > columns_.size()) throw std::logic_error("fallbacks go in a circle");
    std::vector<Term> terms;
    for (const Term& term : sum) {
      if (Has(term.unknown)) {
        terms.push_back({At(term.unknown), term.coefficient});
        continue;
      }
      for (const Term& part : Of(unknowns_[term.unknown].fallback, depth + 1)) {
        terms.push_back({part.unknown, term.coefficient * part.coefficient});
      }
    }
    return terms;
  }

 private:
  std::span<const Unknown> unknowns_;
  std::vector<std::optional<std::size_t>> columns_;  // by unknown
  std::vector<std::size_t> of_;                      // unknowns, by column
};

double Sum(std::span<const Term> terms, const LeastSquares& solution) {
  double sum = 0;
  for (const Term& term : terms) {
    sum += term.coefficient * solution.parameters[term.unknown].value;
  }
  return sum;
}

}  // namespace

std::vector<bool> FitSystem::Told() const {
  std::vector<bool> told(unknowns_.size(), false);
  for (const Expectation& e : expectations_) {
    for (const Term& term : e.terms) {
      if (term.coefficient != 0) told[term.unknown] = true;
    }
  }
  return told;
}

void FitSystem::RequireFallbacks(std::vector<std::size_t> undetermined,
                                 const std::vector<bool>& told) const {
  bool any = false;
  for (std::size_t j = 0; j < told.size(); ++j) {
    if (told[j]) continue;
    undetermined.push_back(j);
    any = any || unknowns_[j].fallback_text.empty();
  }
  std::ranges::sort(undetermined);
  if (any) FailUndetermined(model_, unknowns_, undetermined);
}

Fit FitSystem::Solve(const FitOptions& options) const {
  std::vector<double> deviations;
  for (const Expectation& e : expectations_) {
    const double deviation = RelativeDeviation(*e.sample);
    if (deviation > 0) deviations.push_back(std::max(deviation, kExact));
  }
  std::ranges::sort(deviations);
  // A sample without an interval counts like the middle one of those that have one.
  const double usual = deviations.empty() ? kExact : Quantile(deviations, 0.5);

  const std::vector<bool> told = Told();
  const Columns columns(unknowns_, told);
  // With weights of 1/measured, a residual is predicted/measured - 1: a microsecond matters in a
  // message of a few bytes and not in one of megabytes.
  Equations equations(columns.count());
  for (const Expectation& e : expectations_) {
    const double deviation = RelativeDeviation(*e.sample);
    const double used = deviation > 0 ? std::max(deviation, kExact) : usual;
    equations.Add(columns.Of(e.terms), (e.sample->time - e.known).count(),
                  kExact / used / e.sample->time.count());
  }
  LeastSquares solution = equations.Solve(options.robust);
  RequireFallbacks(columns.UnknownsOf(solution.undetermined), told);
  std::vector<bool> tied = told;
  tied.flip();
  while (!solution.undetermined.empty()) {
    const auto undetermined = columns.UnknownsOf(solution.undetermined);
    const auto next = NextToTie(unknowns_, undetermined, tied);
    if (!next) FailUndetermined(model_, unknowns_, undetermined);
    equations.Tie(columns.At(*next), columns.Of(unknowns_[*next].fallback));
    tied[*next] = true;
    solution = equations.Solve(options.robust);
  }

  Fit fit;
  fit.model = model_;
  Grouped zeros;
  Grouped untold;
  for (std::size_t j = 0; j < unknowns_.size(); ++j) {
    const Unknown& unknown = unknowns_[j];
    if (unknown.hidden) continue;
    const ParameterEstimate estimate =
        columns.Has(j) ? solution.parameters[columns.At(j)]
                       : ParameterEstimate{Sum(columns.Of(unknown.fallback), solution)};
    FittedParameter& parameter = fit.parameters.emplace_back(
        FittedParameter{unknown.name, estimate.value, unknown.unit, estimate.half_width, !tied[j]});
    if (tied[j]) {
      parameter.half_width = std::numeric_limits<double>::infinity();
      untold.Add(fmt::format("not identified: it takes {}; taken for {}", unknown.takes,
                             unknown.fallback_text),
                 unknown.name);
    } else if (estimate.held_at_zero) {
      zeros.Add(fmt::format("{}; fixed at 0", unknown.why_zero), unknown.name);
    }
  }
  zeros.AddTo(fit.notes);
  untold.AddTo(fit.notes);

  std::vector<const measure::NetworkSample*> samples;
  std::vector<double> misses;
  for (const Expectation& e : expectations_) {
    const Seconds predicted = e.known + Seconds(Sum(columns.Of(e.terms), solution));
    samples.push_back(e.sample);
    misses.push_back(std::abs(predicted / e.sample->time - 1));
  }
  Report(samples, misses, fit);
  return fit;
}

void RequireEachExperiment(std::string_view model, std::span<const measure::Experiment> needed,
                           std::span<const measure::NetworkSample> samples) {
  std::vector<std::string_view> missing;
  for (const measure::Experiment experiment : needed) {
    if (std::ranges::count(samples, experiment, &measure::NetworkSample::experiment) == 0) {
      missing.push_back(InWords(experiment));
    }
  }
  if (missing.empty()) return;
  throw std::invalid_argument(
      fmt::format("{}: there is no sample of: {}", model, fmt::join(missing, ", ")));
}

double ValueOf(const Fit& fit, std::string_view name) {
  const auto found = std::ranges::find(fit.parameters, name, &FittedParameter::name);
  if (found == fit.parameters.end()) throw std::out_of_range(std::string(name));
  return found->value;
}

}  // namespace colltune::models
