// What the judges of figures have in common: looking up rows, and what counts as alike.
#ifndef COLLTUNE_TUNER_REPRODUCE_JUDGING_H_
#define COLLTUNE_TUNER_REPRODUCE_JUDGING_H_

#include <stdexcept>
#include <vector>

#include "tuner/reproduce/figure.h"

namespace colltune::tune {

/// The papers say of curves in plots that they are "essentially constant", "comparable" or
/// "significantly different", without a number. Ours: the width of two marks on the papers' axes,
/// which are linear and have five to ten of them, for the former; a factor for the latter.
inline constexpr double kAlike = 1.25;
inline constexpr double kApart = 2;

/// A row that a judge needs, and that is not there: its measurement gave no valid time.
class MissingRow : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The value of a row. Throws MissingRow, which names it.
double ValueAt(std::span<const FigureRow> rows, std::string_view group, std::string_view series,
               std::int64_t x);

/// The x of a series, ascending. Throws MissingRow where there are none.
std::vector<std::int64_t> XsOf(std::span<const FigureRow> rows, std::string_view group,
                               std::string_view series);

/// Groups or series, each once, in the order of the rows.
std::vector<std::string> GroupsOf(std::span<const FigureRow> rows);
std::vector<std::string> SeriesOf(std::span<const FigureRow> rows);

/// Whether the larger is at most kAlike times the smaller.
bool AreAlike(double a, double b);

/// kHolds or kFails.
ClaimJudgement Judged(bool holds, std::string why);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPRODUCE_JUDGING_H_
