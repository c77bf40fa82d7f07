// colltune measure: times implementations of a collective, one row per sample.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <tuple>

#include "algorithms/buffers.h"
#include "algorithms/native/native.h"
#include "tuner/commands/command.h"
#include "tuner/commands/output.h"
#include "tuner/experiments/measure_text.h"
#include "tuner/experiments/nonblocking_measuring.h"
#include "tuner/experiments/runs.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"
#include "tuner/journal/relaunch.h"
#include "tuner/plot/pool_plots.h"
#include "tuner/text/option_values.h"

namespace colltune::tune {
namespace {

struct Options {
  MeasuringPlan plan;
  NonblockingPlan nonblocking;  ///< measured instead of `plan` if its call is set
  std::string method;
  std::vector<std::string> algorithms = {"all"};
  int runs = 1;
  std::string csv;
  std::string json;
  std::string plot;
};

/// Options of a series that its single runs do not get: the number of runs, and files to write.
constexpr std::array<std::string_view, 4> kOfTheSeries = {"--runs", "--csv", "--json", "--plot"};

/// Returns the implementations of `names`. Throws std::invalid_argument for an unknown name.
std::vector<Choice> Implementations(Collective collective, const std::vector<std::string>& names) {
  std::vector<Choice> found;
  for (const std::string& name : names) {
    if (name == "all") {
      found = StandardChoices(collective);
      for (const Choice& native : NativeChoices(collective)) found.push_back(native);
      found.push_back({});
    } else {
      found.push_back(ParseChoice(collective, name));
      if (found.back().IsNative()) FindNative(collective, found.back().native);  // or throws
    }
  }
  return found;
}

/// Returns the table's entry of that name. Throws std::invalid_argument that names known entries.
template <typename Entries>
const auto& Named(const Entries& entries, std::string_view what, std::string_view name) {
  std::vector<std::string_view> known;
  for (const auto& entry : entries) {
    if (entry.name == name) return entry;
    known.push_back(entry.name);
  }
  throw std::invalid_argument(
      fmt::format("unknown {} '{}'; known are: {}", what, name, fmt::join(known, ", ")));
}

const measure::Clock* ParseClock(std::string_view name) {
  const measure::ClockEntry& entry = Named(measure::Clocks(), "clock", name);
  if (entry.unavailable.empty()) return &entry.clock();
  throw std::invalid_argument(fmt::format("{} cannot be read here: {}", name, entry.unavailable));
}

/// Writes a header and one line for each record. Does nothing without a path.
template <typename Line>
void WriteRows(const std::string& path, const std::string& header,
               std::span<const measure::Record> records, Line line) {
  if (path.empty()) return;
  std::string text = header;
  for (const measure::Record& record : records) text += line(record) + "\n";
  WriteText(path, text);
}

void WriteFiles(const Options& options, std::span<const measure::Record> records) {
  WriteRows(options.csv, measure::CsvHeader() + "\n", records, measure::CsvRow);
  WriteRows(options.json, "", records, measure::JsonLine);
  if (options.plot.empty()) return;
  const auto plots = PlotsOf(measure::PoolRecords(records, options.plan.rule.confidence));
  for (std::size_t i = 0; i < plots.size(); ++i) {
    // One file for each plot: a.svg, or with several plots a-1.svg, a-2.svg, ...
    const std::size_t dot = options.plot.rfind('.');
    WriteText(plots.size() == 1
                  ? options.plot
                  : fmt::format("{}-{}{}", options.plot.substr(0, dot), i + 1,
                                dot == std::string::npos ? "" : options.plot.substr(dot)),
              SvgOf(plots[i]));
  }
}

bool SummaryWanted(const Options& options) {
  const std::array outputs = {&options.csv, &options.json, &options.plot};
  return std::ranges::none_of(outputs, [](const auto* path) { return IsStandardOutput(*path); });
}

int ReportInterruption() {
  Warn("interrupted; what was measured until then is written");
  return kInterrupted;
}

int MeasureOnce(const Options& options, const Context& context) {
  Job& job = *context.job;
  if (options.runs > 1) {
    throw std::invalid_argument(
        "--runs starts this program anew each time: start it without a launcher, or give each of "
        "your own starts its number by --run");
  }
  MeasuringPlan plan = options.plan;
  plan.progress = context.progress;
  plan.command = context.command_line;
  const MeasuringResult result = MeasureAll(plan, job);
  job.OnRoot([&] {
    WriteFiles(options, result.records);
    // A run of a series writes rows alone, without a summary.
    if (plan.run == 0 && SummaryWanted(options)) {
      PrintLines(MeasuredText(result.measured, plan.rule));
      if (plan.processor_costs) PrintLines(CostsText(result.measured));
      if (!result.skews.empty()) PrintLines(SkewsText(result.skews));
    }
    WarnLines(FailuresText(result.failures));
    if (result.interrupted) ReportInterruption();
  });
  if (result.interrupted) return kInterrupted;
  const bool nothing = result.records.empty() && !result.failures.all().empty();
  return Job::Any(job.IsRoot() && nothing, job.comm()) ? kJobFailed : kDone;
}

/// Returns the arguments of a single run: all but the options of the series.
std::vector<std::string> WithoutSeries(const std::vector<std::string>& arguments) {
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string name = arguments[i].substr(0, arguments[i].find('='));
    if (std::ranges::find(kOfTheSeries, name) == kOfTheSeries.end()) {
      kept.push_back(arguments[i]);
    } else if (name == arguments[i]) {
      ++i;  // skips the option's value
    }
  }
  return kept;
}

int MeasureRuns(const Options& options, const Context& context) {
  const RunSeriesResult series =
      RunSeries(WithoutSeries(context.arguments), options.runs, [&](int run) {
        if (!context.verbosity.quiet) WarnLines(fmt::format("run {} of {}\n", run, options.runs));
      });
  WriteFiles(options, series.records);
  const double confidence = options.plan.rule.confidence;
  if (series.runs > 0 && SummaryWanted(options)) {
    PrintLines(RunsText(measure::PoolRecords(series.records, confidence), confidence));
  }
  if (!series.problem.empty()) Warn("{}", series.problem);
  return series.exit_code;
}

int MeasureNonblockingOnce(const Options& options, const Context& context) {
  Job& job = *context.job;
  NonblockingPlan plan = options.nonblocking;
  plan.progress = context.progress;
  const auto rows = MeasureNonblocking(plan, job);
  const bool interrupted = rows.size() < plan.sizes.size();
  job.OnRoot([&] {
    if (!options.csv.empty()) WriteText(options.csv, NonblockingCsv(plan, job.ranks(), rows));
    if (SummaryWanted(options)) PrintLines(NonblockingText(rows));
    if (interrupted) ReportInterruption();
  });
  return interrupted ? kInterrupted : kDone;
}

int Measure(const Options& options, const Context& context) {
  if (context.job && options.nonblocking.call) return MeasureNonblockingOnce(options, context);
  if (context.job) return MeasureOnce(options, context);
  if (options.runs > 1) return MeasureRuns(options, context);
  return LaunchPastFailures(context.arguments);
}

/// Returns the entry that --method names, or without --method the entry `standard`.
template <typename Entries>
const auto& MethodOf(const Options& options, const Entries& entries, std::string_view standard) {
  try {
    return Named(entries, "method", options.method.empty() ? standard : options.method);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string("--method: ") + error.what());
  }
}

