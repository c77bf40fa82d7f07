// colltune fit samples.csv --model loggp -o network.yaml: fits a network's parameters to samples.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

#include "measure/network/sample_file.h"
#include "models/networks.h"
#include "profiles/read_file.h"
#include "profiles/yaml/network_file.h"
#include "tuner/commands/command.h"
#include "tuner/commands/output.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"
#include "tuner/text/network_models.h"

namespace colltune::tune {
namespace {

struct Options {
  std::string samples;
  std::string model;
  std::string output;
  bool robust = false;
};

std::string ModelNames() {
  std::string names;
  for (const models::NetworkModel& model : models::NetworkModels()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", model.name);
  }
  return names;
}

/// Fits the given model, or all models for which the samples suffice; warns why others are not
/// fitted. Throws std::invalid_argument if none can be fitted.
std::vector<models::Fit> Fits(const Options& options, const measure::NetworkData& data) {
  if (options.model != "all") {
    const models::NetworkModel* model = models::FindNetworkModel(options.model);
    std::vector<models::Fit> fits;
    fits.push_back(model->fit(data, {.robust = options.robust}));
    return fits;
  }
  std::vector<models::Fit> fits;
  for (const models::NetworkModel& model : models::NetworkModels()) {
    try {
      fits.push_back(model.fit(data, {.robust = options.robust}));
    } catch (const std::invalid_argument& error) {
      Warn("not fitted: {}", error.what());
    }
  }
  if (fits.empty()) throw std::invalid_argument("the samples suffice for no model");
  return fits;
}

int RunFit(const Options& options, const Context& context) {
  if (context.job && !context.job->IsRoot()) return kDone;
  const measure::NetworkData data =
      measure::ReadSamples(ReadFile(options.samples), options.samples);
  std::vector<models::Fit> fits;
  try {
    fits = Fits(options, data);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("{}: {}", options.samples, error.what()));
  }
  NetworkFile file;
  file.created = DateText();
  file.command = context.command_line;
  // Experiments on made-up hosts may have no host name, but the file needs one.
  for (const measure::Place& place : data.places) {
    file.places.push_back({place.host.empty() ? "unknown" : place.host, place.socket});
  }
  for (const models::Fit& fit : fits) file.models.push_back(ForNetworkFile(fit));
  if (!IsStandardOutput(options.output)) {
    for (const NetworkFileModel& model : file.models) PrintLines(FitText(model) + "\n");
  }
  if (!options.output.empty()) WriteOutput(options.output, file);
  return kDone;
}

}  // namespace

Action AddFit(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("samples", options->samples, "file with samples that colltune network has written")
      ->required();
  AddParsed(app, "--model", fmt::format("one of {}; or all", ModelNames()),
            [options](const std::string& text) {
              if (text != "all" && models::FindNetworkModel(text) == nullptr) {
                throw std::invalid_argument(
                    fmt::format("unknown model '{}'; known are: {}, all", text, ModelNames()));
              }
              options->model = text;
            })
      ->required();
  AddOutput(app, "-o,--output", options->output, "file for the fitted network");
  app.add_flag("--robust", options->robust, "give samples far off less weight (Huber's weights)");
  return [options](const Context& context) { return RunFit(*options, context); };
}

}  // namespace colltune::tune
