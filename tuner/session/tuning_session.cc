#include "tuner/session/tuning_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "algorithms/registry.h"
#include "tuner/decide/compile.h"
#include "tuner/decide/extrapolate_nodes.h"
#include "tuner/decide/regret_report.h"
#include "tuner/experiments/network_stage.h"
#include "tuner/problem/job_places.h"
#include "tuner/search/choose_model.h"
#include "tuner/session/plan.h"
#include "tuner/session/run_trials.h"
#include "tuner/session/space_of_job.h"

namespace colltune::tune {
namespace {

/// Homogeneous network with kAssumedLatency and kAssumedByteTime between all pairs.
class AssumedNetwork final : public models::Network {
 public:
  models::MessageCost Cost(Rank /*from*/, Rank /*to*/, Bytes bytes) const override {
    models::MessageCost cost;
    cost.latency = kAssumedLatency;
    cost.transfer = cost.gap = Seconds(kAssumedByteTime * static_cast<double>(bytes.count));
    return cost;
  }
};

}  // namespace

TuningSession::TuningSession(const TuneRequest& request, SearchSpace space, const Nodes& nodes,
                             measure::NetworkData network)
    : request_(request), space_(std::move(space)), data_(std::move(network)) {
  if (knows_network()) {
    FitModels(nodes);
  } else {
    predictors_.push_back(
        std::make_unique<SimulatedPredictor>("assumed", std::make_unique<AssumedNetwork>(), nodes));
  }
}

void TuningSession::FitModels(const Nodes& nodes) {
  for (models::Fit& fit : FitAll(data_)) {
    models_.push_back(ForProfile(fit));
    for (const std::string& note : fit.notes) {
      notes_.push_back(fmt::format("{}: {}", fit.model, note));
    }
    predictors_.push_back(std::make_unique<SimulatedPredictor>(fit.model, std::move(fit.network),
                                                               nodes, data_.places));
  }
}

std::vector<Trial> TuningSession::ModelTrials() const {
  return tune::ModelTrials(space_, predictors_);
}

void TuningSession::Begin(std::vector<CompletedTrial> model_trials, const TrialLog& known) {
  model_trials_ = std::move(model_trials);
  predictor_ = predictors_[ChooseModel(predictors_, model_trials_)].get();
  for (std::size_t i = 0; i < models_.size(); ++i) {
    const double off = std::exp(OffBy(*predictors_[i], model_trials_)) - 1;
    notes_.push_back(fmt::format("{}: 90th percentile of its prediction error: {:.1f} %",
                                 models_[i].name, 100 * off));
    if (!model_trials_.empty()) models_[i].off_by = off;
  }
  if (knows_network()) {
    UseMachine();
    const JobPlaces& places = predictor_->on_machine();
    if (SitesOf(machine()) > 1) LayOutOnSites(places, request_, space_);
    std::map<Layout, int> sites;
    for (const Layout& layout : space_.layouts) {
      space_.root_groups[layout] = RootGroupsOf(places, layout);
      sites[layout] = places.SitesOf(layout);
    }
    space_.metric = Metric(std::move(sites));
    space_.alike = LayoutsAlike(places, space_.layouts, request_.siblings);
  }
  measurements_.emplace(space_, request_.rule, *predictor_);
  planner_.emplace(*measurements_,
                   PlannerOptions{.kind = request_.search,
                                  .reps = request_.Stopping().min_reps,
                                  .budget = std::nullopt,
                                  .regret = request_.EnoughRegret(),
                                  .beat = [progress = request_.progress] { progress->Repeat(); }});
  for (const auto& [trial, result] : model_trials_) planner_->LearnAside(trial, result);
  Replay(known, *planner_, *request_.progress);
}

void TuningSession::AddRest(const TrialLog& known) {
  for (const auto& [trial, result] : known.All()) {
    const bool is_new = measurements_->Find(trial.problem).has_value() &&
                        measurements_->MeasuredAt(trial.problem) == nullptr;
    if (is_new && !trial.replicates) measurements_->Add(trial, result);
  }
}

void TuningSession::UseMachine() {
  Machine machine = predictor_->MachineSeen();
  for (const auto& other : predictors_) {
    if (SitesOf(machine) > 1) break;
    Machine seen = other->MachineSeen();
    if (SitesOf(seen) > 1) machine = std::move(seen);
  }
  predictor_->UseMachine(std::move(machine));
}

std::vector<Trial> TuningSession::OpenTrials(const TrialLog& known) {
  std::vector<Trial> open;
  if (!request_.confirm) {
    open = planner_->FirstTrials();
    std::ranges::copy_if(ModelTrials(), std::back_inserter(open),
                         [&](const Trial& trial) { return !known.Knows(trial); });
  }
  if (space_.timing == TimingModel::kExact) return open;
  std::ranges::copy(OpenReplications(*measurements_, ConfirmationsIn(known.entries()),
                                     {request_.confirmations, known.last_run() + 1}),
                    std::back_inserter(open));
  return open;
}

TuneResult TuningSession::Decide(const TrialLog& known, const Failures& failures) {
  measurements_->Add(failures);
  const bool replicates = space_.timing == TimingModel::kNoisy;
  const Confirmations confirmations = ConfirmationsIn(known.entries());
  TuneResult result;
  result.model = predictor_->model();
  result.off = OffBy(*predictor_, model_trials_);
  for (const Collective collective : space_.collectives) measurements_->Calibrate(collective);
  Progress progress(*request_.progress, "decide", static_cast<double>(space_.collectives.size()));
  const Confirmations* const confirming = replicates ? &confirmations : nullptr;
  const CompileOptions options{
      .confirmations = confirming,
      .placing = PlacingOn(predictor_->on_machine()),
      .beat = [&](const Problem& problem) {
        progress.Update(
            0, fmt::format("{} on {} ranks", ToText(problem.collective), problem.layout.ranks));
      }};
  result.profile.table = Compile(*measurements_, options);
  // Communicators on several sites were measured on as few as their nodes fit on; and ranks in no
  // order have communicators in any order.
  const bool covers_all =
      SitesOf(machine()) == 1 && predictor_->on_machine().nodes().MappingOfAll() != Mapping::kMixed;
  if (!covers_all) result.profile.table.hull.reset();
  // Extrapolation needs replicated decisions: without any replication there are no further nodes.
  if (!replicates || confirmations.trials() > 0) Extrapolate(confirming, result);
  result.profile.regret = ReportOn(result.profile.table, *planner_, options.placing);
  result.profile.regret->budget = request_.budget;
  if (NeedsMachine(result.profile.table)) result.profile.machine = machine();
  if (replicates) result.replicated = Summarise(*measurements_, confirmations);
  result.profile.network = models_;
  result.uncertainties = planner_->Uncertainties();
  result.failures = measurements_->failures();
  result.trials = planner_->trials();
  result.spending = planner_->spending();
  return result;
}

void TuningSession::Extrapolate(const Confirmations* confirmations, TuneResult& result) {
  Extrapolation extrapolation = ExtrapolateNodes(
      request_.nodes,
      {*measurements_, models_, predictors_, model_trials_, data_.places, machine(), confirmations},
      *request_.progress);
  std::optional<Hull>& hull = result.profile.table.hull;
  if (!extrapolation.rows.empty() && hull) hull->nodes.last = request_.nodes.back();
  std::ranges::move(extrapolation.rows, std::back_inserter(result.profile.table.rows));
  std::ranges::sort(result.profile.table.rows, {}, &Row::Key);
  result.extrapolation = std::move(extrapolation.text);
}

}  // namespace colltune::tune