/// Sets the method of a blocking collective. Refuses options of nonblocking collectives, rather
/// than to ignore them.
void PrepareMethod(const CLI::App& app, Options& options) {
  if (app.count("--test-interval") > 0) {
    throw std::invalid_argument("--test-interval: is for nonblocking collectives, as ibcast");
  }
  MeasuringPlan& plan = options.plan;
  // The same on every machine, whether or not its ranks share a clock: rows stay comparable.
  const measure::MethodEntry& standard =
      measure::StandardMethod(plan.collective, /*shares_clock=*/false);
  plan.method = &MethodOf(options, measure::Methods(), standard.name);
  if (const std::string reason = Declines(*plan.method, plan.collective); !reason.empty()) {
    throw std::invalid_argument("--method: " + reason);
  }
}

/// Options without a meaning for nonblocking collectives.
constexpr std::array kOfBlockingOnes = {
    "--algorithm",  "--ranks",       "--reduction", "--batch",      "--processor-costs",
    "--clock-sync", "--clock-share", "--alpha",     "--confidence", "--statistic",
    "--seconds",    "--runs",        "--run",       "--json",       "--plot"};

/// Prepares the measurement of a nonblocking collective. Refuses kOfBlockingOnes, rather than to
/// ignore them.
void PrepareNonblocking(const CLI::App& app, Options& options) {
  for (const char* name : kOfBlockingOnes) {
    if (app.count(name) == 0) continue;
    throw std::invalid_argument(
        fmt::format("{}: {} is the library's own, of which --op, --bytes, --root, --method, "
                    "--clock, --reps, --test-interval and --csv are known",
                    name, options.nonblocking.call->name));
  }
  NonblockingPlan& plan = options.nonblocking;
  plan.scheme = &MethodOf(options, NonblockingSchemes(), "time_based");
  plan.clock = options.plan.clock;
  plan.sizes = options.plan.sizes;
  plan.options.root = options.plan.root;
  plan.options.repetitions = options.plan.rule.min_reps;
}

