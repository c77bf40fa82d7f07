#include "profiles/yaml/network_file.h"

#include <fmt/format.h>

#include <iterator>
#include <limits>
#include <set>

#include "profiles/read_file.h"
#include "profiles/yaml/new_file.h"
#include "profiles/yaml/yaml_text.h"
#include "profiles/yaml/yaml_value.h"

namespace colltune {
namespace {

constexpr std::string_view kVersionKey = "colltune_network";

std::string NonEmptyText(const YamlValue& value, std::string_view what) {
  const std::string& text = ToText(value, what);
  if (text.empty()) throw YamlError(value.line, fmt::format("{} is empty", what));
  return text;
}

bool ToFlag(const YamlValue& value, std::string_view what) {
  const std::string& text = ToText(value, what);
  if (text == "true") return true;
  if (text == "false") return false;
  throw YamlError(value.line, fmt::format("{} is '{}', not true or false", what, text));
}

NetworkFileParameter ToParameter(const YamlValue& value) {
  const Fields fields(value, "a parameter", {"name", "value", "unit", "half_width", "identified"});
  NetworkFileParameter parameter;
  parameter.name = NonEmptyText(fields.Get("name"), "name");
  parameter.value = ToNumber(fields.Get("value"), "value", 0);
  parameter.unit = ToText(fields.Get("unit"), "unit");
  if (const YamlValue* half = fields.Find("half_width")) {
    parameter.half_width = ToNumber(*half, "half_width", 0);
  }
  if (const YamlValue* told = fields.Find("identified")) {
    parameter.identified = ToFlag(*told, "identified");
  }
  return parameter;
}

NetworkResidual ToResidual(const YamlValue& value) {
  const Fields fields(value, "a residual",
                      {"experiment", "samples", "median", "p95", "worst", "where"});
  return {NonEmptyText(fields.Get("experiment"), "experiment"),
          static_cast<int>(
              ToInteger(fields.Get("samples"), "samples", 1, std::numeric_limits<int>::max())),
          ToNumber(fields.Get("median"), "median", 0),
          ToNumber(fields.Get("p95"), "p95", 0),
          ToNumber(fields.Get("worst"), "worst", 0),
          ToText(fields.Get("where"), "where")};
}

void RefuseTwice(std::set<std::string>& seen, const std::string& name, const YamlValue& value,
                 std::string_view what) {
  if (seen.insert(name).second) return;
  throw YamlError(value.line, fmt::format("{} '{}' stands twice", what, name));
}

NetworkFileModel ToModel(const YamlValue& value) {
  const Fields fields(value, "a model", {"name", "parameters", "residuals", "notes"});
  NetworkFileModel model;
  model.name = NonEmptyText(fields.Get("name"), "name");
  std::set<std::string> seen;
  for (const YamlValue& item : ToList(fields.Get("parameters"), "parameters")) {
    model.parameters.push_back(ToParameter(item));
    RefuseTwice(seen, model.parameters.back().name, item, "parameter");
  }
  for (const YamlValue& item : ToList(fields.Get("residuals"), "residuals")) {
    model.residuals.push_back(ToResidual(item));
  }
  for (const YamlValue& item : ToList(fields.Get("notes"), "notes")) {
    model.notes.push_back(ToText(item, "a note"));
  }
  return model;
}

NetworkPlace ToPlace(const YamlValue& value) {
  const Fields fields(value, "a place", {"host", "socket"});
  return {NonEmptyText(fields.Get("host"), "host"),
          static_cast<int>(
              ToInteger(fields.Get("socket"), "socket", 0, std::numeric_limits<int>::max()))};
}

const YamlValue* VersionOf(const YamlValue& root) {
  if (root.kind != YamlValue::Kind::kMapping) return nullptr;
  for (std::size_t i = 0; i < root.items.size(); i += 2) {
    if (root.items[i].text == kVersionKey) return &root.items[i + 1];
  }
  return nullptr;
}

/// Checks the version before all else, since another version may have other keys.
void CheckVersion(const YamlValue& root) {
  const YamlValue* version = VersionOf(root);
  if (version == nullptr) {
    throw YamlError(root.line,
                    fmt::format("is not a network of colltune: it has no '{}'", kVersionKey));
  }
  const auto number = ToInteger(*version, kVersionKey, 1, std::numeric_limits<int>::max());
  if (number == kNetworkVersion) return;
  throw YamlError(version->line, fmt::format("is a network of version {}, this program reads {}",
                                             number, kNetworkVersion));
}

NetworkFile ToNetwork(const YamlValue& root) {
  CheckVersion(root);
  const Fields fields(root, "a network", {kVersionKey, "provenance", "places", "models"});
  const Fields provenance(fields.Get("provenance"), "provenance", {"created", "command"});
  NetworkFile network;
  network.created = ToText(provenance.Get("created"), "created");
  network.command = ToText(provenance.Get("command"), "command");
  for (const YamlValue& item : ToList(fields.Get("places"), "places")) {
    network.places.push_back(ToPlace(item));
  }
  std::set<std::string> seen;
  for (const YamlValue& item : ToList(fields.Get("models"), "models")) {
    network.models.push_back(ToModel(item));
    RefuseTwice(seen, network.models.back().name, item, "model");
  }
  return network;
}

/// Appends a line.
template <typename... Values>
void Add(std::string& text, fmt::format_string<Values...> format, Values&&... values) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
  text += '\n';
}

std::string Start(std::string_view key, bool empty) {
  return fmt::format("{}:{}", key, empty ? " []" : "");
}

void AddModel(std::string& text, const NetworkFileModel& model) {
  Add(text, "  - name: {}", Quoted(model.name));
  Add(text, "    {}", Start("parameters", model.parameters.empty()));
  for (const NetworkFileParameter& p : model.parameters) {
    std::string more;
    if (p.half_width) more += fmt::format(", half_width: {}", ToDecimal(*p.half_width));
    if (!p.identified) more += ", identified: false";
    Add(text, "      - {{name: {}, value: {}, unit: {}{}}}", Quoted(p.name), ToDecimal(p.value),
        Quoted(p.unit), more);
  }
  Add(text, "    {}", Start("residuals", model.residuals.empty()));
  for (const NetworkResidual& r : model.residuals) {
    Add(text, "      - {{experiment: {}, samples: {}, median: {}, p95: {}, worst: {}, where: {}}}",
        Quoted(r.experiment), r.samples, ToDecimal(r.median), ToDecimal(r.p95), ToDecimal(r.worst),
        Quoted(r.where));
  }
  Add(text, "    {}", Start("notes", model.notes.empty()));
  for (const std::string& note : model.notes) Add(text, "      - {}", Quoted(note));
}

}  // namespace

