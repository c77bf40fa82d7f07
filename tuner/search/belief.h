// Beliefs about the candidates of a problem, and the regret of a choice that follows from them.
#ifndef COLLTUNE_TUNER_SEARCH_BELIEF_H_
#define COLLTUNE_TUNER_SEARCH_BELIEF_H_

#include <vector>

#include "algorithms/choice_id.h"
#include "algorithms/units.h"

namespace colltune::tune {

/// The time of a candidate as far as it is known: its logarithm is normally distributed.
struct Belief {
  ChoiceId choice;
  double mean = 0;       ///< of the logarithm of seconds
  double deviation = 0;  ///< standard deviation of the logarithm
  bool is_measured = false;
};

/// Returns the belief with the smallest mean, of all or of all but the library; nullptr without
/// any.
const Belief* FastestOf(const std::vector<Belief>& beliefs, bool with_library);

/// Returns E[max(0, z - least)] of a standard normal z.
double MeanOfNormalBeyond(double least);

/// Returns the regret that is expected of `chosen` against `other`, as a logarithm:
/// E[max(0, ln(chosen / other))]. Expected improvement (Jones, Schonlau & Welch, 1998, equation
/// 15), of logarithms.
double ExpectedLoss(const Belief& chosen, const Belief& other);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_BELIEF_H_
