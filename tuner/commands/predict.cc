// colltune predict --network network.yaml --op bcast --bytes 64K -n 16: predicts the time of each
// algorithm on a fitted network.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/registry.h"
#include "measure/records/records.h"
#include "models/simulator/simulator.h"
#include "profiles/read_file.h"
#include "tuner/commands/command.h"
#include "tuner/commands/output.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"
#include "tuner/show/calibrated_runs.h"
#include "tuner/text/network_models.h"
#include "tuner/text/option_values.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

constexpr int kMostPredictedRanks = 1 << 16;
constexpr Bytes kMostBytes{std::int64_t{1} << 40};

struct Options {
  std::string network;
  std::string model;
  Collective collective = Collective::kBcast;
  std::string algorithms = "all";
  std::vector<Bytes> sizes;
  int ranks = 0;
  int ranks_per_node = 0;  // 0: as measured, or one
  Rank root = 0;
  std::string runs;  // file of measured runs for corrections; empty: none
  std::string csv;
};

struct Row {
  std::string algorithm;
  Bytes bytes;
  Seconds time{};
  std::optional<Seconds> corrected{};
};

std::vector<Choice> Chosen(const Options& options) {
  if (options.algorithms == "all") return StandardChoices(options.collective);
  std::vector<Choice> choices;
  for (const std::string_view name : ParseList(options.algorithms)) {
    choices.push_back(ParseChoice(options.collective, name));
    if (choices.back().HasSchedule()) continue;
    throw std::invalid_argument(
        fmt::format("--algorithm: {} has no schedule to predict", ToText(choices.back())));
  }
  return choices;
}

/// Returns the rows of one size, the fastest first. Algorithms that decline are left out.
std::vector<Row> RowsOf(const Options& options, std::span<const Choice> choices, Bytes bytes,
                        const models::Network& network, const Places* places,
                        std::span<const models::Calibration> calibrations) {
  const Shape shape{
      .ranks = options.ranks, .root = options.root, .elements = bytes.count, .places = places};
  std::vector<Row> rows;
  for (const Choice& choice : choices) {
    if (!choice.HasSchedule() || !Declines(choice, shape).empty()) continue;
    const Seconds predicted = models::Predict(choice, shape, network);
    rows.push_back({ToText(choice), bytes, predicted,
                    models::Corrected(choice, shape, predicted, calibrations)});
  }
  std::ranges::stable_sort(rows, {}, &Row::time);
  return rows;
}

std::string Table(const Options& options, const KnownModel& model, std::span<const Row> rows) {
  std::string text =
      fmt::format("{} on {} ranks from {}, by {}\n{:>10}  {:<32}  {:>9}  {:>8}{}\n",
                  ToText(options.collective), options.ranks, options.root, model.name, "bytes",
                  "algorithm", "predicted", "to best", options.runs.empty() ? "" : "  corrected");
  const Row* best = nullptr;
  for (const Row& row : rows) {
    if (best == nullptr || best->bytes != row.bytes) best = &row;
    const double ratio = best->time > Seconds{} ? row.time / best->time : 1;
    text += fmt::format("{:>10}  {:<32}  {:>9}  {:>8.2f}", ToText(row.bytes), row.algorithm,
                        TimeText(row.time), ratio);
    if (!options.runs.empty()) {
      text += fmt::format("  {:>9}", row.corrected ? TimeText(*row.corrected) : "-");
    }
    text += '\n';
  }
  return text;
}

std::string Csv(const Options& options, const KnownModel& model, std::span<const Row> rows) {
  std::string text = "op,algorithm,ranks,root,bytes,model,predicted_s,corrected_s\n";
  for (const Row& row : rows) {
    text += fmt::format("{},{},{},{},{},{},{},{}\n", ToText(options.collective), row.algorithm,
                        options.ranks, options.root, row.bytes.count, model.name, row.time.count(),
                        row.corrected ? fmt::format("{}", row.corrected->count()) : "");
  }
  return text;
}

int RunPredict(const Options& options, const Context& context) {
  if (context.job && !context.job->IsRoot()) return kDone;
  if (options.root >= options.ranks) {
    throw std::invalid_argument(
        fmt::format("--root: rank {} is not one of {} ranks", options.root, options.ranks));
  }
  const std::vector<Choice> choices = Chosen(options);
  const KnownModel model =
      ReadModel(options.network, options.model, options.ranks, options.ranks_per_node);
  const auto network = NetworkFor(model, options.ranks, options.ranks_per_node);
  std::vector<measure::Place> at = PlacesFor(model, options.ranks, options.ranks_per_node);
  at.resize(static_cast<std::size_t>(options.ranks));
  const auto places = PlacesOn(*network, at);
  std::vector<models::Calibration> calibrations;
  if (!options.runs.empty()) {
    calibrations = CalibrationsOf(
        measure::ReadCsv(ReadFile(options.runs), options.runs), options.collective,
        [&](int ranks) { return NetworkFor(model, ranks, options.ranks_per_node); }, options.runs);
  }
  std::vector<Row> rows;
  for (const Bytes bytes : options.sizes) {
    const std::vector<Row> some =
        RowsOf(options, choices, bytes, *network, places.get(), calibrations);
    rows.insert(rows.end(), some.begin(), some.end());
  }
  if (!options.csv.empty()) {
    WriteText(options.csv, Csv(options, model, rows));
    if (IsStandardOutput(options.csv)) return kDone;
  }
  PrintLines(Table(options, model, rows));
  if (!options.runs.empty()) PrintLines(CalibrationText(calibrations, options.runs));
  return kDone;
}

constexpr const char* kColumns =
    "Columns: bytes as colltune measure counts them; the algorithm; the predicted time until the\n"
    "last rank is done; how many times that of the best it is; with --calibrate also what the\n"
    "prediction becomes by the runs of that algorithm, - where there is none on so many ranks or\n"
    "more and so many or fewer. --csv has op, algorithm, ranks, root, bytes, model, predicted_s "
    "and\n"
    "corrected_s, in seconds.";

}  // namespace

Action AddPredict(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.footer(kColumns);
  app.add_option("--network", options->network,
                 "network that colltune fit has written, or a profile")
      ->required();
  app.add_option("--model", options->model,
                 "one of the file's models (default: the one that predicted best in the tuning, of "
                 "those that know so many ranks; else loggp or the only one)");
  AddValue(app, "--op", "collective, such as bcast", options->collective, ParseCollective)
      ->required();
  app.add_option("--algorithm", options->algorithms,
                 "algorithms, with commas between, or all (default: all)");
  AddValue(app, "--bytes", "sizes, such as 1K,64K or 8:4M:x2", options->sizes,
           [](const std::string& text) { return ParseSizes(text, kMostBytes); })
      ->required();
  AddValue(app, "-n", "number of ranks", options->ranks,
           IntegerBetween(1, kMostPredictedRanks, "number of ranks"))
      ->required();
  AddValue(app, "--ranks-per-node", "ranks on each node (default: the measured places)",
           options->ranks_per_node, IntegerBetween(1, kMostPredictedRanks, "ranks per node"));
  AddValue(app, "--root", "rank of the root (default: 0)", options->root,
           IntegerBetween(0, kMostPredictedRanks, "rank"));
  app.add_option(
      "--calibrate", options->runs,
      "file of measure --csv; corrects the predictions of each algorithm by its measured times");
  AddOutput(app, "--csv", options->csv, "file for the predictions");
  return [options](const Context& context) { return RunPredict(*options, context); };
}

}  // namespace colltune::tune
