#include "tuner/tune.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "measure/race.h"
#include "models/simulator.h"
#include "profiles/fingerprint.h"
#include "tuner/fit.h"
#include "tuner/interrupt.h"
#include "tuner/progress.h"

namespace colltune {
namespace {

/// The model by which candidates are ruled out.
constexpr std::string_view kModel = "loggp";

/// A candidate is worth measuring when the model does not give it more than twice the best one's
/// time, and more room where the model misses its own samples by much: kSlack * (1 + miss).
constexpr double kSlack = 2;

void CheckFits(const TuneOptions& options, const Job& job) {
  if (job.ranks() < 2) {
    throw std::invalid_argument(
        "tuning needs two ranks or more, as in: mpiexec -n 16 -f HOSTS colltune tune");
  }
  for (const int ranks : options.ranks) {
    if (ranks > job.ranks()) {
      throw std::invalid_argument(
          fmt::format("--ranks: {} ranks in a job of {}; start it with more, as in: mpiexec -n {} "
                      "colltune tune",
                      ranks, job.ranks(), ranks));
    }
  }
}

std::vector<int> RankCounts(const TuneOptions& options, int all) {
  if (!options.ranks.empty()) return options.ranks;
  std::vector<int> counts;
  for (int ranks = 2; ranks < all; ranks *= 2) counts.push_back(ranks);
  counts.push_back(all);
  return counts;
}

/// One measured point after another, on communicators of the first ranks of the job.
class Tuner {
 public:
  Tuner(const TuneOptions& options, Job& job)
      : options_(options),
        job_(job),
        clock_(WtimeClock()),
        method_(StandardMethod(options.collectives.front(), SharesClock(job.comm()))),
        fits_(FitNetwork(job, clock_)),
        fit_(*std::ranges::find(fits_, kModel, &Fit::model)),
        counts_(RankCounts(options, job.ranks())),
        progress_(
            "tune",
            static_cast<double>(options.collectives.size() * counts_.size() * options.sizes.size()),
            options.quiet || !job.IsRoot()) {
    for (const Fit& fit : fits_) {
      for (const std::string& note : fit.notes) Say(fmt::format("{}: {}", fit.model, note));
    }
  }

  Profile Run() {
    Profile profile;
    profile.fingerprint = ThisMachine();
    profile.provenance = Origin();
    for (const Fit& fit : fits_) profile.network.push_back(ForProfile(fit));
    for (const Collective collective : options_.collectives) {
      for (const int ranks : counts_) profile.table.rows.push_back(MakeRow(collective, ranks));
    }
    return profile;
  }

 private:
  void Say(const std::string& message) const {
    if (options_.verbose && job_.IsRoot()) fmt::print(stderr, "colltune: {}\n", message);
  }

  Provenance Origin() const {
    const ClockQuality quality = Examine(clock_);
    return {DateText(),
            options_.command,
            std::string(method_.name),
            fmt::format("{}, resolution {:.3g} s, cost {:.3g} s", clock_.name(),
                        quality.resolution.count(), quality.cost.count()),
            options_.decision.confidence,
            options_.decision.margin,
            job_.Hosts()};
  }

  /// Decides for one number of ranks. The ranks that are not among them wait.
  Row MakeRow(Collective collective, int ranks) {
    const UniqueComm comm = job_.FirstRanks(ranks);
    Row row{collective, ranks, 0, {}};
    bool interrupted = false;
    if (comm) {
      row.ranks_per_node = Job::RanksPerNode(comm.get());
      Runner runner(comm.get());
      std::vector<Decision> decisions;
      for (const Bytes bytes : options_.sizes) {
        progress_.Update(points_++, fmt::format("{} on {} ranks, {}B", ToText(collective), ranks,
                                                ToText(bytes)));
        interrupted = !Measure(collective, bytes, runner, decisions);
        if (interrupted) break;
      }
      row.rules = MakeRules(decisions);
    }
    if (Job::Any(interrupted, job_.comm())) throw Interrupted();
    return row;
  }

  /// What the model says each algorithm takes. Of algorithms that do the same on this shape (on two
  /// ranks most broadcasts do) only the first is a candidate.
  std::map<std::string, Seconds> Predictions(Collective collective, const Shape& shape) const {
    std::map<std::string, Seconds> predicted;
    std::vector<std::vector<Schedule>> seen;
    for (const Choice& choice : StandardChoices(collective)) {
      // What the preload library would not use.
      if (!IsSafeWithWrongSizes(*choice.algorithm) || !Declines(choice, shape).empty()) continue;
      std::vector<Schedule> schedules = BuildAll(choice, shape);
      if (std::ranges::find(seen, schedules) != seen.end()) continue;
      predicted[ToText(choice)] =
          std::ranges::max(Simulate(schedules, shape.element, *fit_.network));
      seen.push_back(std::move(schedules));
    }
    return predicted;
  }

  /// One point: predict, race what is promising, decide. False when interrupted.
  bool Measure(Collective collective, Bytes bytes, Runner& runner,
               std::vector<Decision>& decisions) {
    const Shape shape{.ranks = runner.ranks(), .root = 0, .elements = bytes.count};
    const auto predicted = Predictions(collective, shape);
    std::vector<std::string> names = Promising(predicted, kSlack * (1 + fit_.worst_residual));
    names.emplace_back(kLibrary);
    GlobalClock global(runner.comm(), clock_, StandardClockSync(runner.comm(), clock_), {});
    std::vector<std::unique_ptr<Operation>> operations;
    std::vector<std::unique_ptr<Method>> methods;
    for (const std::string& name : names) {
      operations.push_back(std::make_unique<Operation>(collective, ParseChoice(collective, name),
                                                       bytes, shape.root, runner, memory_));
      methods.push_back(method_.make(*operations.back(), global, {}));
    }
    bool interrupted = false;
    const auto series = Race(methods, method_.needs_global_clock ? &global : nullptr,
                             {options_.stopping, {}}, /*seed=*/1, [&] {
                               interrupted = Job::Any(Interrupts() > 0, runner.comm());
                               return !interrupted;
                             });
    if (interrupted) return false;
    decisions.push_back(Decide(options_.decision, bytes, Candidates(names, series, predicted)));
    return true;
  }

  std::vector<Candidate> Candidates(const std::vector<std::string>& names,
                                    const std::vector<Series>& series,
                                    const std::map<std::string, Seconds>& predicted) const {
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Summary s = Summarise(series[i].All(), options_.decision.confidence);
      candidates.push_back({names[i], s.samples, s.median, s.low, s.high, std::nullopt});
    }
    for (const auto& [name, time] : predicted) {
      const auto found = std::ranges::find(candidates, name, &Candidate::choice);
      if (found != candidates.end()) {
        found->predicted = time;
      } else {
        candidates.push_back({name, 0, {}, {}, {}, time});
      }
    }
    return candidates;
  }

  const TuneOptions& options_;
  Job& job_;
  const Clock& clock_;
  const MethodEntry& method_;
  OperationMemory memory_;
  const std::vector<Fit> fits_;
  const Fit& fit_;
  const std::vector<int> counts_;
  Progress progress_;
  double points_ = 0;
};

}  // namespace

Profile Tune(const TuneOptions& options, Job& job) {
  CheckFits(options, job);
  return Tuner(options, job).Run();
}

}  // namespace colltune