void AddWhat(CLI::App& app, const std::shared_ptr<Options>& options) {
  MeasuringPlan& plan = options->plan;
  AddParsed(app, "--op",
            "collective, or one of the library's nonblocking ones, such as ibcast (default: bcast)",
            [options](const std::string& text) {
              options->nonblocking.call = measure::FindNonblockingCall(text);
              if (!options->nonblocking.call) options->plan.collective = ParseCollective(text);
            });
  AddParsed(app, "--algorithm", "algorithms, with commas between; all; library (default: all)",
            [options](const std::string& text) {
              const auto parts = ParseList(text);
              options->algorithms.assign(parts.begin(), parts.end());
            });
  AddValue(app, "--bytes", "sizes of a block (default: 8:4M:x2)", plan.sizes,
           [](const std::string& text) { return ParseSizes(text, measure::kMostBytes); });
  AddValue(app, "--ranks", "numbers of ranks; each takes the first ones of the job (default: all)",
           plan.ranks, [](const std::string& text) { return ParseRanks(text, kMostRanks); });
  AddValue(app, "--root", "rank of the root (default: 0)", plan.root,
           IntegerBetween(0, kMostRanks, "rank"));
}

void AddHow(CLI::App& app, const std::shared_ptr<Options>& options) {
  MeasuringPlan& plan = options->plan;
  app.add_option("--method", options->method,
                 "timing method, listed by colltune list (default: per_destination; round_time for "
                 "collectives without a root); for nonblocking ones time_based or work_based");
  AddValue(
      app, "--test-interval",
      "nonblocking collectives: call MPI_Test after this many bytes of computing (default: never)",
      options->nonblocking.options.test_interval,
      [](const std::string& text) { return ParseSizes(text, measure::kMostBytes).front(); });
  AddParsed(
      app, "--reduction",
      "reduction of the ranks' times, for window and round_time (default: global)",
      [&plan](const std::string& text) {
        const auto found = measure::FindReduction(text);
        if (!found) {
          throw std::invalid_argument(fmt::format("unknown reduction '{}'; known are: {}", text,
                                                  fmt::join(measure::kReductionNames, ", ")));
        }
        plan.method_options.reduction = *found;
      });
  app.add_option("--batch", plan.method_options.batch,
                 "operations in a loop that is timed as a whole (default: 10)");
  app.add_flag("--processor-costs", plan.processor_costs,
               "also measure the overhead and the gap of each rank's processor");
  AddValue(app, "--clock", "clock: MPI_Wtime, monotonic_raw or tsc (default: MPI_Wtime)",
           plan.clock, ParseClock);
  AddValue(
      app, "--clock-sync",
      "clock synchronisation (default: shared where the ranks have one clock, else interpolated)",
      plan.clock_sync, [](const std::string& text) {
        return &Named(measure::ClockSyncs(), "clock synchronisation", text);
      });
  app.add_option("--clock-share", plan.method_options.clock_share,
                 "largest clock error of a valid sample, as a share of the sample (default: 0.1)");
}

