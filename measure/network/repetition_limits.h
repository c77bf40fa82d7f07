// How much of an experiment fits into a time. Pure functions.
#ifndef COLLTUNE_MEASURE_NETWORK_REPETITION_LIMITS_H_
#define COLLTUNE_MEASURE_NETWORK_REPETITION_LIMITS_H_

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/units.h"

namespace colltune {

inline constexpr Seconds kUnlimited(std::numeric_limits<double>::infinity());

/// Of fewer repetitions the median has no interval of 95 % confidence (2 / 2^n > 0.05 for n < 6).
inline constexpr int kFewestRepetitions = 6;

/// How often to repeat what takes `once`, to stay within `limit`: at most `most` times, and
/// kFewestRepetitions even where that takes longer.
int RepetitionsWithin(Seconds limit, Seconds once, int most);

/// How many messages a row has that is repeated kFewestRepetitions times, behind one that warms up,
/// within `limit`, where a message takes `one_way`: at most `most`, and two even where that takes
/// longer.
int MessagesWithin(Seconds limit, Seconds one_way, int most);

/// What the first of some steps may take of the time `left` for all of them: in proportion to its
/// weight. What it leaves goes to those behind it. Nothing where there is no time left. Requires
/// positive weights.
Seconds ShareOfFirst(Seconds left, std::span<const double> weights);

/// 0 to n-1 in an order of which each beginning is spread evenly: 0, then what is half way, then
/// the quarters, ...
std::vector<std::size_t> SpreadOrder(std::size_t n);

}  // namespace colltune

#endif  // COLLTUNE_MEASURE_NETWORK_REPETITION_LIMITS_H_
