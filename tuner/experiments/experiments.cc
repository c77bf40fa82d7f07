#include "tuner/experiments/experiments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <variant>

#include "algorithms/mpi/nodes.h"
#include "algorithms/mpi/share.h"
#include "algorithms/mpi/unique.h"
#include "measure/clock_sync/schemes.h"
#include "measure/network/places.h"
#include "profiles/compiled/machine_bytes.h"
#include "tuner/job/interrupt.h"
#include "tuner/journal/failure_log.h"
#include "tuner/journal/journal_text.h"
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

/// Candidates that take longer than this multiple of the library's time, and than a second, are not
/// worth their repetitions.
constexpr double kMostTimes = 10;

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

void Send(const std::string& text, MPI_Comm comm, Rank to) {
  const auto length = static_cast<int>(text.size());
  Check(PMPI_Send(&length, 1, MPI_INT, to, 0, comm));
  Check(PMPI_Send(text.data(), length, MPI_BYTE, to, 0, comm));
}

/// Receives the length first: to probe for a message is to poll for it in the simulator.
std::string Receive(MPI_Comm comm, Rank from) {
  int length = 0;
  Check(PMPI_Recv(&length, 1, MPI_INT, from, 0, comm, MPI_STATUS_IGNORE));
  std::string text(static_cast<std::size_t>(length), '\0');
  Check(PMPI_Recv(text.data(), length, MPI_BYTE, from, 0, comm, MPI_STATUS_IGNORE));
  return text;
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

/// Returns the trial's performers and this rank's communicators. Collective over the job.
Experiments::Performers Experiments::PerformersOf(const Trial& trial) const {
  const std::vector<std::vector<Rank>> siblings = nodes_.Siblings(trial.problem.layout);
  Performers performers;
  int mine = MPI_UNDEFINED;
  for (std::size_t i = 0; i < siblings.size(); ++i) {
    std::ranges::copy(siblings[i], std::back_inserter(performers.ranks));
    if (std::ranges::binary_search(siblings[i], job_.rank())) mine = static_cast<int>(i);
  }
  std::ranges::sort(performers.ranks);
  performers.all = job_.Split(mine == MPI_UNDEFINED ? MPI_UNDEFINED : 0);
  if (siblings.size() > 1) performers.part = job_.Split(mine);
  performers.sibling = mine;
  return performers;
}

TrialResult Experiments::Perform(const Trial& trial) {
  const Seconds begin = clock_.Now();
  const Performers performers = PerformersOf(trial);
  TrialResult result;
  Verdict verdict = Verdict::kGoOn;
  if (performers.all) {
    watch_.Over(trial, performers.ranks, [&] { verdict = TakePart(trial, performers, result); });
  } else if (job_.IsRoot() && !performers.ranks.empty()) {
    watch_.Over(trial, performers.ranks, [&] { result = Follow(performers.ranks.front()); });
  }
  if (Job::Any(verdict == Verdict::kInterrupted, job_.comm())) throw Interrupted();
  result.spent = clock_.Now() - begin;
  return result;
}

Experiments::Verdict Experiments::TakePart(const Trial& trial, const Performers& performers,
                                           TrialResult& result) {
  const bool is_followed = performers.ranks.front() == job_.rank() && !job_.IsRoot();
  if (is_followed) end_ = clock_.Now() + Seconds(std::stod(Receive(job_.comm(), 0)));
  Verdict verdict = Verdict::kGoOn;
  try {
    verdict = Race(trial, performers, result);
  } catch (const std::exception&) {
    if (is_followed) Send(std::string(kFailed), job_.comm(), 0);
    throw;
  }
  result.cut_short = verdict == Verdict::kOutOfTime;
  if (is_followed) Send(JournalLine(JournalResult{trial, result, 1}), job_.comm(), 0);
  return verdict;
}

/// Watches a trial in which rank 0 takes no part, and returns the result that rank `lead` tells.
TrialResult Experiments::Follow(Rank lead) {
  Send(fmt::format("{}", (end_ - clock_.Now()).count()), job_.comm(), lead);
  for (;;) {
    std::string text = Receive(job_.comm(), lead);
    watch_.Beat();
    if (text.empty()) continue;
    if (text == kFailed) throw ReportedElsewhere();
    text.pop_back();  // the newline
    return std::get<JournalResult>(*ReadJournalEntry(text)).result;
  }
}

/// Whether a choice declines the problem in any of its siblings, so that all perform the same.
bool Experiments::IsDeclined(const Choice& choice, const Problem& problem) const {
  for (int sibling = 0; sibling < problem.layout.siblings; ++sibling) {
    const Places* const places = places_.Of(problem.layout, sibling);
    if (!Declines(choice, ShapeOf(problem, places)).empty()) return true;
  }
  return false;
}

/// Returns an operation for each choice of the trial that does not decline the problem.
std::vector<std::unique_ptr<measure::Operation>> Experiments::OperationsOf(
    const Trial& trial, Runner& runner, measure::OperationMemory& memory) const {
  std::vector<std::unique_ptr<measure::Operation>> operations;
  for (const ChoiceId name : trial.choices) {
    const Choice choice = ParseChoice(trial.problem.collective, name.text());
    if (IsDeclined(choice, trial.problem)) continue;
    operations.push_back(std::make_unique<measure::Operation>(
        trial.problem.collective, choice, trial.problem.bytes, trial.problem.root, runner, memory));
  }
  return operations;
}

/// Agrees on whether to go on: the first rank watches the deadline, and each rank its own
/// interrupts. Where the job's rank 0 only follows, it is told that there is progress. Collective
/// over `comm`, which has all that perform the trial.
Experiments::Verdict Experiments::Agree(MPI_Comm comm) const {
  Verdict mine = Verdict::kGoOn;
  const bool leads = RankIn(comm) == 0;
  if (leads && !job_.IsRoot()) Send("", job_.comm(), 0);
  if (leads && clock_.Now() >= end_) mine = Verdict::kOutOfTime;
  if (Interrupts() > 0) mine = Verdict::kInterrupted;
  int all = static_cast<int>(mine);
  Check(PMPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_MAX, comm));
  return static_cast<Verdict>(all);
}

/// Times the choices of a trial, into `result`. Returns why the race ended early, or kGoOn.
Experiments::Verdict Experiments::Race(const Trial& trial, const Performers& performers,
                                       TrialResult& result) {
  Runner runner(performers.part ? performers.part.get() : performers.all.get(),
                places_.Shared(trial.problem.layout, performers.sibling));
  // The clock of all siblings: races are decided, and failures agreed on, by all of them alike.
  const MPI_Comm comm = performers.all.get();
  measure::GlobalClock global(comm, clock_, measure::StandardClockSync(comm, clock_), {});
  const measure::MethodEntry& method = MethodFor(trial.problem.collective);
  const measure::MethodOptions method_options{.at_once = kAtOnce, .first_counts = is_exact_};
  if (is_exact_ && method.needs_global_clock) global.Begin();
  const bool checks = !is_exact_ || trial.problem.bytes <= kCheckedInSimulator;
  measure::OperationMemory& memory = checks ? checked_memory_ : memory_;
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
       // Two are compared however long one takes.
       .most_times = is_exact_ || trial.choices.size() <= 2
                         ? std::numeric_limits<double>::infinity()
                         : kMostTimes,
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
