#include "tuner/experiments/experiments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "algorithms/mpi/nodes.h"
#include "algorithms/mpi/share.h"
#include "measure/clock_sync/schemes.h"
#include "measure/network/places.h"
#include "profiles/compiled/machine_bytes.h"
#include "tuner/job/interrupt.h"
#include "tuner/journal/failure_log.h"
#include "tuner/problem/problem_shape.h"

namespace colltune::tune {
namespace {

// Messages from rank 0 to the other ranks: a trial as text, or one of these.
constexpr std::string_view kEnd = "end";
constexpr std::string_view kFailed = "failed";
constexpr std::string_view kStopped = "interrupted";
constexpr std::string_view kMachine = "machine ";  // followed by a packed Machine

// Operations that take this long or longer are timed for all destinations at once. On 16 ranks,
// timing their destinations one by one would take minutes for each trial.
constexpr Seconds kAtOnce(10e-3);

/// Significant digits that repeat whenever an exact time is measured. Further digits may differ,
/// since a time is the difference of two rounded clock times. Rounding lets equal times compare
/// equal.
constexpr int kExactDigits = 7;

Seconds Rounded(Seconds time) {
  if (!(time > Seconds{})) return time;
  const double unit = std::pow(10, std::floor(std::log10(time.count())) + 1 - kExactDigits);
  return Seconds(std::round(time.count() / unit) * unit);
}

Candidate TimingOf(const measure::Operation& operation, const measure::Series& series,
                   const ExperimentOptions& options) {
  const measure::Summary s = measure::Summarise(series.All(), options.rule.confidence);
  Candidate timing{operation.name(), s.samples, s.median, s.low, s.high, std::nullopt};
  if (options.timing == TimingModel::kNoisy || s.samples == 0) return timing;
  const std::vector<Seconds> times = measure::ValidTimes(series.All(), s.destination);
  const auto [least, most] = std::ranges::minmax(times);
  timing.median = Rounded(s.median);
  timing.low = std::min(Rounded(least), timing.median);
  timing.high = std::max(Rounded(most), timing.median);
  return timing;
}

bool HasSamples(const TrialResult& result) {
  return std::ranges::any_of(result.timings, [](const Candidate& c) { return c.samples > 0; });
}

/// Further repetitions after the first one, for exact times.
constexpr int kExactReps = 2;

/// Largest block whose results are checked in the simulator. For larger blocks all ranks share one
/// memory there, so that messages need not be copied.
constexpr Bytes kCheckedInSimulator{64 << 10};

}  // namespace

Experiments::Experiments(Job& job, const measure::Clock& clock, ExperimentOptions options)
    : job_(job),
      clock_(clock),
      options_(std::move(options)),
      shares_clock_(measure::SharesClock(job.comm(), clock)),
      is_exact_(options_.timing == TimingModel::kExact),
      nodes_(NodesOf(job.comm())),
      places_(measure::PlacesOf(job.comm()), nodes_),
      watch_(job, options_.watch) {
  if (!is_exact_) return;
  options_.rule.min_reps = 1;
  options_.rule.max_reps = kExactReps;
}

const measure::MethodEntry& Experiments::MethodFor(Collective collective) const {
  return measure::StandardMethod(collective, shares_clock_);
}

void Experiments::Lead(const std::function<void(const RunTrial&)>& lead) {
  if (!job_.IsRoot()) return Serve();
  bool together = false;  // while all ranks perform a trial, all throw alike
  try {
    LeaveOut(FailuresIn(ReadLog(options_.watch.file)));
    lead([&](const Trial& trial, Seconds most) {
      const Trial open = failures_.Without(trial);
      if (open.choices.empty()) return failures_.Complete(trial, {});
      Share(Pack(open), job_.comm());
      end_ = clock_.Now() + most;
      together = true;
      const TrialResult result = Perform(open);
      together = false;
      failures_.Add(open, result);
      if (result.cut_short && !HasSamples(result)) throw OutOfTime();
      return failures_.Complete(trial, result);
    });
  } catch (const Interrupted&) {
    if (!together) Share(std::string(kStopped), job_.comm());
    throw;
  } catch (...) {
    if (!together) Share(std::string(kFailed), job_.comm());
    throw;
  }
  Share(std::string(kEnd), job_.comm());
}

void Experiments::LeaveOut(const Failures& failures) {
  for (const auto& [what, reason] : failures.all()) failures_.Add(what, reason);
}

void Experiments::UseMachine(const Machine& machine) {
  Share(std::string(kMachine) + Pack(machine), job_.comm());
  places_.Use(machine);
}

void Experiments::Serve() {
  for (;;) {
    const std::string text = Share("", job_.comm());
    if (text == kEnd) return;
    if (text == kStopped) throw Interrupted();
    if (text == kFailed) throw ReportedElsewhere();
    if (text.starts_with(kMachine)) {
      places_.Use(*UnpackMachine(std::string_view(text).substr(kMachine.size())));
      continue;
    }
    Perform(UnpackTrial(text));
  }
}

TrialResult Experiments::Perform(const Trial& trial) {
  const Seconds begin = clock_.Now();
  const std::vector<Rank> members = nodes_.Members(trial.problem.layout);
  const bool takes_part = std::ranges::binary_search(members, job_.rank());
  MPI_Comm comm = MPI_COMM_NULL;
  Check(PMPI_Comm_split(job_.comm(), takes_part ? 0 : MPI_UNDEFINED, job_.rank(), &comm));
  const UniqueComm owner(comm);
  TrialResult result;
  Verdict verdict = Verdict::kGoOn;
  if (takes_part) {
    watch_.Over(trial, members, [&] { verdict = Race(trial, comm, result); });
  }
  if (Job::Any(verdict == Verdict::kInterrupted, job_.comm())) throw Interrupted();
  result.cut_short = verdict == Verdict::kOutOfTime;
  result.spent = clock_.Now() - begin;
  return result;
}

/// Returns an operation for each choice of the trial that does not decline the problem.
std::vector<std::unique_ptr<measure::Operation>> Experiments::OperationsOf(
    const Trial& trial, Runner& runner, measure::OperationMemory& memory) const {
  std::vector<std::unique_ptr<measure::Operation>> operations;
  for (const ChoiceId name : trial.choices) {
    const Choice choice = ParseChoice(trial.problem.collective, name.text());
    if (!Declines(choice, ShapeOf(trial.problem, runner.places())).empty()) continue;
    operations.push_back(std::make_unique<measure::Operation>(
        trial.problem.collective, choice, trial.problem.bytes, trial.problem.root, runner, memory));
  }
  return operations;
}

/// Agrees on whether to go on: rank 0 watches the deadline, and each rank its own interrupts.
/// Collective over `comm`, which includes rank 0.
Experiments::Verdict Experiments::Agree(MPI_Comm comm) const {
  Verdict mine = Verdict::kGoOn;
  if (job_.IsRoot() && clock_.Now() >= end_) mine = Verdict::kOutOfTime;
  if (Interrupts() > 0) mine = Verdict::kInterrupted;
  int all = static_cast<int>(mine);
  Check(PMPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MAX, comm));
  return static_cast<Verdict>(all);
}

