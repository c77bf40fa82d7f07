// colltune network: measures the network between two ranks by the parameters of Bell et al. (2003),
// and the samples that models are fitted to.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>

#include "measure/network/sample_file.h"
#include "tuner/commands/command.h"
#include "tuner/commands/output.h"
#include "tuner/experiments/network_measuring.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/print.h"
#include "tuner/text/option_values.h"

namespace colltune::tune {
namespace {

constexpr Bytes kMostBytes{(std::int64_t{1} << 31) - 1};  // counts of MPI-3.1 are int
constexpr int kLeastRuns = 10;  // repetitions; the least time counts, as in Bell et al.

struct Options {
  NetworkPlan plan;
  std::string csv;
  std::string samples;
};

const measure::LayerEntry* ParseLayer(const std::string& name) {
  const measure::LayerEntry* layer = measure::FindLayer(name);
  if (layer == nullptr) {
    std::vector<std::string_view> known;
    for (const measure::LayerEntry& entry : measure::Layers()) known.push_back(entry.name);
    throw std::invalid_argument(
        fmt::format("unknown layer '{}'; known are: {}", name, fmt::join(known, ", ")));
  }
  if (!layer->unavailable.empty()) {
    throw std::invalid_argument(fmt::format("{}: {}", name, layer->unavailable));
  }
  return layer;
}

measure::Pair ParsePair(const std::string& text) {
  const auto parts = ParseList(text);
  if (parts.size() != 2) throw std::invalid_argument(fmt::format("'{}' is not two ranks", text));
  const measure::Pair pair{static_cast<Rank>(ParseInteger(parts[0], 0, kMostRanks, "rank")),
                           static_cast<Rank>(ParseInteger(parts[1], 0, kMostRanks, "rank"))};
  if (pair.first == pair.second) {
    throw std::invalid_argument(fmt::format("rank {} twice", pair.first));
  }
  return pair;
}

int RunNetwork(Options options, const Context& context) {
  Job& job = *context.job;
  options.plan.progress = context.progress;
  options.plan.suite = !options.samples.empty();
  job.OnRoot([&] {
    // Probes the files before measuring, which takes minutes.
    for (const std::string& path : {options.csv, options.samples}) ProbeOutput(path);
  });
  const NetworkResult result = MeasureNetworkOf(options.plan, job);
  job.OnRoot([&] {
    if (!options.csv.empty()) WriteText(options.csv, LayerCsv(result.layer));
    if (!options.samples.empty()) WriteText(options.samples, measure::WriteSamples(result.suite));
    if (!IsStandardOutput(options.csv) && !IsStandardOutput(options.samples)) {
      PrintLines(LayerText(result.layer));
    }
  });
  return kDone;
}

}  // namespace

Action AddNetwork(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  NetworkPlan& plan = options->plan;
  plan.layer = measure::FindLayer("mpi");
  plan.sizes = ParseSizes("8:1M:x8", kMostBytes);
  plan.sizes.push_back(Bytes{1 << 20});
  AddValue(app, "--layer", "layer: mpi, rma (MPI_Put) or ucx (default: mpi)", plan.layer,
           ParseLayer);
  AddValue(app, "--pair", "two ranks, the sender first (default: 0,1)", plan.pair, ParsePair);
  AddParsed(
      app, "--bytes",
      "sizes; the smallest gives EEL, g and the overheads, the largest G (default: 8:1M:x8,1M)",
      [&plan](const std::string& text) {
        plan.sizes = ParseSizes(text, kMostBytes);
        if (plan.sizes.size() < 2) throw std::invalid_argument("one size; two or more are needed");
      });
  AddValue(app, "--reps", "repetitions, of which the least and the median count (default: 20)",
           plan.experiments.repetitions, IntegerBetween(kLeastRuns, 1 << 20, "repetitions"));
  AddValue(app, "--messages", "messages in a row that is timed as a whole (default: 1000)",
           plan.experiments.messages, IntegerBetween(2, 1 << 20, "messages"));
  AddOutput(app, "--csv", options->csv, "file for a row of each parameter");
  AddOutput(app, "--samples", options->samples,
            "file for the samples that models are fitted to, measured between all ranks by MPI; "
            "colltune fit reads it");
  app.parse_complete_callback([options] {
    if (!options->samples.empty() && options->plan.layer->name != "mpi") {
      throw std::invalid_argument(
          "--samples: goes with --layer mpi only: models are of its messages");
    }
    DemandOneStandardOutput({{"--csv", options->csv}, {"--samples", options->samples}});
  });
  return [options](const Context& context) { return RunNetwork(*options, context); };
}

}  // namespace colltune::tune
