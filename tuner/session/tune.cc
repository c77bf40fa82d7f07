#include "tuner/session/tune.h"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/mpi/share.h"
#include "algorithms/native/native.h"
#include "algorithms/registry.h"
#include "measure/network/repetition_limits.h"
#include "measure/network/sample_file.h"
#include "profiles/fingerprint.h"
#include "profiles/placement.h"
#include "tuner/experiments/network_stage.h"
#include "tuner/job/connectivity_check.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/print.h"
#include "tuner/job/progress.h"
#include "tuner/journal/journaled_executor.h"
#include "tuner/search/tune_progress.h"
#include "tuner/session/run_trials.h"
#include "tuner/session/space_of_job.h"
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
  Tuner(const TuneRequest& request, Job& job)
      : request_(request),
        job_(job),
        clock_(measure::WtimeClock()),
        timing_(request.TimingOn(ThisMachine())),
        reach_(job),
        experiments_(job, clock_,
                     {.rule = request.Stopping(),
                      .elimination = request.search == SearchKind::kRace
                                         ? std::optional(request.rule.confidence)
                                         : std::nullopt,
                      .timing = timing_,
                      .watch = {.file = Share(request.journal, job.comm()), .beat = [this] {
                                  request_.progress->Repeat();
                                  if (executor_) executor_->Beat();
                                }}}) {
    space_ = SpaceOfJob(request_, timing_, job_, experiments_.nodes());
    job_.OnRoot([&] { OpenJournal(); });
  }

  TuneResult Run() {
    measure::NetworkData data = Network();
    TuneResult result;
    experiments_.Lead([&](const RunTrial& run_trial) {
      TuningSession session(request_, space_, experiments_.nodes(), std::move(data));
      result = Decide(session, run_trial);
    });
    result.network = network_time_;
    result.profile.fingerprint = ThisMachine();
    result.profile.provenance = Origin(result);
    return result;
  }

 private:
  void Say(const std::string& message) const {
    if (request_.verbose && job_.IsRoot()) Warn("{}", message);
  }

  void OpenJournal() {
    executor_.emplace(
        request_.journal, request_.resume, OwnerOf(job_, experiments_, clock_),
        request_.patience.value_or(StandardPatience()),
        [this](const auto& trial, const auto& what) { GiveUp(trial, what); },
        [this] { return experiments_.Unfinished(); });
    experiments_.LeaveOut(executor_->journal().known().failures());
    for (const std::string& warning : executor_->journal().warnings()) {
      Warn("{}", warning);
    }
    executor_->journal().AppendRun(DateText(), request_.command);
  }

  /// Ends the job, since a hung MPI call cannot be cancelled; a next run leaves the trial out.
  /// Names the hung trial first, since finding unreachable hosts takes seconds.
  [[noreturn]] void GiveUp(const std::optional<Trial>& trial, const std::string& what) const {
    if (trial) {
      Warn("{} {}; it is recorded in {}, and left out when you go on with --resume",
           UnfinishedText(*trial), what, request_.journal);
    } else {
      Warn("a network experiment, {}, {}; measure again with --resume", doing_, what);
    }
    for (const std::string& line : reach_.Lines()) Warn("{}", line);
    job_.End(kJobFailed);
  }

  /// Measures the network, or reads the samples that an earlier run recorded.
  measure::NetworkData Network() {
    const std::string* known = nullptr;
    if (job_.IsRoot()) known = executor_->journal().known().NetworkSamples();
    if (Job::Any(known != nullptr, job_.comm())) {
      return known == nullptr ? measure::NetworkData{}
                              : measure::ReadSamples(*known, request_.journal);
    }
    const Seconds begin = clock_.Now();
    if (request_.confirm) {
      throw std::invalid_argument(
          "--confirm: there is nothing to confirm, as the journal has no network: tune first");
    }
    NetworkCourse course{
        .timing = timing_, .progress = request_.progress, .most = measure::kUnlimited, .beat = {}};
    if (request_.budget) course.most = kNetworkShare * *request_.budget;
    course.beat = [this](const std::string& doing) {
      if (!executor_) return;
      // The watchdog's thread reads `doing_` when patience ends: the first beat postpones that end,
      // the second one publishes the new value.
      executor_->Beat();
      doing_ = doing;
      executor_->Beat();
    };
    measure::NetworkData data;
    const auto measure = [&] { data = MeasureNetworkOf(job_, clock_, course); };
    executor_ ? executor_->Watch(measure) : measure();
    network_time_ = clock_.Now() - begin;
    job_.OnRoot([&] {
      if (!CanFit(data)) {
        throw std::invalid_argument(
            fmt::format("--budget: the network measurement may use a quarter of it ({:.2g} s), "
                        "which is too short; raise it",
                        course.most.count()));
      }
      executor_->journal().AppendNetwork(measure::WriteSamples(data));
    });
    return data;
  }

  /// Runs the model trials, or takes their results from the journal. Model trials for which no time
  /// is left are omitted.
  std::vector<CompletedTrial> RunModelTrials(const TuningSession& session,
                                             const RunOptions& options, const RunTrial& run_trial) {
    const TrialLog& known = executor_->journal().known();
    const std::vector<Trial> all = session.ModelTrials();
    std::vector<CompletedTrial> completed;
    Progress progress(*options.progress, "compare models", static_cast<double>(all.size()));
    for (std::size_t i = 0; i < all.size(); ++i) {
      const Seconds most = ModelTrialLimit(options, known.Spent(), all.size() - i);
      if (!known.Knows(all[i]) && (!options.searches || most <= Seconds(0))) continue;
      progress.Update(static_cast<double>(i), DoingText(all[i]));
      try {
        completed.push_back({all[i], executor_->Run(all[i], [&](const Trial& trial) {
                               return run_trial(trial, most);
                             })});
      } catch (const OutOfTime&) {  // the next one may be shorter
      }
    }
    return completed;
  }

  TuneResult Decide(TuningSession& session, const RunTrial& run_trial) {
    const RunOptions options{.budget = request_.budget,
                             .replicates = timing_ == TimingModel::kNoisy,
                             .confirmations = request_.confirmations,
                             .searches = !request_.confirm,
                             .progress = request_.progress};
    const TrialLog& known = executor_->journal().known();
    session.Begin(RunModelTrials(session, options, run_trial), known);
    for (const std::string& note : session.notes()) Say(note);
    experiments_.UseMachine(session.machine());
    const bool all = RunTrials(options, session.planner(), *executor_, run_trial);
    TuneResult result = session.Decide(known, experiments_.failures());
    if (result.replicated) result.replicated->out_of_budget = !all;
    Say(fmt::format("{} trials in {:.3g} s", result.trials, result.spending.All().count()));
    return result;
  }

  Provenance Origin(const TuneResult& result) const {
    const measure::ClockQuality quality = measure::Examine(clock_);
    return {DateText(),
            request_.command,
            std::string(experiments_.MethodFor(Collective::kBcast).name),
            fmt::format("{}, resolution {:.3g} s, cost {:.3g} s", clock_.name(),
                        quality.resolution.count(), quality.cost.count()),
            request_.rule.confidence,
            request_.rule.margin,
            result.replicated ? result.replicated->between_runs : std::nullopt,
            job_.Hosts(),
            JobText(),
            timing_ == TimingModel::kExact ? "" : KernelHere()};
  }

  std::string JobText() const {
    const Nodes& nodes = experiments_.nodes();
    return fmt::format("{} ranks on {} nodes, {} per node{}{}", job_.ranks(), nodes.count(),
                       nodes.ranks_per_node(), PlacementText({0, nodes.MappingOfAll()}),
                       nodes.ranks_per_node() > 1 ? SiblingText(request_.siblings) : "");
  }

  const TuneRequest& request_;
  Job& job_;
  const measure::Clock& clock_;
  const TimingModel timing_;
  const Reach reach_;
  std::optional<JournaledExecutor> executor_;  // on rank 0
  Experiments experiments_;
  SearchSpace space_;
  Seconds network_time_{};  // of this run's network experiments
  std::string doing_;       // the current network experiment, on rank 0
};

}  // namespace

