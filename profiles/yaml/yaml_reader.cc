#include <fmt/format.h>

#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "profiles/yaml/machine_text.h"
#include "profiles/yaml/table_reader.h"
#include "profiles/yaml/yaml.h"
#include "profiles/yaml/yaml_value.h"

namespace colltune {
namespace {

constexpr std::string_view kVersionKey = "colltune_profile";

std::string NonEmptyText(const YamlValue& value, std::string_view what) {
  const std::string& text = ToText(value, what);
  if (text.empty()) throw YamlError(value.line, fmt::format("{} is empty", what));
  return text;
}

Fingerprint ToFingerprint(const YamlValue& value) {
  const Fields fields(value, "fingerprint", {"mpi", "cpu", "cores", "sockets", "device"});
  const auto count = [](const YamlValue& number, std::string_view what) {
    return static_cast<int>(ToInteger(number, what, 1, std::numeric_limits<int>::max()));
  };
  Fingerprint fingerprint;
  fingerprint.mpi = NonEmptyText(fields.Get("mpi"), "mpi");
  fingerprint.cpu = NonEmptyText(fields.Get("cpu"), "cpu");
  fingerprint.cores = count(fields.Get("cores"), "cores");
  if (const YamlValue* sockets = fields.Find("sockets")) {
    fingerprint.sockets = count(*sockets, "sockets");
  }
  if (const YamlValue* device = fields.Find("device")) {
    fingerprint.device = NonEmptyText(*device, "device");
  }
  return fingerprint;
}

Provenance ToProvenance(const YamlValue& value) {
  const Fields fields(value, "provenance",
                      {"created", "command", "method", "clock", "confidence", "margin",
                       "between_runs", "job", "kernel", "hosts"});
  Provenance provenance;
  provenance.created = ToText(fields.Get("created"), "created");
  provenance.command = ToText(fields.Get("command"), "command");
  provenance.method = ToText(fields.Get("method"), "method");
  provenance.clock = ToText(fields.Get("clock"), "clock");
  provenance.confidence = ToNumber(fields.Get("confidence"), "confidence", 0, 1);
  provenance.margin = ToNumber(fields.Get("margin"), "margin", 0);
  if (const YamlValue* between = fields.Find("between_runs")) {
    provenance.between_runs = ToNumber(*between, "between_runs", 0);
  }
  if (const YamlValue* job = fields.Find("job")) provenance.job = NonEmptyText(*job, "job");
  if (const YamlValue* kernel = fields.Find("kernel")) {
    provenance.kernel = NonEmptyText(*kernel, "kernel");
  }
  for (const YamlValue& host : ToList(fields.Get("hosts"), "hosts")) {
    provenance.hosts.push_back(ToText(host, "a host"));
  }
  return provenance;
}

NetworkParameter ToParameter(const YamlValue& value) {
  const Fields fields(value, "a parameter", {"name", "value", "unit", "half_width"});
  NetworkParameter parameter{NonEmptyText(fields.Get("name"), "name"),
                             ToNumber(fields.Get("value"), "value"),
                             ToText(fields.Get("unit"), "unit"), std::nullopt};
  if (const YamlValue* half = fields.Find("half_width")) {
    parameter.half_width = ToNumber(*half, "half_width", 0);
  }
  return parameter;
}

FittedModel ToModel(const YamlValue& value) {
  const Fields fields(value, "a model", {"name", "worst_residual", "off_by", "parameters"});
  FittedModel model;
  model.name = NonEmptyText(fields.Get("name"), "name");
  model.worst_residual = ToNumber(fields.Get("worst_residual"), "worst_residual", 0);
  if (const YamlValue* off = fields.Find("off_by")) model.off_by = ToNumber(*off, "off_by", 0);
  for (const YamlValue& parameter : ToList(fields.Get("parameters"), "parameters")) {
    model.parameters.push_back(ToParameter(parameter));
  }
  return model;
}

RegretReport ToRegret(const YamlValue& value) {
  const Fields fields(value, "regret",
                      {"expected", "expected_p95", "calibrated", "calibrated_p95", "calibrations",
                       "measured", "interpolated", "library", "spent_s", "budget_s", "later"});
  const auto number = [&](std::string_view key) { return ToNumber(fields.Get(key), key, 0); };
  RegretReport report;
  report.expected = {number("expected"), number("expected_p95")};
  report.calibrated = {number("calibrated"), number("calibrated_p95")};
  report.calibrations = static_cast<int>(
      ToInteger(fields.Get("calibrations"), "calibrations", 0, std::numeric_limits<int>::max()));
  report.measured = ToNumber(fields.Get("measured"), "measured", 0, 1);
  report.interpolated = ToNumber(fields.Get("interpolated"), "interpolated", 0, 1);
  report.left_to_library = ToNumber(fields.Get("library"), "library", 0, 1);
  report.spent = Seconds(number("spent_s"));
  if (fields.Find("budget_s") != nullptr) report.budget = Seconds(number("budget_s"));
  if (fields.Find("later") != nullptr) report.later = number("later");
  return report;
}

/// Returns the version, which is read before all else, since another version may have other keys.
int VersionOf(const YamlValue& root) {
  const YamlValue* version = nullptr;
  if (root.kind == YamlValue::Kind::kMapping) {
    for (std::size_t i = 0; i < root.items.size(); i += 2) {
      if (root.items[i].text == kVersionKey) version = &root.items[i + 1];
    }
  }
  if (version == nullptr) {
    throw YamlError(root.line,
                    fmt::format("is not a colltune profile: it has no '{}'", kVersionKey));
  }
  const auto number = ToInteger(*version, kVersionKey, 1, std::numeric_limits<int>::max());
  if (number <= kProfileVersion) return static_cast<int>(number);
  throw YamlError(version->line,
                  fmt::format("is a profile of version {}, this program reads up to {}", number,
                              kProfileVersion));
}

Profile ToProfile(const YamlValue& root) {
  const int version = VersionOf(root);
  std::vector<std::string_view> known = {kVersionKey, "fingerprint", "provenance",
                                         "network",   "machine",     "tables"};
  if (version > 1) known.insert(known.end(), {"hull", "regret"});
  const Fields fields(root, "a profile", std::move(known));
  Profile profile;
  profile.fingerprint = ToFingerprint(fields.Get("fingerprint"));
  profile.provenance = ToProvenance(fields.Get("provenance"));
  for (const YamlValue& model : ToList(fields.Get("network"), "network")) {
    profile.network.push_back(ToModel(model));
  }
  if (const YamlValue* machine = fields.Find("machine")) profile.machine = ToMachine(*machine);
  if (const YamlValue* regret = fields.Find("regret")) profile.regret = ToRegret(*regret);
  std::optional<Hull> hull;
  if (const YamlValue* value = fields.Find("hull")) hull = ToHull(*value);
  profile.table = ToTable(fields.Get("tables"), version, hull);
  return profile;
}

}  // namespace

Profile ParseProfile(const std::string& text, const std::string& file) {
  try {
    return ToProfile(ParseYaml(text));
  } catch (const YamlError& error) {
    throw ProfileError(file, error.line(), error.what());
  }
}

}  // namespace colltune
