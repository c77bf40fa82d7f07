// From measurements to decisions. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_SEARCH_DECIDE_H_
#define COLLTUNE_TUNER_SEARCH_DECIDE_H_

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profiles/decision_table.h"

namespace colltune::tune {

/// When something else than the library's own implementation is chosen.
struct DecisionRule {
  double confidence = 0.99;  ///< of the candidates' intervals, which must not overlap
  double margin = 0.03;      ///< the share of the library's time that must be saved

  /// Throws std::invalid_argument naming the field, its value and its bound.
  void Validate() const;
};

/// A decision for one measured size, and all that it rests on.
struct Decision {
  std::string choice;
  Evidence evidence;
};

/// Chooses the candidate of the smallest median if it beats the library's own by the rule,
/// else the library. Candidates without samples are never chosen. Requires that "library" is among
/// the candidates, with samples.
Decision Decide(const DecisionRule& rule, Bytes bytes, std::vector<Candidate> candidates);

/// What a choice takes at a size, where that is known.
using Estimates = std::function<std::optional<Seconds>(const std::string& choice, Bytes bytes)>;

/// The rules of a row from decisions by rising size. Equal neighbours become one rule. Between
/// two sizes whose choices differ the border is where their estimated times meet, or where the
/// library is slower by the margin. Where they do not meet, what is faster at both has all between,
/// or, where that is not known or one is the library, they meet in the middle. Sizes below the
/// first are decided as the first when that is at most kSmall; sizes above the last are left to the
/// library.
std::vector<Rule> MakeRules(std::span<const Decision> decisions, const Estimates& estimates,
                            double margin);

/// Below this a message's time hardly depends on its size: it is one cache line.
inline constexpr Bytes kSmall{64};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_DECIDE_H_
