// prediction_table PLATFORM [--ranks 4,7,16,32] [--models configured,loggp] [--rows FILE]
// [--samples FILE]: the error of predictions for every algorithm of the registry, and the regret of
// choosing by them. Also the measurements that the models are fitted to. For smpirun.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>

#include "measure/network/sample_file.h"
#include "tests/models/networks_of.h"
#include "tests/models/predictions.h"
#include "tests/truth.h"

namespace colltune::models {
namespace {

struct Options {
  std::string platform;
  std::vector<int> ranks = {4, 7, 16, 32};
  std::vector<std::string> models = {std::string(kConfigured)};
  std::vector<std::string> collectives;
  std::string rows;
  std::string samples;
  PredictionOptions comparison;
};

void PrintRow(std::FILE* file, const Options& options, const Prediction& row) {
  fmt::print(file, "{},{},{},{},{},{:.3f}", options.platform, ToText(row.collective), row.algorithm,
             row.ranks, row.bytes.count, row.truth * 1e6);
  for (const double predicted : row.predicted) fmt::print(file, ",{:.3f}", predicted * 1e6);
  fmt::print(file, "\n");
}

void Compare(Options options) {
  const bool prints = RankIn(MPI_COMM_WORLD) == 0;
  std::vector<std::unique_ptr<Network>> networks;
  std::vector<const Network*> pointers;
  const bool fits = options.models != std::vector{std::string(kConfigured)};
  const measure::NetworkData data = fits ? MeasuredInVirtualTime() : measure::NetworkData{};
  if (prints && !options.samples.empty())
    std::ofstream(options.samples) << measure::WriteSamples(data);
  for (const std::string& model : options.models) {
    networks.push_back(NetworkOf(model, options.platform, data));
    pointers.push_back(networks.back().get());
  }
  std::FILE* const file =
      prints && !options.rows.empty() ? std::fopen(options.rows.c_str(), "w") : nullptr;
  if (file != nullptr) std::setvbuf(file, nullptr, _IOLBF, BUFSIZ);  // SimGrid may crash
  std::vector<Prediction> rows;
  for (const int ranks : options.ranks) {
    ComparePredictions(ranks, pointers, options.comparison, [&](const Prediction& row) {
      rows.push_back(row);
      if (file != nullptr) PrintRow(file, options, row);
    });
  }
  if (file != nullptr) std::fclose(file);
  if (!prints) return;
  for (std::size_t model = 0; model < networks.size(); ++model) {
    PrintSummary(options.platform, options.models[model], rows, model);
  }
}

int Main(int argc, char** argv) {
  CLI::App app;
  Options options;
  app.add_option("platform", options.platform)->required();
  app.add_option("--ranks", options.ranks)->delimiter(',');
  app.add_option("--models", options.models)->delimiter(',');
  app.add_option("--op", options.collectives)->delimiter(',');
  app.add_option("--sizes", options.comparison.sizes)->delimiter(',');
  app.add_option("--sites", options.comparison.sites);
  app.add_option("--rows", options.rows);
  app.add_option("--samples", options.samples);
  CLI11_PARSE(app, argc, argv);
  for (const std::string& name : options.collectives) {
    options.comparison.collectives.push_back(FindCollective(name).value());
  }
  Compare(std::move(options));
  return 0;
}

}  // namespace
}  // namespace colltune::models

int main(int argc, char** argv) {
  PMPI_Init(&argc, &argv);
  const int code = colltune::models::Main(argc, argv);
  PMPI_Finalize();
  return code;
}
