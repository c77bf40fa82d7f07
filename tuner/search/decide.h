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
  /// Another choice is better for the problem itself, but worse for others that are served, too.
  bool is_for_others = false;
};

/// Chooses the candidate of the smallest median if that candidate beats the library by `rule`, else
/// the library. Candidates without samples are never chosen. Requires that "library" is among the
/// candidates, with samples.
Decision Decide(const DecisionRule& rule, Bytes bytes, std::vector<Candidate> candidates);

/// Estimated time of a choice at a size; nothing where it is unknown.
using Estimates = std::function<std::optional<Seconds>(ChoiceId choice, Bytes bytes)>;

/// Makes the rules of a row from decisions by rising size. Equal neighbours become one rule.
///
/// Between two sizes whose choices differ the border is
/// - at the end that is left to the library, where the other choice is slower nowhere between both
///   ends, and on their average faster by more than `margin`: the library may change its algorithm
///   anywhere between them;
/// - else where their estimated times cross, with the library's time less `margin`, a share;
/// - without a crossing: at one end, so that the choice that is faster at both sizes has all sizes
///   between;
/// - else, where a time is unknown or one choice is the library, in the middle: the geometric mean.
///
/// Sizes below the first are decided as the first is, where the first is at most kSmall. Sizes
/// above the last are left to the library.
std::vector<Rule> MakeRules(std::span<const Decision> decisions, const Estimates& estimates,
                            double margin);

/// Size of a cache line: the time of smaller messages hardly depends on their size.
inline constexpr Bytes kSmall{64};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_DECIDE_H_
