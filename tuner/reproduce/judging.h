// Helpers of the judges of figures: they look up rows, and tell when values count as alike.
#ifndef COLLTUNE_TUNER_REPRODUCE_JUDGING_H_
#define COLLTUNE_TUNER_REPRODUCE_JUDGING_H_

#include <stdexcept>
#include <vector>

#include "tuner/reproduce/figure.h"

namespace colltune::tune {

/// Factors for the papers' words on plotted curves, which come without numbers: "essentially
/// constant" up to kAlike, "comparable" below kApart, "significantly different" from kApart on.
/// kAlike is the width of two marks on the papers' axes, which are linear with five to ten marks.
inline constexpr double kAlike = 1.25;
inline constexpr double kApart = 2;

/// Error of a judge that needs a missing row: the row's measurement gave no valid time.
class MissingRow : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Returns the value of a row. Throws MissingRow, which names the row.
double ValueAt(std::span<const FigureRow> rows, std::string_view group, std::string_view series,
               std::int64_t x);

/// Returns the x of a series, ascending. Throws MissingRow if the series has no rows.
std::vector<std::int64_t> XsOf(std::span<const FigureRow> rows, std::string_view group,
                               std::string_view series);

/// Groups or series, each once, in the order of the rows.
std::vector<std::string> GroupsOf(std::span<const FigureRow> rows);
std::vector<std::string> SeriesOf(std::span<const FigureRow> rows);

/// Returns whether the larger value is at most kAlike times the smaller.
bool AreAlike(double a, double b);

/// Returns the verdict kHolds or kFails, and its reason.
ClaimJudgement Judged(bool holds, std::string why);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPRODUCE_JUDGING_H_
