#include "models/features/tree_choice.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "models/fit/least_squares.h"

namespace colltune::models {
namespace {

// Latencies by a third apart are of two levels on any network.
constexpr double kLargest = 0.3;

constexpr std::size_t kTurns = 5;

struct Pair {
  std::size_t a = 0;
  std::size_t b = 0;
  double latency = 0;
};

std::vector<Pair> KnownPairs(const PairMatrix& latency) {
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < latency.hosts(); ++a) {
    for (std::size_t b = a + 1; b < latency.hosts(); ++b) {
      if (latency.At(a, b) > 0) pairs.push_back({a, b, latency.At(a, b)});
    }
  }
  return pairs;
}

/// Latencies as sums of lengths of a tree: of each host, and of each group up to the one around it.
class Lengths {
 public:
  Lengths(const HostTree& tree, const std::vector<Pair>& pairs) : tree_(tree) {
    std::vector<Equation> equations;
    for (const Pair& pair : pairs) {
      equations.push_back({TermsOf(pair), pair.latency, 1 / pair.latency});
    }
    values_ = SolveLeastNorm(equations);
    values_.resize(tree.group_of.size() + tree.groups());
  }

  double Expect(const Pair& pair) const {
    double sum = 0;
    for (const Term& term : TermsOf(pair)) sum += values_[term.unknown];
    return sum;
  }

 private:
  std::vector<Term> TermsOf(const Pair& pair) const {
    std::vector<Term> terms{{pair.a, 1}, {pair.b, 1}};
    for (const std::size_t group : tree_.GroupsBetween(pair.a, pair.b)) {
      terms.push_back({tree_.group_of.size() + group, 1});
    }
    return terms;
  }

  const HostTree& tree_;
  std::vector<double> values_;  // of each host, then of each group
};

/// Returns by which share of itself each latency is off, when it is expected from others.
std::vector<double> ErrorsOf(const PairTimes& times, const std::vector<Pair>& pairs,
                             double tolerance) {
  constexpr double kMost = 1;  // an error beyond counts as much
  std::vector<double> errors(pairs.size());
  for (std::size_t turn = 0; turn < kTurns; ++turn) {
    PairTimes shown = times;
    std::vector<Pair> known;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (i % kTurns != turn) known.push_back(pairs[i]);
      if (i % kTurns == turn) shown.latency.Set(pairs[i].a, pairs[i].b, PairMatrix::kUnknown);
    }
    const HostTree tree = FindHostTree(shown, tolerance);
    const Lengths lengths(tree, known);
    for (std::size_t i = turn; i < pairs.size(); i += kTurns) {
      errors[i] = std::min(std::abs(lengths.Expect(pairs[i]) / pairs[i].latency - 1), kMost);
    }
  }
  return errors;
}

double MeanOf(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Whether errors are larger than others, of the same pairs, by more than a standard error of their
/// differences.
bool AreWorse(const std::vector<double>& errors, const std::vector<double>& others) {
  constexpr double kSure = 2;         // in standard errors
  constexpr double kRounding = 1e-5;  // of lengths that are fitted
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const double difference = errors[i] - others[i];
    sum += difference;
    squares += difference * difference;
  }
  const auto count = static_cast<double>(errors.size());
  return sum > kSure * std::sqrt(squares) + count * kRounding;
}

}  // namespace

HostTree ChooseHostTree(const PairTimes& times, double tolerance) {
  const double half_width = tolerance / kHalfWidths;
  const std::vector<Pair> pairs = KnownPairs(times.latency);
  std::vector<double> tolerances{tolerance};
  std::vector<std::vector<double>> errors;
  if (pairs.size() >= kTurns) {
    errors.push_back(ErrorsOf(times, pairs, tolerance));
    // Or else the tree expects latencies as exactly as intervals say that they are known.
    while (MeanOf(errors.front()) > half_width && 2 * tolerances.back() <= kLargest) {
      tolerances.push_back(2 * tolerances.back());
      errors.push_back(ErrorsOf(times, pairs, tolerances.back()));
    }
  }
  std::size_t chosen = tolerances.size() - 1;
  if (!errors.empty()) {
    const std::vector<double>& best = *std::ranges::min_element(errors, {}, MeanOf);
    while (chosen > 0 && AreWorse(errors[chosen], best)) --chosen;
  }
  return FindHostTree(times, tolerances[chosen]);
}

}  // namespace colltune::models
