// Cost surfaces of one collective: the time of each candidate over layouts, sizes and roots, from
// measurements at some of them and a model's predictions. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_SEARCH_SURFACE_H_
#define COLLTUNE_TUNER_SEARCH_SURFACE_H_

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "models/fit/correction.h"
#include "profiles/decision_table.h"
#include "tuner/problem/metric.h"
#include "tuner/problem/predictor.h"
#include "tuner/search/estimate.h"

namespace colltune::tune {

/// Tells which timings an estimate takes no account of.
using Hides = std::function<bool(const Problem& at)>;

class Surface {
 public:
  /// Requires that `predictor` outlives the surface.
  explicit Surface(const Predictor& predictor, Metric metric = {})
      : predictor_(&predictor), metric_(std::move(metric)) {}

  /// Adds a timing, in place of an earlier one of the same choice and problem.
  void Add(const Problem& problem, const Candidate& timing);

  /// Estimates the time of a choice:
  /// - measured at the problem: its median;
  /// - predictable: the prediction, corrected by what was measured of the collective: at all sizes,
  ///   on all layouts of the same span, and of all choices (models::Correction);
  /// - an algorithm of ours that declines the problem: nothing;
  /// - else, as the library's own: the prediction of the algorithm that the choice has
  ///   behaved like around the problem, times the ratio between them (see Like);
  /// - nothing where none was timed.
  ///
  /// Takes no account of timings at problems that pass `hides`, unless it is empty.
  std::optional<Estimate> Expect(ChoiceId choice, const Problem& problem,
                                 const Hides& hides = {}) const;

  /// Returns the shortest predicted time of all candidates; nothing where none is predicted.
  std::optional<Seconds> ShortestAt(const Problem& problem) const;

  /// Returns the largest correction of a prediction that is to be expected at a problem, as a
  /// logarithm.
  LogRatio MostCorrection(const Problem& problem) const;

  /// Returns the predicted times of the candidates of a problem that differ, as logarithms of
  /// seconds; on many ranks, of the ones that are promising on half as many nodes.
  const std::map<ChoiceId, double>& Predictions(const Problem& problem) const;

  /// Returns our candidates that are promising near a problem: by prediction at a size nearby, or
  /// by their times at the nearest measured problems.
  std::set<ChoiceId> PromisingNear(const Problem& problem) const;

  /// Returns by how much the predicted time of a choice grows from one problem to each of others,
  /// as logarithms; of a choice that cannot be predicted, that of the algorithm that it behaves
  /// like. 0 where there is none, or it declines one of the two.
  std::vector<LogRatio> Growths(ChoiceId choice, const Problem& from,
                                std::span<const Problem> others) const;

  /// Returns the timing of a choice at a problem; nullptr where there is none.
  const Candidate* Find(ChoiceId choice, const Problem& problem) const;

  /// Returns the problems where a choice was timed, the nearest first: at most `count`, and none
  /// that passes `hides`.
  std::vector<Problem> Nearest(ChoiceId choice, const Problem& problem, std::size_t count,
                               const Hides& hides = {}) const;

 private:
  /// How a choice behaves around a problem.
  struct Likeness {
    double variance = 0;  ///< of the logarithms of the choice's times over the predictions
    double ratio = 0;     ///< their mean
    ChoiceId as;          ///< whose predictions
  };

  struct Timing {
    Candidate candidate;
    Metric::Position position;  // of its problem
  };

  const std::vector<ChoiceId>& PromisingAt(const Problem& problem) const;
  const models::Correction& CorrectionAt(const Problem& problem) const;
  std::optional<double> PredictionOf(ChoiceId choice, const Problem& problem) const;
  std::vector<Likeness> LikenessesOf(ChoiceId choice, const Problem& problem,
                                     const Hides& hides) const;
  std::optional<Estimate> Like(ChoiceId choice, const Problem& problem, const Hides& hides) const;

  const Predictor* predictor_;
  Metric metric_;
  std::map<int, models::Correction> corrections_;  // by Metric::SpanOf
  std::map<ChoiceId, std::map<Problem, Timing>> timings_;
  mutable std::map<Problem, std::vector<ChoiceId>> promising_;
  mutable std::map<Problem, std::map<ChoiceId, double>> predictions_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_SURFACE_H_
