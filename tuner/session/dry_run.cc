#include "tuner/session/dry_run.h"

#include <memory>
#include <optional>

#include "measure/network/sample_file.h"
#include "tuner/decide/replication.h"
#include "tuner/experiments/network_stage.h"
#include "tuner/journal/journal.h"
#include "tuner/search/choose_model.h"
#include "tuner/search/simulated_predictor.h"
#include "tuner/session/plan.h"
#include "tuner/session/tune_setup.h"
#include "tuner/session/tuning_session.h"

namespace colltune::tune {
namespace {

/// Homogeneous network with kAssumedLatency and kAssumedByteTime between all pairs.
class AssumedNetwork final : public Network {
 public:
  MessageCost Cost(Rank /*from*/, Rank /*to*/, Bytes bytes) const override {
    MessageCost cost;
    cost.latency = kAssumedLatency;
    cost.transfer = cost.gap = Seconds(kAssumedByteTime * static_cast<double>(bytes.count));
    return cost;
  }
};

std::vector<std::unique_ptr<SimulatedPredictor>> Forecasts(const std::string* samples,
                                                           const std::string& journal,
                                                           const Nodes& nodes) {
  std::vector<std::unique_ptr<SimulatedPredictor>> forecasts;
  if (!samples) {
    forecasts.push_back(
        std::make_unique<SimulatedPredictor>("assumed", std::make_unique<AssumedNetwork>(), nodes));
    return forecasts;
  }
  const NetworkData data = ReadSamples(*samples, journal);
  for (Fit& fit : FitAll(data)) {
    forecasts.push_back(std::make_unique<SimulatedPredictor>(fit.model, std::move(fit.network),
                                                             nodes, data.places));
  }
  return forecasts;
}

/// Trials with and without an answer in the journal.
struct TrialsLeft {
  std::vector<Answered> known;
  std::vector<Question> open;
};

TrialsLeft Sort(const std::vector<Question>& trials, const Answers& known) {
  TrialsLeft sorted;
  for (const Question& trial : trials) {
    if (known.Knows(trial)) {
      sorted.known.push_back({trial, known.Known(trial)});
    } else {
      sorted.open.push_back(trial);
    }
  }
  return sorted;
}

/// Returns the open questions that do not depend on the answers to others:
/// - first questions of the search and open trials, unless options.confirm;
/// - replications, unless options.exact.
std::vector<Question> OpenQuestions(const TuneOptions& options, Search& search,
                                    const TrialsLeft& trials, const Answers& known) {
  for (const auto& [question, answer] : trials.known) search.LearnAside(question, answer);
  Replay(known, search);
  std::vector<Question> open;
  if (!options.confirm) {
    open = search.FirstQuestions();
    open.insert(open.end(), trials.open.begin(), trials.open.end());
  }
  if (options.exact) return open;
  const ReplicationPlan looks{.wanted = options.confirmations, .run = known.last_run() + 1};
  for (const Guardable& guardable : Guardables(search, ConfirmationsIn(known.entries()), looks)) {
    open.insert(open.end(), guardable.open.begin(), guardable.open.end());
  }
  return open;
}

}  // namespace

std::string DryRun(const TuneOptions& options, Job& job) {
  CheckFits(options, job);
  const Clock& clock = WtimeClock();
  const Experiments experiments(job, clock, {options.stopping, std::nullopt, options.exact});
  SearchOptions search_options = SearchOptionsOf(options, job, experiments.nodes());
  std::string text;
  job.OnRoot([&] {
    Answers known;
    if (options.resume) known = ReadAnswers(options.journal, OwnerOf(job, experiments, clock));
    const auto forecasts = Forecasts(known.NetworkSamples(), options.journal, experiments.nodes());
    const TrialsLeft trials = Sort(Trials(search_options, forecasts), known);
    SimulatedPredictor& forecast = *forecasts[ChooseModel(forecasts, trials.known)];
    if (known.NetworkSamples() != nullptr) UseMachine(forecast, forecasts, search_options);
    Search search(search_options, forecast);
    Plan plan;
    plan.questions = OpenQuestions(options, search, trials, known);
    plan.known = known.All();
    plan.knows_network = known.NetworkSamples() != nullptr;
    plan.confirms = !options.exact;
    search_options.budget = options.search.budget;
    text = PlanText(plan, search_options, forecast);
  });
  return text;
}

}  // namespace colltune::tune
