#include "tuner/session/tune.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <optional>

#include "algorithms/mpi/share.h"
#include "algorithms/registry.h"
#include "measure/network/repetition_limits.h"
#include "measure/network/sample_file.h"
#include "profiles/fingerprint.h"
#include "tuner/decide/compile.h"
#include "tuner/decide/extrapolate_nodes.h"
#include "tuner/experiments/experiments.h"
#include "tuner/experiments/network_stage.h"
#include "tuner/job/connectivity_check.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/print.h"
#include "tuner/journal/journaled_executor.h"
#include "tuner/search/choose_model.h"
#include "tuner/search/simulated_predictor.h"
#include "tuner/session/tune_setup.h"
#include "tuner/session/tuning_session.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

/// Limit of the network's experiments, as a share of the budget; it is not charged to the budget.
constexpr double kNetworkShare = 0.25;

/// Returns the name and release of the kernel: "Linux 6.1.0-18-amd64". Empty where unknown.
std::string KernelHere() {
  utsname name{};
  if (uname(&name) != 0) return "";
  return fmt::format("{} {}", name.sysname, name.release);
}

class Tuner {
 public:
  Tuner(const TuneOptions& options, Job& job)
      : options_(options),
        job_(job),
        clock_(WtimeClock()),
        reach_(job),
        experiments_(job, clock_,
                     {.rule = options.stopping,
                      .elimination = options.search.kind == SearchKind::kRace
                                         ? std::optional(options.search.decision.confidence)
                                         : std::nullopt,
                      .exact = options.exact,
                      .watch = {.file = Share(options.journal, job.comm()), .beat = [this] {
                                  if (recorder_) recorder_->Beat();
                                }}}) {
    search_ = SearchOptionsOf(options_, job_, experiments_.nodes());
    job_.OnRoot([&] { OpenJournal(); });
  }

  TuneResult Run() {
    const NetworkData data = Network();
    experiments_.Lead([&](const Ask& ask) {
      for (Fit& fit : FitAll(data)) {
        result_.profile.network.push_back(ForProfile(fit));
        for (const std::string& note : fit.notes) Say(fmt::format("{}: {}", fit.model, note));
        forecasts_.push_back(std::make_unique<SimulatedPredictor>(
            fit.model, std::move(fit.network), experiments_.nodes(), data.places));
      }
      Decide(ask, data.places);
    });
    result_.profile.fingerprint = ThisMachine();
    result_.profile.provenance = Origin();
    return std::move(result_);
  }

 private:
  void Say(const std::string& message) const {
    if (options_.verbose && job_.IsRoot()) Warn("{}", message);
  }

  void OpenJournal() {
    recorder_.emplace(
        options_.journal, options_.resume, OwnerOf(job_, experiments_, clock_), options_.patience,
        [this](const auto& question, const auto& what) { GiveUp(question, what); },
        [this] { return experiments_.Unanswered(); });
    experiments_.LeaveOut(recorder_->journal().known().failures());
    for (const std::string& warning : recorder_->journal().warnings()) {
      Warn("{}", warning);
    }
    recorder_->journal().AppendRun(DateText(), options_.command);
  }

  /// Ends the job, since a hung MPI call cannot be cancelled; a next run leaves the question out.
  /// Names the hung question first, since finding unreachable hosts takes seconds.
  [[noreturn]] void GiveUp(const std::optional<Question>& question, const std::string& what) const {
    if (question) {
      Warn("{} {}; it is recorded in {}, and left out when you go on with --resume",
           UnansweredText(*question), what, options_.journal);
    } else {
      Warn("a network experiment, {}, {}; measure again with --resume", doing_, what);
    }
    for (const std::string& line : reach_.Lines()) Warn("{}", line);
    job_.End(kJobFailed);
  }

  /// Measures the network, or reads the samples that an earlier run recorded.
  NetworkData Network() {
    const std::string* known = nullptr;
    if (job_.IsRoot()) known = recorder_->journal().known().NetworkSamples();
    if (Job::Any(known != nullptr, job_.comm())) {
      return known == nullptr ? NetworkData{} : ReadSamples(*known, options_.journal);
    }
    const Seconds begin = clock_.Now();
    if (options_.confirm) {
      throw std::invalid_argument(
          "--confirm: there is nothing to confirm, as the journal has no network: tune first");
    }
    NetworkCourse course{.exact = options_.exact, .quiet = options_.quiet, .most = kUnlimited};
    if (options_.search.budget) course.most = kNetworkShare * *options_.search.budget;
    course.beat = [this](const std::string& doing) {
      if (!recorder_) return;
      // The watchdog's thread reads `doing_` when patience ends: the first beat postpones that end,
      // the second one publishes the new value.
      recorder_->Beat();
      doing_ = doing;
      recorder_->Beat();
    };
    NetworkData data;
    const auto measure = [&] { data = MeasureNetworkOf(job_, clock_, course); };
    recorder_ ? recorder_->Watch(measure) : measure();
    result_.network = clock_.Now() - begin;
    job_.OnRoot([&] {
      if (!CanFit(data)) {
        throw std::invalid_argument(fmt::format(
            "--budget: {:.2g} s of it were too little to get to know the network: give more",
            course.most.count()));
      }
      recorder_->journal().AppendNetwork(WriteSamples(data));
    });
    return data;
  }

