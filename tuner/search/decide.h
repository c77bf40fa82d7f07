// Decisions from measurements. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_SEARCH_DECIDE_H_
#define COLLTUNE_TUNER_SEARCH_DECIDE_H_

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profiles/decision_table.h"

namespace colltune::tune {

/// Conditions under which a candidate replaces the library's own implementation.
struct DecisionRule {
  double confidence = 0.99;  ///< of the candidates' intervals, which must not overlap
  double margin = 0.03;      ///< the share of the library's time that must be saved

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

/// A decision for one measured size, with its evidence.
struct Decision {
  ChoiceId choice;
  Evidence evidence;
};

/// Chooses the candidate of the smallest median if that candidate beats the library by `rule`, else
/// the library. Candidates without samples are never chosen. Requires that "library" is among the
/// candidates, with samples.
Decision Decide(const DecisionRule& rule, Bytes bytes, std::vector<Candidate> candidates);

/// Logarithm of how much better a choice is than another at a size, below 0 for one that is worse;
/// nothing where that is unknown.
using Advantage =
    std::function<std::optional<double>(ChoiceId choice, ChoiceId other, Bytes bytes)>;

/// Makes the rules of a row from decisions by rising size. Equal neighbours become one rule.
///
/// Between two sizes whose choices differ the border is
/// - where the advantage changes sides;
/// - where it does not: at one end, so that the library has all sizes between; or else the choice
///   that is better at both sizes;
/// - else, where the advantage is unknown, in the middle: the geometric mean.
///
/// Sizes below the first are decided as the first is, where the first is at most kSmall. Sizes
/// above the last are left to the library.
std::vector<Rule> MakeRules(std::span<const Decision> decisions, const Advantage& advantage);

/// Size of a cache line: the time of smaller messages hardly depends on their size.
inline constexpr Bytes kSmall{64};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_DECIDE_H_
