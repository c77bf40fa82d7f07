// The outlook at a problem: the regret that its decision is expected to have, and the trial that
// would lower it. Pure.
#ifndef COLLTUNE_TUNER_SEARCH_OUTLOOK_H_
#define COLLTUNE_TUNER_SEARCH_OUTLOOK_H_

#include <vector>

#include "tuner/search/measurements.h"

namespace colltune::tune {

struct Outlook {
  double regret = 0;              ///< expected, as a logarithm
  std::vector<ChoiceId> choices;  ///< the library, and what may be better; empty: nothing may
  Seconds once{};                 ///< expected time of one repetition of all choices
};

/// Expected regret of a decision where nothing is known of the library.
inline constexpr double kUnknownRegret = 0.5;

/// Returns the least expected loss, as a logarithm, for which a candidate is timed, where a search
/// ends at an expected regret: a few such losses together are as much.
double WorthOf(double regret);

/// Candidates that an outlook takes account of.
enum class Breadth : unsigned char {
  kNear,  ///< promising nearby (Surface::PromisingNear): few predictions
  kAll,
};

/// Returns the outlook at a problem. Candidates are timed whose time is expected to be below the
/// best one's by `worth`, as a logarithm.
Outlook OutlookAt(const Measurements& measurements, const Problem& problem, double worth,
                  Breadth breadth = Breadth::kAll);

/// Returns the choices of a trial that calibrates the decision at a problem: the library, the
/// expected best, and what may be better than either.
std::vector<ChoiceId> CalibrationChoices(const Measurements& measurements, const Problem& problem,
                                         double worth);

/// Returns all candidates of a problem.
std::vector<ChoiceId> AllChoices(const Measurements& measurements, const Problem& problem);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_OUTLOOK_H_