void AddHowLong(CLI::App& app, const std::shared_ptr<Options>& options) {
  MeasuringPlan& plan = options->plan;
  AddParsed(app, "--reps", "least and most repetitions, MIN:MAX (default: 10:1000)",
            [&plan](const std::string& text) {
              std::tie(plan.rule.min_reps, plan.rule.max_reps) = ParseRepetitions(text);
            });
  app.add_option(
      "--alpha", plan.rule.alpha,
      "stop when the confidence interval is within this share of the time (default: 0.025)");
  app.add_option("--confidence", plan.rule.confidence,
                 "confidence of the intervals (default: 0.95)");
  AddValue(app, "--statistic", "statistic: median, mean or three_percent (default: median)",
           plan.rule.statistic, [](const std::string& text) {
             return Named(measure::Statistics(), "statistic", text).name;
           });
  AddValue(app, "--seconds", "time limit for everything, as in 30s, 10m, 2h", plan.budget,
           ParseDuration);
  AddValue(app, "--runs",
           "starts of the job, each in an order of its own; compares their medians (default: 1)",
           options->runs, IntegerBetween(1, 1 << 20, "runs"));
  AddValue(app, "--run", "number of this run in a series, from 1; then only rows are written",
           plan.run, IntegerBetween(1, 1 << 30, "run"));
}

void AddOutputs(CLI::App& app, const std::shared_ptr<Options>& options) {
  AddOutput(app, "--csv", options->csv, "file for a row of each sample");
  AddOutput(app, "--json", options->json, "file for the same rows as JSON objects, one a line");
  AddOutput(app, "--plot", options->plot, "file for a plot of time against bytes, in SVG");
}

void CheckOutputs(const Options& options) {
  DemandOneStandardOutput(
      {{"--csv", options.csv}, {"--json", options.json}, {"--plot", options.plot}});
  if (IsStandardOutput(options.plot) && options.plan.ranks.size() > 1) {
    throw std::invalid_argument(
        "--plot: standard output takes one plot, and each number of ranks has its own; name a "
        "file");
  }
}

}  // namespace

Action AddMeasure(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  MeasuringPlan& plan = options->plan;
  plan.sizes = ParseSizes("8:4M:x2", measure::kMostBytes);
  plan.rule = {.min_reps = 10, .max_reps = 1000, .confidence = 0.95, .alpha = 0.025};
  AddWhat(app, options);
  AddHow(app, options);
  AddHowLong(app, options);
  AddOutputs(app, options);
  app.parse_complete_callback([options, &plan, &app] {
    plan.rule.Validate();
    plan.method_options.Validate();
    CheckOutputs(*options);
    if (!plan.clock) plan.clock = &measure::WtimeClock();
    if (plan.collective == Collective::kBarrier) plan.sizes = {Bytes{0}};
    options->nonblocking.call ? PrepareNonblocking(app, *options) : PrepareMethod(app, *options);
    plan.implementations = Implementations(plan.collective, options->algorithms);
    plan.skip_declined = std::ranges::find(options->algorithms, "all") != options->algorithms.end();
  });
  return [options](const Context& context) { return Measure(*options, context); };
}

}  // namespace colltune::tune