std::string ToYaml(const NetworkFile& network) {
  std::string text;
  Add(text, "{}: {}", kVersionKey, kNetworkVersion);
  Add(text, "provenance:");
  Add(text, "  created: {}", Quoted(network.created));
  Add(text, "  command: {}", Quoted(network.command));
  Add(text, "{}", Start("places", network.places.empty()));
  for (const NetworkPlace& place : network.places) {
    Add(text, "  - {{host: {}, socket: {}}}", Quoted(place.host), place.socket);
  }
  Add(text, "{}", Start("models", network.models.empty()));
  for (const NetworkFileModel& model : network.models) AddModel(text, model);
  return text;
}

NetworkFile ParseNetwork(const std::string& text, const std::string& file) {
  try {
    return ToNetwork(ParseYaml(text));
  } catch (const YamlError& error) {
    throw ProfileError(file, error.line(), error.what());
  }
}

NetworkFile ReadNetworkFile(const std::string& path) { return ParseNetwork(ReadFile(path), path); }

void WriteNetworkFile(const std::string& path, const NetworkFile& network) {
  const std::string text = ToYaml(network);
  ParseNetwork(text, path);  // nothing is written that could not be read
  NewFile(path, text).Rename();
}

bool IsNetworkFile(const std::string& path) {
  const std::string text = ReadFile(path);
  try {
    return VersionOf(ParseYaml(text)) != nullptr;
  } catch (const YamlError&) {
    return false;
  }
}

}  // namespace colltune
