// Decisions for any problem, measured or not. Pure.
#ifndef COLLTUNE_TUNER_SEARCH_JUDGEMENT_H_
#define COLLTUNE_TUNER_SEARCH_JUDGEMENT_H_

#include <optional>
#include <string>
#include <vector>

#include "tuner/search/measurements.h"

namespace colltune::tune {

/// A decision and what it rests on.
struct Judgement {
  Decision decision;
  bool is_measured = false;   ///< the decision was measured at this problem
  std::vector<Problem> from;  ///< else the nearest measured problems: at most two, on two layouts
  double within = 0;          ///< else the error of the expected saving, as a logarithm
};

/// Decides for a problem: by its own measurement, else by what is expected. An expected saving
/// counts where it exceeds the margin by the error of such expectations: see Calibration. The
/// choice suits the other problems that the decision serves too: see SuitsAll.
Judgement Judge(const Measurements& measurements, const Problem& problem);

/// The choice that expectations call for.
struct Preference {
  ChoiceId choice;
  ChoiceId best;      ///< the fastest candidate but for the library
  double saving = 0;  ///< expected of `best`, as a logarithm
  double within = 0;  ///< the error of that saving
};

/// Returns the preference by beliefs whose nearest measured problem is `nearest`: the library where
/// nothing is known of it, or of any other candidate.
Preference Prefer(const Measurements& measurements, const Problem& problem, const Problem& nearest,
                  const std::vector<Belief>& beliefs);

/// Decides for a problem as if it had not been measured.
Judgement Interpolate(const Measurements& measurements, const Problem& problem);

/// Returns the regret that the interpolated decision has at a problem that was held out; nothing
/// where its choice was not timed there.
std::optional<double> RegretOfInterpolation(const Measurements& measurements,
                                            const Problem& problem);

/// Decides for all sizes of a collective whose ranks do not know them: the choice with the largest
/// saving on the average over all sizes that are decided, if that saving exceeds the margin by the
/// error of expectations, and the choice is nowhere significantly slower than the library.
/// Problems that were held out count by their own measurement. `problem` gives collective, layout
/// and root. Returns a decision of 0 bytes without candidates.
Judgement JudgeUnknownSizes(const Measurements& measurements, const Problem& problem);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_JUDGEMENT_H_
