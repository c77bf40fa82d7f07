#include "tuner/experiments/measuring.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>

#include "algorithms/mpi/nodes.h"
#include "algorithms/mpi/share.h"
#include "measure/methods/entrants.h"
#include "measure/methods/series_records.h"
#include "profiles/fingerprint.h"
#include "tuner/experiments/failure_watch.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/progress.h"
#include "tuner/journal/failure_log.h"

namespace colltune::tune {
namespace {

struct Point {
  int ranks;
  Bytes bytes;
};

/// Deadline of each point: an equal share of the budget that is left.
class Budget {
 public:
  Budget(std::optional<Seconds> all, const measure::Clock& clock) : clock_(clock) {
    if (all) end_ = clock.Now() + *all;
  }

  void Begin(std::size_t points_left) {
    if (end_) point_end_ = clock_.Now() + (*end_ - clock_.Now()) / static_cast<double>(points_left);
  }
  bool IsSpent() const { return end_ && clock_.Now() >= point_end_; }

 private:
  const measure::Clock& clock_;
  std::optional<Seconds> end_;
  Seconds point_end_{};
};

void CheckFits(const MeasuringPlan& plan, const Job& job) {
  if (plan.clock_sync == measure::FindClockSync("shared") &&
      !measure::SharesClock(job.comm(), *plan.clock)) {
    throw std::invalid_argument(fmt::format(
        "--clock-sync: these ranks do not share {}; see: colltune list", plan.clock->name()));
  }
  DemandTwoRanks(job);
  int fewest = job.ranks();
  for (const int ranks : plan.ranks) {
    fewest = std::min(fewest, ranks);
    if (ranks <= job.ranks()) continue;
    throw std::invalid_argument(
        fmt::format("--ranks: {} ranks in a job of {}", ranks, job.ranks()));
  }
  DemandRoot(plan.root, fewest);
}

/// Returns why an implementation declines a point; empty where it accepts.
std::string Refusal(const MeasuringPlan& plan, const Choice& choice, const Point& point) {
  const Shape shape = measure::ShapeOf(plan.collective, point.bytes, plan.root, point.ranks);
  const std::string reason = Declines(choice, shape);
  if (reason.empty()) return {};
  return fmt::format("{}:{} on {} ranks, {}B: {}", ToText(plan.collective), ToText(choice),
                     point.ranks, ToText(point.bytes), reason);
}

/// Throws std::invalid_argument where an implementation declines a point and must not, on all ranks
/// alike: later some ranks would wait for others.
void CheckPoints(const MeasuringPlan& plan, const std::vector<Point>& points) {
  for (const Point& point : points) {
    for (const Choice& choice : plan.implementations) {
      const std::string refusal = Refusal(plan, choice, point);
      if (refusal.empty() || plan.skip_declined) continue;
      throw std::invalid_argument("--algorithm: " + refusal);
    }
  }
}

std::vector<Point> PointsOf(const MeasuringPlan& plan, int all) {
  std::vector<Point> points;
  for (const int ranks : plan.ranks.empty() ? std::vector<int>{all} : plan.ranks) {
    for (const Bytes bytes : plan.sizes) points.push_back({ranks, bytes});
  }
  std::mt19937 random(static_cast<unsigned>(plan.run));
  if (plan.run > 0) std::shuffle(points.begin(), points.end(), random);
  return points;
}

class Measuring {
 public:
  Measuring(const MeasuringPlan& plan, Job& job)
      : plan_(plan),
        job_(job),
        budget_(plan.budget, *plan.clock),
        file_(FailuresFile()),
        watch_(job, {.file = file_, .patience = StandardPatience()}) {
    const measure::ClockQuality quality = measure::Examine(*plan.clock);
    origin_.method = plan.method->name;
    origin_.run = plan.run;
    if (plan.method->reduces) origin_.reduction = ToText(plan.method_options.reduction);
    origin_.clock = plan.clock->name();
    origin_.clock_resolution = quality.resolution;
    origin_.clock_cost = quality.cost;
    origin_.host = ProcessorName();
    origin_.mpi = ThisMachine().mpi;
    origin_.date = DateText();
    origin_.command = plan.command;
  }

  MeasuringResult Run() {
    const std::vector<Point> points = PointsOf(plan_, job_.ranks());
    CheckPoints(plan_, points);
    result_.failures = FailuresIn(Share(job_.IsRoot() ? ReadLog(file_) : "", job_.comm()));
    Progress progress(*plan_.progress, "measure", static_cast<double>(points.size()));
    for (std::size_t i = 0; i < points.size() && !result_.interrupted; ++i) {
      progress.Update(static_cast<double>(i),
                      fmt::format("{} on {} ranks, {}B", ToText(plan_.collective), points[i].ranks,
                                  ToText(points[i].bytes)));
      budget_.Begin(points.size() - i);
      OnFirstRanks(points[i]);
      result_.interrupted = Job::Any(result_.interrupted, job_.comm());
    }
    if (plan_.collective == Collective::kBarrier && !result_.interrupted) MeasureSkews();
    return std::move(result_);
  }

 private:
  /// Measures a point on the job's first ranks; the other ranks wait.
  void OnFirstRanks(const Point& point) {
    const UniqueComm comm = job_.FirstRanks(point.ranks);
    if (!comm) return;
    Runner runner(comm.get());
    Measure(runner, point.bytes);
  }

