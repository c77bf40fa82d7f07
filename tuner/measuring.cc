#include "tuner/measuring.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "measure/series_records.h"
#include "profiles/fingerprint.h"
#include "tuner/interrupt.h"
#include "tuner/progress.h"

namespace colltune {
namespace {

struct Point {
  int ranks;
  Bytes bytes;
};

/// A point is worth a part of what is left of the budget.
class Budget {
 public:
  Budget(std::optional<Seconds> all, const Clock& clock) : clock_(clock) {
    if (all) end_ = clock.Now() + *all;
  }

  void Begin(std::size_t points_left) {
    if (end_) point_end_ = clock_.Now() + (*end_ - clock_.Now()) / static_cast<double>(points_left);
  }
  bool IsSpent() const { return end_ && clock_.Now() >= point_end_; }

 private:
  const Clock& clock_;
  std::optional<Seconds> end_;
  Seconds point_end_{};
};

void CheckFits(const MeasuringPlan& plan, const Job& job) {
  if (plan.clock_sync == FindClockSync("shared") && !SharesClock(job.comm(), *plan.clock)) {
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

/// Why an implementation does not take a point; empty where it does.
std::string Refusal(const MeasuringPlan& plan, const Choice& choice, const Point& point) {
  const Shape shape = ShapeOf(plan.collective, point.bytes, plan.root, point.ranks);
  const std::string reason = Declines(choice, shape);
  if (reason.empty()) return {};
  return fmt::format("{}:{} on {} ranks, {}B: {}", ToText(plan.collective), ToText(choice),
                     point.ranks, ToText(point.bytes), reason);
}

/// All that is wrong with a plan is found here, on all ranks alike: later some would wait for
/// others.
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
      : plan_(plan), job_(job), budget_(plan.budget, *plan.clock) {
    const ClockQuality quality = Examine(*plan.clock);
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
    Progress progress("measure", static_cast<double>(points.size()), plan_.quiet || !job_.IsRoot());
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
  /// The ranks that are not among them wait.
  void OnFirstRanks(const Point& point) {
    const UniqueComm comm = job_.FirstRanks(point.ranks);
    if (!comm) return;
    Runner runner(comm.get());
    Measure(runner, point.bytes);
  }

  void Measure(Runner& runner, Bytes bytes) {
    GlobalClock global = MakeClock(runner.comm());
    const bool global_needed = plan_.method->needs_global_clock;
    origin_.clock_sync = global_needed ? std::string(global.name()) : "";
    std::vector<std::unique_ptr<Operation>> operations;
    std::vector<std::unique_ptr<Method>> methods;
    for (const Choice& choice : plan_.implementations) {
      if (!Refusal(plan_, choice, {runner.ranks(), bytes}).empty()) continue;
      operations.push_back(std::make_unique<Operation>(plan_.collective, choice, bytes, plan_.root,
                                                       runner, memory_));
      methods.push_back(plan_.method->make(*operations.back(), global, plan_.method_options));
    }
    const auto series =
        Race(methods, global_needed ? &global : nullptr, {plan_.rule, {}},
             static_cast<unsigned>(plan_.run + 1), [&] {
               result_.interrupted = Job::Any(Interrupts() > 0, runner.comm());
               return !result_.interrupted && !Job::Any(budget_.IsSpent(), runner.comm());
             });
    for (std::size_t i = 0; i < series.size(); ++i) Keep(*operations[i], series[i]);
  }

  void MeasureSkews() {
    constexpr int kRepetitions = 100;
    Runner runner(job_.comm());
    GlobalClock global = MakeClock(runner.comm());
    result_.skews = MeasureBarrierSkews(runner, global, kRepetitions);
  }

  GlobalClock MakeClock(MPI_Comm comm) const {
    const ClockSync& scheme =
        plan_.clock_sync ? *plan_.clock_sync : StandardClockSync(comm, *plan_.clock);
    return GlobalClock(comm, *plan_.clock, scheme, plan_.sync_options);
  }

  void Keep(Operation& operation, const Series& series) {
    const std::vector<Sample> all = series.All();
    const Rank destination = Summarise(all, plan_.rule.confidence).destination;
    Measured measured;
    measured.algorithm = operation.name();
    measured.ranks = operation.ranks();
    measured.bytes = operation.bytes();
    measured.time = Evaluate(plan_.rule, ValidTimes(all, destination));
    for (const Sample& sample : all) {
      measured.invalid += !sample.valid;
      // A time below 0, as of per_destination on a busy machine, says nothing about clocks.
      measured.inexact += !sample.valid && sample.clock_error > Seconds(0) &&
                          sample.clock_error > plan_.method_options.clock_share * sample.time;
      measured.clock_error = std::max(measured.clock_error, sample.clock_error);
    }
    for (Record& record : RecordsOf(origin_, operation, series)) {
      measured.preempted += record.preempted;
      result_.records.push_back(std::move(record));
    }
    if (plan_.processor_costs && !result_.interrupted) {
      measured.costs = MeasureProcessorCosts(operation, *plan_.clock, {});
    }
    result_.measured.push_back(std::move(measured));
  }

  const MeasuringPlan& plan_;
  Job& job_;
  Budget budget_;
  OperationMemory memory_;
  Record origin_;
  MeasuringResult result_;
};

}  // namespace

MeasuringResult MeasureAll(const MeasuringPlan& plan, Job& job) {
  CheckFits(plan, job);
  return Measuring(plan, job).Run();
}

}  // namespace colltune
