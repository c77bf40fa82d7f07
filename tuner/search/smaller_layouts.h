// Smaller layouts of the same form, and times on a large layout by theirs. Pure.
#ifndef COLLTUNE_TUNER_SEARCH_SMALLER_LAYOUTS_H_
#define COLLTUNE_TUNER_SEARCH_SMALLER_LAYOUTS_H_

#include <span>
#include <vector>

#include "algorithms/units.h"
#include "tuner/problem/problem.h"

namespace colltune::tune {

/// Returns the layouts of the ladder that a layout without a progression belongs to, from the
/// largest one that is not larger than it. Their numbers of nodes (of ranks, if all are on one
/// node) are
/// - powers of two from 2 on, for a layout of such a number: algorithms treat powers apart;
/// - else 3, 6, 12, 24, ...
///
/// Each is formed by the first ranks of the next larger one, with as many ranks on a node.
std::vector<Layout> SmallerLayouts(const Layout& layout);

/// Returns how many doublings `large` has more nodes than `small`, a layout of its ladder; more
/// ranks, if all are on one node.
double DoublingsBetween(const Layout& small, const Layout& large);

/// Extrapolates the time over that many doublings beyond the first of `times`, each of which is on
/// half as much as the one before it. Requires two or more.
///
/// The growth of the last two doublings goes on by its own ratio: exact for a + b n^c and a + b log
/// n (Aitken, "On Bernoulli's numerical solution of algebraic equations", 1926). Growth by more
/// than n^2, or by steps, goes on by its mean over the doublings instead.
Seconds ExtrapolateTime(std::span<const Seconds> times, double doublings);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_SMALLER_LAYOUTS_H_