  void Measure(Runner& runner, Bytes bytes) {
    Trial trial{{plan_.collective,
                 {runner.ranks(), RanksOfFullestNode(NodesOf(runner.comm()))},
                 plan_.collective == Collective::kBarrier ? Bytes{0} : bytes,
                 plan_.root},
                {}};
    for (const Choice& choice : plan_.implementations) {
      if (Refusal(plan_, choice, {runner.ranks(), bytes}).empty()) {
        trial.choices.push_back(ToText(choice));
      }
    }
    const Trial open = result_.failures.Without(trial);
    std::vector<Rank> members(static_cast<std::size_t>(runner.ranks()));
    std::iota(members.begin(), members.end(), 0);
    std::vector<measure::CandidateFailure> failed;
    watch_.Over(open, members, [&] { failed = Time(open, runner); });
    for (const auto& [choice, reason] : failed) {
      result_.failures.Add(LeftOutOf(trial.problem, choice), reason);
    }
    KeepFailures(trial);
  }

  /// Times the choices of a trial, and returns the ones that failed.
  std::vector<measure::CandidateFailure> Time(const Trial& trial, Runner& runner) {
    measure::GlobalClock global = MakeClock(runner.comm());
    const bool global_needed = plan_.method->needs_global_clock;
    origin_.clock_sync = global_needed ? std::string(global.name()) : "";
    std::vector<std::unique_ptr<measure::Operation>> operations;
    for (const ChoiceId choice : trial.choices) {
      operations.push_back(std::make_unique<measure::Operation>(
          plan_.collective, ParseChoice(plan_.collective, choice.text()), trial.problem.bytes,
          plan_.root, runner, memory_));
    }
    const auto goes_on = [&] {
      result_.interrupted = Job::Any(Interrupts() > 0, runner.comm());
      return !result_.interrupted && !Job::Any(budget_.IsSpent(), runner.comm());
    };
    const measure::Entrants entrants = measure::Enter(
        std::move(operations), memory_, global, *plan_.method, plan_.method_options,
        {.goes_on = goes_on, .performs = [this](const measure::Operation* one) {
           one == nullptr ? watch_.Rests() : watch_.Performs(one->name(), /*in_step=*/true);
         }});
    const measure::RaceRule race{
        .stopping = plan_.rule, .elimination = {}, .repeats = [&](std::size_t i) {
          watch_.Performs(entrants.operations[i]->name(), /*in_step=*/false);
        }};
    const auto series = measure::Race(entrants.methods, global_needed ? &global : nullptr, race,
                                      static_cast<unsigned>(plan_.run + 1), goes_on);
    std::vector<measure::CandidateFailure> failures =
        measure::FailuresOf(entrants.operations, runner.comm());
    for (std::size_t i = 0; i < series.size(); ++i) {
      const std::string& name = entrants.operations[i]->name();
      if (std::ranges::find(failures, name, &measure::CandidateFailure::choice) != failures.end())
        continue;
      Keep(*entrants.operations[i], series[i]);
    }
    failures.insert(failures.begin(), entrants.failures.begin(), entrants.failures.end());
    return failures;
  }

  /// Keeps a line without a time for each choice that is left out.
  void KeepFailures(const Trial& trial) {
    for (const ChoiceId choice : trial.choices) {
      const std::string* reason = result_.failures.Find(LeftOutOf(trial.problem, choice));
      if (reason == nullptr) continue;
      Measured& measured = result_.measured.emplace_back();
      measured.algorithm = choice.text();
      measured.ranks = trial.problem.layout.ranks;
      measured.bytes = trial.problem.bytes;
      measured.failed = *reason;
    }
  }

  void MeasureSkews() {
    constexpr int kRepetitions = 100;
    Runner runner(job_.comm());
    measure::GlobalClock global = MakeClock(runner.comm());
    result_.skews = measure::MeasureBarrierSkews(runner, global, kRepetitions);
  }

  measure::GlobalClock MakeClock(MPI_Comm comm) const {
    const measure::ClockSync& scheme =
        plan_.clock_sync ? *plan_.clock_sync : measure::StandardClockSync(comm, *plan_.clock);
    return measure::GlobalClock(comm, *plan_.clock, scheme, plan_.sync_options);
  }

  void Keep(measure::Operation& operation, const measure::Series& series) {
    const std::vector<measure::Sample> all = series.All();
    const Rank destination = measure::Summarise(all, plan_.rule.confidence).destination;
    Measured measured;
    measured.algorithm = operation.name();
    measured.ranks = operation.ranks();
    measured.bytes = operation.bytes();
    measured.time = measure::Evaluate(plan_.rule, measure::ValidTimes(all, destination));
    for (const measure::Sample& sample : all) {
      measured.invalid += !sample.valid;
      // A time below 0, as of per_destination on a busy machine, says nothing about clocks.
      measured.inexact += !sample.valid && sample.clock_error > Seconds(0) &&
                          sample.clock_error > plan_.method_options.clock_share * sample.time;
      measured.clock_error = std::max(measured.clock_error, sample.clock_error);
    }
    for (measure::Record& record : measure::RecordsOf(origin_, operation, series)) {
      measured.preempted += record.preempted;
      result_.records.push_back(std::move(record));
    }
    if (plan_.processor_costs && !result_.interrupted) {
      measured.costs = measure::MeasureProcessorCosts(operation, *plan_.clock, {});
    }
    result_.measured.push_back(std::move(measured));
  }

  const MeasuringPlan& plan_;
  Job& job_;
  Budget budget_;
  const std::string file_;
  FailureWatch watch_;
  measure::OperationMemory memory_;
  measure::Record origin_;
  MeasuringResult result_;
};

}  // namespace

MeasuringResult MeasureAll(const MeasuringPlan& plan, Job& job) {
  CheckFits(plan, job);
  return Measuring(plan, job).Run();
}

}  // namespace colltune::tune
