// Computes how many repetitions and messages of an experiment fit into a time. Pure functions.
#ifndef COLLTUNE_MEASURE_NETWORK_REPETITION_LIMITS_H_
#define COLLTUNE_MEASURE_NETWORK_REPETITION_LIMITS_H_

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/units.h"

namespace colltune::measure {

inline constexpr Seconds kUnlimited(std::numeric_limits<double>::infinity());

/// Fewest repetitions whose median has a 95 % confidence interval (2 / 2^n > 0.05 for n < 6).
inline constexpr int kFewestRepetitions = 6;

/// Returns how many repetitions of an experiment that takes `once` fit into `limit`: at most
/// `most`, and at least the lesser of `most` and kFewestRepetitions, even where these take longer.
int RepetitionsWithin(Seconds limit, Seconds once, int most);

/// Returns the number of messages of a row such that kFewestRepetitions rows, after one that warms
/// up, fit into `limit`. A message takes `one_way`. There are at most `most` messages, and at least
/// two, even where two take longer.
int MessagesWithin(Seconds limit, Seconds one_way, int most);

/// Returns the first step's share of the time `left` for all steps: in proportion to its weight
/// among `weights`, one a step. Time that the first step does not use goes to later steps. Zero
/// where there is no time left. Requires positive weights.
Seconds ShareOfFirst(Seconds left, std::span<const double> weights);

/// Returns 0 to n-1 in an order whose every beginning is spread evenly: 0, then the half, then the
/// quarters, ...
std::vector<std::size_t> SpreadOrder(std::size_t n);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_NETWORK_REPETITION_LIMITS_H_