  /// Answers trials from the journal, or by measuring where the budget allows. Trials for which no
  /// time is left are omitted.
  std::vector<Answered> AnswerTrials(const CourseOptions& course, const Ask& ask) {
    const Answers& known = recorder_->journal().known();
    const std::vector<Question> all = Trials(search_, forecasts_);
    std::vector<Answered> trials;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Seconds most = TrialLimit(course, known.Spent(), all.size() - i);
      if (!known.Knows(all[i]) && (!course.searches || most <= Seconds(0))) continue;
      try {
        trials.push_back({all[i], recorder_->Answer(all[i], [&](const Question& question) {
                            return ask(question, most);
                          })});
      } catch (const OutOfTime&) {  // the next trial may be shorter
      }
    }
    return trials;
  }

  void Decide(const Ask& ask, std::span<const Place> places) {
    const CourseOptions course{.budget = options_.search.budget,
                               .guards = !options_.exact,
                               .looks = options_.confirmations,
                               .searches = !options_.confirm,
                               .quiet = options_.quiet};
    const std::vector<Answered> trials = AnswerTrials(course, ask);
    SimulatedPredictor& forecast = *forecasts_[ChooseModel(forecasts_, trials)];
    for (std::size_t i = 0; i < forecasts_.size(); ++i) {
      const double off = std::exp(OffBy(*forecasts_[i], trials)) - 1;
      Say(fmt::format("{}: nine in ten predictions are off by {:.1f} % at most",
                      forecasts_[i]->model(), 100 * off));
      if (!trials.empty()) result_.profile.network[i].off_by = off;
    }
    result_.model = forecast.model();
    result_.off = OffBy(forecast, trials);
    UseMachine(forecast, forecasts_, search_);
    experiments_.UseMachine(*forecast.machine());
    Search search(search_, forecast);
    for (const auto& [question, answer] : trials) search.LearnAside(question, answer);
    const bool guards = course.guards;
    const bool all = RunCourse(course, search, *recorder_, ask);
    Say(fmt::format("{} questions in {:.3g} s", search.asked(), search.spent().count()));
    // A candidate that ended a job may be one that the search never came to: the profile names it.
    search.LeaveOut(experiments_.failures());
    const Confirmations confirmations = ConfirmationsIn(recorder_->journal().known().entries());
    result_.profile.table = Compile(search, guards ? &confirmations : nullptr);
    KeyByPlacement(result_.profile.table, forecast.on_machine());
    // Extrapolation needs replicated decisions: without any replication there are no further nodes.
    if (!guards || confirmations.asked() > 0) {
      Extend({search, result_.profile.network, forecasts_, trials, places, *forecast.machine()});
    }
    if (NeedsMachine(result_.profile.table)) result_.profile.machine = *forecast.machine();
    if (guards) {
      result_.guarded = Summarise(search, confirmations);
      result_.guarded->out_of_budget = !all;
    }
    result_.doubts = search.Doubts();
    result_.failures = experiments_.failures();
    result_.questions = search.asked();
    result_.spending = search.spending();
  }

  void Extend(const Known& known) {
    Extension extension = ExtendTo(options_.nodes, known, options_.quiet);
    std::ranges::move(extension.rows, std::back_inserter(result_.profile.table.rows));
    std::ranges::sort(result_.profile.table.rows, {}, &Row::Key);
    result_.extension = std::move(extension.text);
  }

  Provenance Origin() const {
    const ClockQuality quality = Examine(clock_);
    return {DateText(),
            options_.command,
            std::string(experiments_.MethodFor(Collective::kBcast).name),
            fmt::format("{}, resolution {:.3g} s, cost {:.3g} s", clock_.name(),
                        quality.resolution.count(), quality.cost.count()),
            options_.search.decision.confidence,
            options_.search.decision.margin,
            result_.guarded ? result_.guarded->between_runs : std::nullopt,
            job_.Hosts(),
            JobText(),
            options_.exact ? "" : KernelHere()};
  }

  std::string JobText() const {
    const Nodes& nodes = experiments_.nodes();
    return fmt::format("{} ranks on {} nodes, {} per node{}", job_.ranks(), nodes.count(),
                       nodes.ranks_per_node(), PlacementText({0, nodes.MappingOfAll()}));
  }

  const TuneOptions& options_;
  Job& job_;
  const Clock& clock_;
  const Reach reach_;
  std::optional<Recorder> recorder_;  // on rank 0
  Experiments experiments_;
  SearchOptions search_;
  std::vector<std::unique_ptr<SimulatedPredictor>> forecasts_;
  TuneResult result_;
  std::string doing_;  // the current network experiment, on rank 0
};

}  // namespace

TuneResult Tune(const TuneOptions& options, Job& job) {
  CheckFits(options, job);
  return Tuner(options, job).Run();
}

}  // namespace colltune::tune