/// Times the choices of a trial, into `result`. Returns why the race ended early, or kGoOn.
Experiments::Verdict Experiments::Race(const Trial& trial, MPI_Comm comm, TrialResult& result) {
  Runner runner(comm, places_.Shared(trial.problem.layout));
  measure::GlobalClock global(comm, clock_, measure::StandardClockSync(comm, clock_), {});
  const measure::MethodEntry& method = MethodFor(trial.problem.collective);
  const measure::MethodOptions method_options{.at_once = kAtOnce, .first_counts = is_exact_};
  if (is_exact_ && method.needs_global_clock) global.Begin();
  const bool checks = !is_exact_ || trial.problem.bytes <= kCheckedInSimulator;
  measure::OperationMemory& memory = checks && is_exact_ ? checked_memory_ : memory_;
  Verdict verdict = Verdict::kGoOn;
  measure::Entrants entrants = measure::Enter(
      OperationsOf(trial, runner, memory), memory, global, method, method_options,
      {.checks_results = checks,
       // Exact times skip Agree, whose messages would move the clock. In the simulator rank 0
       // sees the stages of ranks that are not in step.
       .goes_on =
           [&] {
             if (!is_exact_) verdict = Agree(comm);
             return verdict == Verdict::kGoOn;
           },
       .performs =
           [this](const measure::Operation* one) {
             one == nullptr ? watch_.Rests() : watch_.Performs(one->name(), /*in_step=*/true);
           }});
  const auto repeats = [&](std::size_t i) {
    watch_.Performs(entrants.operations[i]->name(), /*in_step=*/false);
  };
  int turns = 0;
  // Every entrant is timed once, even after the deadline.
  const auto goes_on = [&] {
    if (verdict != Verdict::kInterrupted) verdict = Agree(comm);
    return verdict == Verdict::kGoOn || (verdict == Verdict::kOutOfTime && turns++ == 0);
  };
  // A replication eliminates neither of its two candidates: it needs narrow intervals of both.
  const auto elimination = trial.replicates ? std::nullopt : options_.elimination;
  const auto series =
      measure::Race(entrants.methods, method.needs_global_clock ? &global : nullptr,
                    {options_.rule, elimination, is_exact_, repeats}, /*seed=*/1, goes_on);
  std::ranges::move(measure::FailuresOf(entrants.operations, comm),
                    std::back_inserter(entrants.failures));
  for (const ChoiceId name : trial.choices) {
    result.timings.push_back({name, 0, {}, {}, {}, std::nullopt});
    for (std::size_t i = 0; i < series.size(); ++i) {
      if (entrants.operations[i]->name() != name) continue;
      result.timings.back() = TimingOf(*entrants.operations[i], series[i], options_);
    }
    const auto failure =
        std::ranges::find(entrants.failures, name, &measure::CandidateFailure::choice);
    if (failure == entrants.failures.end()) continue;
    result.timings.back() = {name, 0, {}, {}, {}, std::nullopt, std::nullopt, failure->reason};
  }
  return verdict;
}

}  // namespace colltune::tune
