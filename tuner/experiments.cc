#include "tuner/experiments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "algorithms/mpi/share.h"
#include "measure/clock_sync/schemes.h"
#include "measure/network/places.h"
#include "measure/same_result.h"
#include "profiles/machine_bytes.h"
#include "tuner/interrupt.h"
#include "tuner/problem_shape.h"

namespace colltune {
namespace {

// What rank 0 tells the others: a question as text, or one of these.
constexpr std::string_view kEnd = "end";
constexpr std::string_view kFailed = "failed";
constexpr std::string_view kMachine = "machine ";  // what follows is one, packed

// Where an operation takes longer than this on 16 ranks, to time its destinations one by one takes
// minutes for each question.
constexpr Seconds kAtOnce(10e-3);

std::string PackQuestion(const Question& e) {
  return fmt::format("{} {} {} {} {} {:d} {}", ToText(e.collective), e.ranks, e.ranks_per_node,
                     e.bytes.count, e.root, e.confirms, fmt::join(e.choices, " "));
}

Question Unpack(const std::string& text) {
  std::istringstream words(text);
  Question e;
  std::string collective;
  words >> collective >> e.ranks >> e.ranks_per_node >> e.bytes.count >> e.root >> e.confirms;
  e.collective = *FindCollective(collective);
  for (std::string choice; words >> choice;) e.choices.push_back(choice);
  return e;
}

/// For each rank the lowest rank of its node. Collective over the job.
std::vector<int> NodesOf(const Job& job) {
  MPI_Comm node = MPI_COMM_NULL;
  Check(PMPI_Comm_split_type(job.comm(), MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
  const UniqueComm owner(node);
  int first = job.rank();
  Check(PMPI_Bcast(&first, 1, MPI_INT, 0, node));
  std::vector<int> nodes(static_cast<std::size_t>(job.ranks()));
  Check(PMPI_Allgather(&first, 1, MPI_INT, nodes.data(), 1, MPI_INT, job.comm()));
  return nodes;
}

/// Exact times still are differences of clock times, which are rounded. So many digits of them are
/// the same whenever they are measured: what takes equally long is seen to.
constexpr int kExactDigits = 7;

Seconds Rounded(Seconds time) {
  if (!(time > Seconds{})) return time;
  const double unit = std::pow(10, std::floor(std::log10(time.count())) + 1 - kExactDigits);
  return Seconds(std::round(time.count() / unit) * unit);
}

Candidate TimingOf(const Operation& operation, const Series& series,
                   const ExperimentOptions& options) {
  const Summary s = Summarise(series.All(), options.rule.confidence);
  Candidate timing{operation.name(), s.samples, s.median, s.low, s.high, std::nullopt};
  if (!options.exact || s.samples == 0) return timing;
  const std::vector<Seconds> times = ValidTimes(series.All(), s.destination);
  const auto [least, most] = std::ranges::minmax(times);
  timing.median = Rounded(s.median);
  timing.low = std::min(Rounded(least), timing.median);
  timing.high = std::max(Rounded(most), timing.median);
  return timing;
}

/// Behind the first run.
constexpr int kExactReps = 2;

/// False for what declines the problem, and for an algorithm of the library's own that gives other
/// results than the library: those of ours are proved. Collective.
bool IsUsable(const Question& question, const Choice& choice, Runner& runner) {
  if (!Declines(choice, ShapeOf(ProblemOf(question), runner.places())).empty()) return false;
  return !choice.IsNative() ||
         GivesTheSame(question.collective, choice, question.bytes, question.root, runner);
}

}  // namespace

Experiments::Experiments(Job& job, const Clock& clock, ExperimentOptions options)
    : job_(job),
      clock_(clock),
      options_(std::move(options)),
      shares_clock_(SharesClock(job.comm(), clock)),
      nodes_(NodesOf(job)),
      places_(PlacesOf(job.comm()), nodes_) {
  if (!options_.exact) return;
  options_.rule.min_reps = 1;
  options_.rule.max_reps = kExactReps;
}

const MethodEntry& Experiments::MethodFor(Collective collective) const {
  return StandardMethod(collective, shares_clock_);
}

void Experiments::Lead(const std::function<void(const Ask&)>& lead) {
  if (!job_.IsRoot()) return Serve();
  bool together = false;  // what is thrown while all perform, all have thrown
  try {
    lead([&](const Question& question) {
      Share(PackQuestion(question), job_.comm());
      together = true;
      Answer answer = Perform(question);
      together = false;
      return answer;
    });
  } catch (...) {
    if (!together) Share(std::string(kFailed), job_.comm());
    throw;
  }
  Share(std::string(kEnd), job_.comm());
}

void Experiments::UseMachine(const Machine& machine) {
  Share(std::string(kMachine) + Pack(machine), job_.comm());
  places_.Use(machine);
}

void Experiments::Serve() {
  for (;;) {
    const std::string text = Share("", job_.comm());
    if (text == kEnd) return;
    if (text == kFailed) throw ReportedElsewhere();
    if (text.starts_with(kMachine)) {
      places_.Use(*UnpackMachine(std::string_view(text).substr(kMachine.size())));
      continue;
    }
    Perform(Unpack(text));
  }
}

Answer Experiments::Perform(const Question& question) {
  const Seconds begin = clock_.Now();
  const std::vector<Rank> members = nodes_.Members({question.ranks, question.ranks_per_node});
  const bool takes_part = std::ranges::binary_search(members, job_.rank());
  MPI_Comm comm = MPI_COMM_NULL;
  Check(PMPI_Comm_split(job_.comm(), takes_part ? 0 : MPI_UNDEFINED, job_.rank(), &comm));
  const UniqueComm owner(comm);
  Answer answer;
  const bool interrupted = takes_part && !Race(question, comm, answer);
  if (Job::Any(interrupted, job_.comm())) throw Interrupted();
  answer.spent = clock_.Now() - begin;
  return answer;
}

/// False when interrupted.
bool Experiments::Race(const Question& question, MPI_Comm comm, Answer& answer) {
  Runner runner(comm, places_.Shared({question.ranks, question.ranks_per_node}));
  GlobalClock global(comm, clock_, StandardClockSync(comm, clock_), {});
  const MethodEntry& method = MethodFor(question.collective);
  const MethodOptions method_options{.at_once = kAtOnce, .first_counts = options_.exact};
  if (options_.exact && method.needs_global_clock) global.Begin();
  std::vector<std::unique_ptr<Operation>> operations;
  std::vector<std::unique_ptr<Method>> methods;
  for (const std::string& name : question.choices) {
    const Choice choice = ParseChoice(question.collective, name);
    if (!IsUsable(question, choice, runner)) continue;
    operations.push_back(std::make_unique<Operation>(question.collective, choice, question.bytes,
                                                     question.root, runner, memory_));
    if (job_.IsRoot()) options_.beat();
    try {
      methods.push_back(method.make(*operations.back(), global, method_options));
    } catch (const std::invalid_argument&) {
      // SimGrid's own collectives throw for some numbers of ranks, on all ranks alike.
      operations.pop_back();
    }
  }
  bool interrupted = false;
  // Of two, neither leaves early: what is to confirm a decision needs narrow intervals of both.
  const auto elimination = question.confirms ? std::nullopt : options_.elimination;
  const auto series = colltune::Race(methods, method.needs_global_clock ? &global : nullptr,
                                     {options_.rule, elimination, options_.exact}, /*seed=*/1, [&] {
                                       if (job_.IsRoot()) options_.beat();
                                       interrupted = Job::Any(Interrupts() > 0, comm);
                                       return !interrupted;
                                     });
  for (const std::string& name : question.choices) {
    answer.timings.push_back({name, 0, {}, {}, {}, std::nullopt});
    for (std::size_t i = 0; i < series.size(); ++i) {
      if (operations[i]->name() != name) continue;
      answer.timings.back() = TimingOf(*operations[i], series[i], options_);
    }
  }
  return !interrupted;
}

}  // namespace colltune