void CheckFits(const TuneRequest& request, const Job& job) {
  if (job.ranks() < 2) {
    throw std::invalid_argument(
        "tuning needs two ranks or more, as in: mpiexec -n 16 -f HOSTS colltune tune");
  }
  for (const int ranks : request.ranks.value_or(std::vector<int>())) {
    if (ranks <= job.ranks()) continue;
    throw std::invalid_argument(
        fmt::format("--ranks: {} ranks in a job of {}; start it with more, as in: mpiexec -n {} "
                    "colltune tune",
                    ranks, job.ranks(), ranks));
  }
}

SearchSpace SpaceOfJob(const TuneRequest& request, TimingModel timing, Job& job,
                       const Nodes& nodes) {
  SearchSpace space;
  const auto derive = [&] { space = SpaceOn(nodes, request, timing); };
  request.stats.empty() ? derive() : job.OnRoot(derive);  // statistics files are read once
  for (const Collective collective : space.collectives) {
    for (const Choice& choice : NativeChoices(collective)) {
      space.natives[collective].emplace_back(ToText(choice));
    }
  }
  return space;
}

JournalOwner OwnerOf(const Job& job, const Experiments& experiments, const measure::Clock& clock) {
  return {ThisMachine(), job.ranks(), experiments.nodes().ranks_per_node(),
          std::string(experiments.MethodFor(Collective::kBcast).name), std::string(clock.name())};
}

TuneResult Tune(const TuneRequest& request, Job& job) {
  CheckFits(request, job);
  return Tuner(request, job).Run();
}

}  // namespace colltune::tune
