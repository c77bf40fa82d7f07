// colltune measure: times implementations of a collective, one row per sample.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdio>
#include <ctime>
#include <memory>

#include "measure/race.h"
#include "measure/series_records.h"
#include "profiles/fingerprint.h"
#include "profiles/new_file.h"
#include "tuner/commands/command.h"
#include "tuner/exit_code.h"
#include "tuner/interrupt.h"
#include "tuner/job.h"
#include "tuner/progress.h"
#include "tuner/ranges.h"
#include "tuner/table_text.h"

namespace colltune {
namespace {

struct Options {
  Collective collective = Collective::kBcast;
  std::vector<std::string> algorithms = {"all"};
  std::string method = "per_destination";
  std::vector<Bytes> sizes = ParseSizes("8:4M:x2", kMostBytes);
  Rank root = 0;
  StoppingRule rule{.min_reps = 10, .max_reps = 1000, .confidence = 0.95, .alpha = 0.025};
  std::string csv;
  int run = 0;  ///< 0: the only one
};

/// The implementations of `names`.
std::vector<Choice> Implementations(Collective collective, const std::vector<std::string>& names) {
  std::vector<Choice> found;
  for (const std::string& name : names) {
    if (name == "all") {
      found = StandardChoices(collective);
      found.push_back({});
    } else {
      found.push_back(ParseChoice(collective, name));
    }
  }
  return found;
}

const MethodEntry& ParseMethod(const std::string& name) {
  if (const MethodEntry* method = FindMethod(name)) return *method;
  throw std::invalid_argument(fmt::format("unknown method '{}'; see: colltune list", name));
}

/// Collects what is to be shown, on rank 0.
class Output {
 public:
  Output(Record origin, const Options& options) : origin_(std::move(origin)), options_(options) {
    csv_ = CsvHeader() + "\n";
    text_ = fmt::format("{:<18} {:>8} {:>10} {:>24} {:>8} {:>8}\n", "algorithm", "bytes", "median",
                        fmt::format("{:.4g} % interval", 100 * options.rule.confidence), "samples",
                        "invalid");
  }

  void Add(const Operation& operation, const Series& series) {
    for (const Record& record : RecordsOf(origin_, operation, series)) {
      csv_ += CsvRow(record) + "\n";
    }
    const Summary s = Summarise(series.All(), options_.rule.confidence);
    const bool none = s.samples == 0;
    text_ += fmt::format("{:<18} {:>8} {:>10} {:>11} .. {:>9} {:>8} {:>8}\n", operation.name(),
                         ToText(operation.bytes()), none ? "-" : TimeText(s.median),
                         none ? "-" : TimeText(s.low), none ? "-" : TimeText(s.high), s.samples,
                         s.invalid);
  }

  void Write() const {
    if (options_.csv == "-") {
      fmt::print("{}", csv_);
      return;
    }
    if (!options_.csv.empty()) NewFile(options_.csv, csv_).Rename();
    // Of one run in a series the rows alone are wanted.
    if (options_.run == 0) fmt::print("{}", text_);
  }

 private:
  const Record origin_;
  const Options& options_;
  std::string csv_;
  std::string text_;
};

void CheckJob(const Options& options, const MethodEntry& method, const Job& job) {
  if (job.ranks() < 2) {
    throw std::invalid_argument(
        "measuring needs two ranks or more, as in: mpiexec -n 2 colltune "
        "measure");
  }
  if (options.root >= job.ranks()) {
    throw std::invalid_argument(
        fmt::format("--root: rank {} is not one of {} ranks", options.root, job.ranks()));
  }
  if (method.needs_global_clock && !SharesClock(job.comm())) {
    throw std::invalid_argument(
        fmt::format("--method: {} needs one clock for all ranks, and these are on several nodes; "
                    "per_destination needs none",
                    method.name));
  }
}

/// What is equal for all rows.
Record OriginOf(const Options& options, const Clock& clock, const Context& context) {
  const ClockQuality quality = Examine(clock);
  Record origin;
  origin.method = options.method;
  origin.run = options.run;
  origin.clock = clock.name();
  origin.clock_resolution = quality.resolution;
  origin.clock_cost = quality.cost;
  origin.host = ProcessorName();
  origin.mpi = ThisMachine().mpi;
  origin.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  origin.command = context.command_line;
  return origin;
}

int Measure(const Options& options, const Context& context) {
  Job& job = *context.job;
  const MethodEntry& method = ParseMethod(options.method);
  CheckJob(options, method, job);
  const auto implementations = Implementations(options.collective, options.algorithms);
  const Clock& clock = WtimeClock();
  Runner runner(job.comm());
  OperationMemory memory;
  GlobalClock global(runner.comm(), clock, StandardClockSync(runner.comm(), clock), {});
  Output output(OriginOf(options, clock, context), options);
  Progress progress("measure", static_cast<double>(options.sizes.size()),
                    context.verbosity.quiet || !job.IsRoot());
  double done = 0;
  for (const Bytes bytes : options.sizes) {
    progress.Update(done++, ToText(bytes) + "B");
    std::vector<std::unique_ptr<Operation>> operations;
    std::vector<std::unique_ptr<Method>> methods;
    for (const Choice& choice : implementations) {
      operations.push_back(std::make_unique<Operation>(options.collective, choice, bytes,
                                                       options.root, runner, memory));
      methods.push_back(method.make(*operations.back(), global, {}));
    }
    const auto series =
        Race(methods, method.needs_global_clock ? &global : nullptr, options.rule, /*seed=*/1, [&] {
          if (Job::Any(Interrupts() > 0, job.comm())) throw Interrupted();
          return true;
        });
    for (std::size_t i = 0; i < series.size(); ++i) output.Add(*operations[i], series[i]);
  }
  job.OnRoot([&] { output.Write(); });
  return kDone;
}

}  // namespace

Action AddMeasure(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  AddParsed(app, "--op", "the collective (default: bcast)",
            [options](const std::string& text) { options->collective = ParseCollective(text); });
  AddParsed(app, "--algorithm", "names, with commas; all; library (default: all)",
            [options](const std::string& text) {
              const auto parts = ParseList(text);
              options->algorithms.assign(parts.begin(), parts.end());
            });
  AddParsed(app, "--method", "how to time (default: per_destination); see: colltune list",
            [options](const std::string& text) { options->method = ParseMethod(text).name; });
  AddParsed(app, "--bytes", "sizes (default: 8:4M:x2)",
            [options](const std::string& text) { options->sizes = ParseSizes(text, kMostBytes); });
  AddParsed(app, "--root", "the root's rank (default: 0)", [options](const std::string& text) {
    options->root = static_cast<Rank>(ParseInteger(text, 0, 1 << 30, "rank"));
  });
  AddParsed(app, "--reps", "least and most repetitions (default: 10:1000)",
            [options](const std::string& text) {
              std::tie(options->rule.min_reps, options->rule.max_reps) = ParseRepetitions(text);
            });
  app.add_option("--alpha", options->rule.alpha,
                 "enough when the median is known within this share (default: 0.025)");
  app.add_option("--csv", options->csv,
                 "a row for each sample into this file; - for standard output");
  AddParsed(app, "--run", "which of a series of runs this is, from 1: rows alone are written",
            [options](const std::string& text) {
              options->run = static_cast<int>(ParseInteger(text, 1, 1 << 30, "run"));
            });
  app.parse_complete_callback([options] {
    options->rule.Validate();
    Implementations(options->collective, options->algorithms);
  });
  return [options](const Context& context) { return Measure(*options, context); };
}

}  // namespace colltune
