#include <fmt/format.h>

#include <memory>

#include "measure/api/colltune.h"
#include "measure/api/colltune_guard.h"
#include "measure/api/measure.h"

namespace colltune::measure {
namespace {

static_assert(COLLTUNE_ERROR_ARGUMENT == static_cast<int>(FailureKind::kArgument));
static_assert(COLLTUNE_ERROR_DECLINED == static_cast<int>(FailureKind::kDeclined));
static_assert(COLLTUNE_ERROR_MEMORY == static_cast<int>(FailureKind::kMemory));
static_assert(COLLTUNE_ERROR_MPI == static_cast<int>(FailureKind::kMpi));
static_assert(COLLTUNE_ERROR_INTERNAL == static_cast<int>(FailureKind::kInternal));

// Text of the last error. Its size is fixed, so that a lack of memory can be reported.
thread_local std::array<char, 1024> last_error{};

void Remember(std::string_view text) {
  *fmt::format_to_n(last_error.data(), last_error.size() - 1, "{}", text).out = '\0';
}

std::vector<const char*> NamesOf(Collective collective) {
  // These texts are literals, which end with a zero.
  std::vector<const char*> names = {kLibrary.text().data()};
  for (const Algorithm& algorithm : Algorithms(collective)) names.push_back(algorithm.name.data());
  return names;
}

MeasureRequest MakeRequest(const char* op, const char* algorithm, int root, int n,
                           const long long bytes[], const colltune_options& options) {
  DemandPointer(op, "op");
  DemandPointer(algorithm, "algorithm");
  if (n < 0) throw std::invalid_argument(fmt::format("{} sizes are fewer than none", n));
  if (n > 0) DemandPointer(bytes, "bytes");
  MeasureRequest request;
  request.collective = op;
  request.choice = algorithm;
  for (int i = 0; i < n; ++i) request.sizes.push_back(Bytes{bytes[i]});
  request.root = root;
  if (options.method != nullptr) request.method = options.method;
  if (options.clock_sync != nullptr) request.clock_sync = options.clock_sync;
  request.rule.min_reps = options.min_reps;
  request.rule.max_reps = options.max_reps;
  request.rule.confidence = options.confidence;
  request.rule.alpha = options.alpha;
  return request;
}

}  // namespace

int ReportCurrentException() noexcept {
  try {
    const Failure failure = CurrentFailure();
    Remember(failure.what());
    return static_cast<int>(failure.kind());
  } catch (const std::exception&) {
    Remember("not enough memory to say what is wrong");
    return COLLTUNE_ERROR_MEMORY;
  }
}

}  // namespace colltune::measure

using colltune::measure::DemandPointer;
using colltune::measure::Guarded;

int colltune_api(void) { return COLLTUNE_MEASURE_API; }

const char* colltune_error(void) { return colltune::measure::last_error.data(); }

int colltune_algorithms(const char* op, int* count, const char* const** names) {
  using colltune::kCollectiveNames;
  return Guarded([&] {
    static const auto table = [] {
      std::array<std::vector<const char*>, kCollectiveNames.size()> lists;
      for (std::size_t c = 0; c < lists.size(); ++c) {
        lists[c] = colltune::measure::NamesOf(static_cast<colltune::Collective>(c));
      }
      return lists;
    }();
    DemandPointer(op, "op");
    DemandPointer(count, "count");
    DemandPointer(names, "names");
    const auto collective = colltune::FindCollective(op);
    if (!collective) throw std::invalid_argument(fmt::format("unknown collective '{}'", op));
    const auto& list = table[static_cast<std::size_t>(*collective)];
    *count = static_cast<int>(list.size());
    *names = list.data();
  });
}

colltune_options colltune_defaults(void) {
  const colltune::measure::StoppingRule rule;
  return {.method = nullptr,
          .clock_sync = nullptr,
          .min_reps = rule.min_reps,
          .max_reps = rule.max_reps,
          .confidence = rule.confidence,
          .alpha = rule.alpha};
}

int colltune_measure(MPI_Comm comm, const char* op, const char* algorithm, int root, int n,
                     const long long bytes[], const colltune_options* options,
                     colltune_result results[]) {
  return Guarded([&] {
    const auto found = colltune::measure::Measure(comm, [&] {
      if (n > 0) DemandPointer(results, "results");
      return colltune::measure::MakeRequest(op, algorithm, root, n, bytes,
                                            options != nullptr ? *options : colltune_defaults());
    });
    for (const colltune::measure::Measurement& one : found) {
      *results++ = {
          .time = one.time.count(), .error = one.error, .reps = one.reps, .valid = one.valid};
    }
  });
}

int colltune_open(MPI_Comm comm, colltune_handle** handle) {
  return Guarded([&] {
    auto opened = std::make_unique<colltune_handle>(comm);
    colltune::measure::Agree(opened->runner.comm(), [&] { DemandPointer(handle, "handle"); });
    *handle = opened.release();
  });
}

int colltune_close(colltune_handle* handle) {
  return Guarded([&] {
    DemandPointer(handle, "handle");
    delete handle;
  });
}
