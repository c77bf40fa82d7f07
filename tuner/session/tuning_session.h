// A tuning from a measured network to its decisions. `tune` runs the missing trials on a machine; a
// dry run lists them; from a journal the session decides without them.
#ifndef COLLTUNE_TUNER_SESSION_TUNING_SESSION_H_
#define COLLTUNE_TUNER_SESSION_TUNING_SESSION_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "measure/network/samples.h"
#include "profiles/profile.h"
#include "tuner/decide/replication.h"
#include "tuner/journal/failures.h"
#include "tuner/journal/trial_log.h"
#include "tuner/search/planner.h"
#include "tuner/search/simulated_predictor.h"
#include "tuner/session/tune_request.h"

namespace colltune::tune {

struct TuneResult {
  Profile profile;    ///< without fingerprint and provenance
  std::string model;  ///< name of the model that predicted
  double off = 0;     ///< 90th percentile of |ln(measured / predicted)| in the model trials
  std::vector<Uncertainty> uncertainties;
  Failures failures;  ///< candidates that are left out
  int trials = 0;
  Spending spending;                             ///< without replications; also of earlier runs
  std::optional<ReplicationSummary> replicated;  ///< none where times are exact
  Seconds network{};                             ///< spent on network experiments by this run
  std::string extrapolation;                     ///< outcome for further nodes, a line
};

class TuningSession {
 public:
  /// Fits models to the network's samples. Without samples, as before a first run, the one model is
  /// of an assumed network. Requires that `request` outlives the session. Throws
  /// std::invalid_argument where no model fits.
  TuningSession(const TuneRequest& request, SearchSpace space, const Nodes& nodes,
                measure::NetworkData network);

  /// Returns the trials that tell which model predicts best.
  std::vector<Trial> ModelTrials() const;

  /// Chooses the model by completed model trials, and learns these and all known results, up to the
  /// first trial without one. To be called once.
  void Begin(std::vector<CompletedTrial> model_trials, const TrialLog& known);

  /// Adds the known results that Begin did not come to, as where a line of the journal is missing
  /// or an older program asked in another order. The planner does not learn them: to be called when
  /// no trial follows.
  void AddRest(const TrialLog& known);

  /// Judges the results by another rule from now on, whatever rule they were asked for by.
  void DecideBy(const DecisionRule& rule) { measurements_->DecideBy(rule); }

  /// The following require Begin.
  Planner& planner() { return *planner_; }
  const SimulatedPredictor& predictor() const { return *predictor_; }
  const Machine& machine() const { return *predictor_->machine(); }

  /// Returns the trials without a result that do not depend on the results of others: model trials
  /// and first trials, unless the request only confirms; replications.
  std::vector<Trial> OpenTrials(const TrialLog& known);

  /// Decides by all results. `failures` are left out, whether or not the planner met them. To be
  /// called once.
  TuneResult Decide(const TrialLog& known, const Failures& failures);

  bool knows_network() const { return !data_.samples.empty(); }
  /// Lines about the fits, for a user who wants to know each step.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  void FitModels(const Nodes& nodes);
  /// Gives the chosen predictor the machine that a network has inferred. Its own comes first; if
  /// that one has a single site, the first predictor's whose machine has several sites replaces it.
  void UseMachine();
  void Extrapolate(const Confirmations* confirmations, TuneResult& result);

  const TuneRequest& request_;
  SearchSpace space_;
  measure::NetworkData data_;
  std::vector<FittedModel> models_;
  std::vector<std::unique_ptr<SimulatedPredictor>> predictors_;  // by `models_`, in their order
  std::vector<std::string> notes_;
  std::vector<CompletedTrial> model_trials_;
  SimulatedPredictor* predictor_ = nullptr;  // the chosen one
  std::optional<Measurements> measurements_;
  std::optional<Planner> planner_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_TUNING_SESSION_H_
