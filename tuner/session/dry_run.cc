#include "tuner/session/dry_run.h"

#include "measure/network/sample_file.h"
#include "tuner/journal/journal.h"
#include "tuner/session/plan.h"
#include "tuner/session/tune.h"

namespace colltune::tune {

std::string DryRun(const TuneRequest& request, Job& job) {
  CheckFits(request, job);
  const measure::Clock& clock = measure::WtimeClock();
  const TimingModel timing = request.TimingOn(ThisMachine());
  const Experiments experiments(
      job, clock, {.rule = request.Stopping(), .elimination = std::nullopt, .timing = timing});
  const SearchSpace space = SpaceOfJob(request, timing, job, experiments.nodes());
  std::string text;
  job.OnRoot([&] {
    TrialLog known;
    if (request.resume) known = ReadTrialLog(request.journal, OwnerOf(job, experiments, clock));
    const std::string* const samples = known.NetworkSamples();
    TuningSession session(request, space, experiments.nodes(),
                          samples == nullptr ? measure::NetworkData()
                                             : measure::ReadSamples(*samples, request.journal));
    session.Begin(known.Completed(session.ModelTrials()), known);
    Plan plan;
    plan.trials = session.OpenTrials(known);
    plan.known = known.All();
    plan.knows_network = session.knows_network();
    plan.reps = request.Stopping().min_reps;
    plan.budget = request.budget;
    text = PlanText(plan, space, session.predictor());
  });
  return text;
}

}  // namespace colltune::tune
