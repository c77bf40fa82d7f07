#include "tuner/text/network_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/features/topology_from_network.h"
#include "models/networks.h"
#include "profiles/yaml/files.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

constexpr std::string_view kUsual = "loggp";

std::string InWords(const measure::NetworkSample& s) {
  return fmt::format("rank {} to {}, {} bytes, {:.3g} us", s.from, s.to, s.bytes.count,
                     Microseconds(s.time).count());
}

std::string ValueText(double value, const std::string& unit) {
  return unit == "s" ? TimeText(Seconds(value)) : fmt::format("{:.4g} {}", value, unit);
}

std::string IntervalText(const NetworkFileParameter& p) {
  if (!p.identified) return "not identified";
  if (!p.half_width) return "+- not known";
  return fmt::format("+- {}", ValueText(*p.half_width, p.unit));
}

template <typename Model>
const Model& Choose(const std::vector<Model>& models, const std::string& wanted,
                    const std::string& path) {
  std::string names;
  for (const Model& model : models) names += (names.empty() ? "" : ", ") + model.name;
  if (wanted.empty() && models.size() == 1) return models.front();
  const std::string_view name = wanted.empty() ? kUsual : std::string_view(wanted);
  const auto found = std::ranges::find(models, name, &Model::name);
  if (found != models.end()) return *found;
  throw std::invalid_argument(fmt::format("{}: it has no model '{}'; there are: {}; say --model",
                                          path, name, names.empty() ? "none" : names));
}

KnownModel Known(const FittedModel& model, const std::vector<std::string>& hosts) {
  return {.name = model.name, .values = ValuesOf(model), .hosts = hosts};
}

bool Knows(const KnownModel& model, int ranks, int ranks_per_node) {
  try {
    NetworkFor(model, ranks, ranks_per_node);
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

/// Returns the models that were tried, the best predictor first.
std::vector<FittedModel> Tried(std::vector<FittedModel> models) {
  std::erase_if(models, [](const FittedModel& model) { return !model.off_by; });
  std::ranges::stable_sort(models, {}, &FittedModel::off_by);
  return models;
}

}  // namespace

NetworkFileModel ForNetworkFile(const models::Fit& fit) {
  NetworkFileModel model;
  model.name = fit.model;
  for (const models::FittedParameter& p : fit.parameters) {
    model.parameters.push_back({p.name, p.value, p.unit, std::nullopt, p.identified});
    if (std::isfinite(p.half_width)) model.parameters.back().half_width = p.half_width;
  }
  for (const models::ResidualRow& row : fit.residuals) {
    model.residuals.push_back({std::string(models::InWords(row.experiment)), row.samples,
                               row.median, row.p95, row.worst, InWords(row.worst_sample)});
  }
  model.notes = fit.notes;
  return model;
}

std::string FitText(const NetworkFileModel& model) {
  std::string text = model.name + "\n";
  for (const NetworkFileParameter& p : model.parameters) {
    text +=
        fmt::format("  {:<14} {:>12}  {}\n", p.name, ValueText(p.value, p.unit), IntervalText(p));
  }
  text += fmt::format("  {:<30} {:>7} {:>8} {:>8} {:>8}  {}\n", "off by, per experiment", "samples",
                      "median", "95 %", "worst", "at");
  for (const NetworkResidual& r : model.residuals) {
    text += fmt::format("  {:<30} {:>7} {:>6.1f} % {:>6.1f} % {:>6.1f} %  {}\n", r.experiment,
                        r.samples, 100 * r.median, 100 * r.p95, 100 * r.worst, r.where);
  }
  for (const std::string& note : model.notes) text += fmt::format("  note: {}\n", note);
  return text;
}

models::ParameterValues ValuesOf(const FittedModel& model) {
  models::ParameterValues values;
  for (const NetworkParameter& p : model.parameters) values[p.name] = p.value;
  return values;
}

KnownModel ReadModel(const std::string& path, const std::string& model, int ranks,
                     int ranks_per_node) {
  if (IsNetworkFile(path)) {
    const NetworkFile file = ReadNetworkFile(path);
    const NetworkFileModel& chosen = Choose(file.models, model, path);
    KnownModel known{.name = chosen.name, .values = {}};
    for (const NetworkFileParameter& p : chosen.parameters) known.values[p.name] = p.value;
    for (const NetworkPlace& place : file.places)
      known.places.push_back({place.host, place.socket});
    return known;
  }
  const Profile profile = ReadProfile(path);
  const std::vector<FittedModel>& models = profile.network;
  const std::vector<std::string>& hosts = profile.provenance.hosts;
  if (model.empty()) {
    for (const FittedModel& tried : Tried(models)) {
      KnownModel known = Known(tried, hosts);
      if (Knows(known, ranks, ranks_per_node)) return known;
    }
  }
  return Known(Choose(models, model, path), hosts);
}

std::vector<measure::Place> PlacesFor(const KnownModel& model, int ranks, int ranks_per_node) {
  std::vector<measure::Place> places = model.places;
  if (ranks_per_node != 0 || static_cast<std::size_t>(ranks) > places.size()) {
    places.clear();
    for (int rank = 0; rank < ranks; ++rank) {
      const auto node = static_cast<std::size_t>(rank / std::max(ranks_per_node, 1));
      places.push_back(
          {node < model.hosts.size() ? model.hosts[node] : fmt::format("node-{}", node)});
    }
  }
  return places;
}

std::unique_ptr<models::Network> NetworkFor(const KnownModel& model, int ranks,
                                            int ranks_per_node) {
  return models::MakeNetwork(model.name, model.values, PlacesFor(model, ranks, ranks_per_node));
}

std::shared_ptr<const Places> PlacesOn(const models::Network& network,
                                       std::span<const measure::Place> places) {
  constexpr std::size_t kMost = 2048;
  if (places.size() > kMost) return nullptr;
  std::vector<std::string> hosts;
  for (const measure::Place& place : places) hosts.push_back(place.host);
  return PlacesIn(std::make_shared<Machine>(models::MachineOf(network, places)), hosts);
}

}  // namespace colltune::tune
