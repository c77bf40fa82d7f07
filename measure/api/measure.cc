#include "measure/api/measure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "measure/methods/race.h"

namespace colltune::measure {
namespace {

/// Collective, choice and method of a request.
struct Plan {
  Collective collective{};
  Choice choice;
  const MethodEntry* method = nullptr;
};

[[noreturn]] void Unknown(std::string_view what, std::string_view name,
                          const std::vector<std::string_view>& known) {
  throw std::invalid_argument(
      fmt::format("unknown {} '{}'; known are {}", what, name, fmt::join(known, ", ")));
}

const MethodEntry* Find(const MeasureRequest& request, Collective collective, bool shares_clock) {
  if (request.method.empty()) return &StandardMethod(collective, shares_clock);
  const MethodEntry* method = FindMethod(request.method);
  if (method == nullptr) {
    std::vector<std::string_view> known;
    for (const MethodEntry& entry : Methods()) known.push_back(entry.name);
    Unknown("method", request.method, known);
  }
  if (const std::string reason = Declines(*method, collective); !reason.empty()) {
    throw std::invalid_argument(reason);
  }
  return method;
}

void CheckSizes(const std::vector<Bytes>& sizes) {
  for (const Bytes bytes : sizes) {
    if (bytes < Bytes{0} || bytes > kMostBytes) {
      throw std::invalid_argument(
          fmt::format("{} bytes are not from 0 to {}", bytes.count, kMostBytes.count));
    }
  }
}

/// Looks up the names of a request. Throws std::invalid_argument.
Plan Resolve(const MeasureRequest& request, int ranks, bool shares_clock) {
  const auto collective = FindCollective(request.collective);
  if (!collective) {
    Unknown("collective", request.collective, {kCollectiveNames.begin(), kCollectiveNames.end()});
  }
  if (request.root < 0 || request.root >= ranks) {
    throw std::invalid_argument(
        fmt::format("root {} is not from 0 to {}", request.root, ranks - 1));
  }
  CheckSizes(request.sizes);
  request.rule.Validate();
  if (!request.clock_sync.empty() && FindClockSync(request.clock_sync) == nullptr) {
    std::vector<std::string_view> known;
    for (const ClockSync& scheme : ClockSyncs()) known.push_back(scheme.name);
    Unknown("clock synchronisation", request.clock_sync, known);
  }
  return {*collective, ParseChoice(*collective, request.choice),
          Find(request, *collective, shares_clock)};
}

std::string Describe(const MeasureRequest& request) {
  const StoppingRule& rule = request.rule;
  std::string text = fmt::format(
      "{} by {}, root {}, method {}, clocks '{}', {}:{} repetitions, {}, confidence {}, "
      "alpha {}, bytes",
      request.collective, request.choice, request.root, request.method, request.clock_sync,
      rule.min_reps, rule.max_reps, rule.statistic, rule.confidence, rule.alpha);
  for (const Bytes bytes : request.sizes) text += fmt::format(" {}", bytes.count);
  return text;
}

/// Requires the same request on all ranks: ranks with different ones would wait for each other
/// forever.
void CheckSameOnAll(MPI_Comm comm, const MeasureRequest& request) {
  const std::string mine = Describe(request);
  auto length = static_cast<int>(mine.size());
  Check(PMPI_Bcast(&length, 1, MPI_INT, 0, comm));
  std::string first = mine;
  first.resize(static_cast<std::size_t>(length));
  Check(PMPI_Bcast(first.data(), length, MPI_CHAR, 0, comm));
  Agree(comm, [&] {
    if (mine == first) return;
    throw std::invalid_argument(
        fmt::format("rank {} asks for '{}', and rank 0 for '{}'", RankIn(comm), mine, first));
  });
}

GlobalClock MakeClock(const MeasureRequest& request, MPI_Comm comm, const Clock& local) {
  const ClockSync& scheme = request.clock_sync.empty() ? StandardClockSync(comm, local)
                                                       : *FindClockSync(request.clock_sync);
  return GlobalClock(comm, local, scheme, {});
}

Measurement Conclude(Bytes bytes, const Series& series, const StoppingRule& rule) {
  const std::vector<Sample> all = series.All();
  const Rank destination = Summarise(all, rule.confidence).destination;
  const Estimate estimate = Evaluate(rule, ValidTimes(all, destination));
  const bool known = estimate.reps > 0;
  return {.bytes = bytes,
          .time = known ? estimate.value : Seconds(std::numeric_limits<double>::infinity()),
          .error = estimate.error,
          .reps = static_cast<int>(series.repetitions.size()),
          .valid = estimate.reps};
}

std::vector<Measurement> MeasureAll(Runner& runner, const std::function<MeasureRequest()>& make) {
  MeasureRequest request;
  Plan plan;
  const bool shares_clock = SharesClock(runner.comm());
  Agree(runner.comm(), [&] {
    request = make();
    plan = Resolve(request, runner.ranks(), shares_clock);
  });
  CheckSameOnAll(runner.comm(), request);
  GlobalClock clock = MakeClock(request, runner.comm(), WtimeClock());
  OperationMemory memory;
  std::vector<Measurement> results;
  for (const Bytes bytes : request.sizes) {
    std::optional<Operation> operation;
    Agree(runner.comm(), [&] {
      operation.emplace(plan.collective, plan.choice, bytes, request.root, runner, memory);
      const std::string reason = Declines(plan.choice, operation->shape());
      if (!reason.empty()) throw Declined(fmt::format("{} {}", operation->name(), reason));
    });
    std::vector<std::unique_ptr<Method>> methods;
    methods.push_back(plan.method->make(*operation, clock, {}));
    const auto series = Race(methods, plan.method->needs_global_clock ? &clock : nullptr,
                             {request.rule, {}}, /*seed=*/1, [] { return true; });
    results.push_back(Conclude(bytes, series.front(), request.rule));
  }
  return results;
}

}  // namespace

std::vector<Measurement> Measure(MPI_Comm comm, const MeasureRequest& request) {
  return Measure(comm, [&] { return request; });
}

std::vector<Measurement> Measure(MPI_Comm comm, const std::function<MeasureRequest()>& make) {
  Runner runner = RunnerOn(comm);
  try {
    return MeasureAll(runner, make);
  } catch (const std::exception&) {
    throw CurrentFailure();
  }
}

}  // namespace colltune::measure
