#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "profiles/yaml/machine_text.h"
#include "profiles/yaml/yaml.h"
#include "profiles/yaml/yaml_text.h"

namespace colltune {
namespace {

/// Collects the text.
class Writer {
 public:
  template <typename... Values>
  void Add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }

  /// Adds "key:" with its items on the lines that follow, or "key: []".
  template <typename Items, typename Write>
  void AddList(std::string_view key, const Items& items, Write write) {
    Add("{}:{}\n", key, items.empty() ? " []" : "");
    for (const auto& item : items) write(item);
  }

  std::string Take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string ToMicroseconds(Seconds time) { return ToDecimal(time.count(), 6); }

/// Returns a name plain where YAML allows it, as for names of algorithms; else quoted.
std::string Name(std::string_view name) {
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  return !name.empty() && std::ranges::all_of(name, is_plain) ? std::string(name) : Quoted(name);
}

void AddProvenance(Writer& out, const Provenance& from) {
  std::vector<std::string> hosts;
  for (const std::string& host : from.hosts) hosts.push_back(Quoted(host));
  out.Add("provenance:\n");
  out.Add("  created: {}\n", Quoted(from.created));
  out.Add("  command: {}\n", Quoted(from.command));
  out.Add("  method: {}\n", Quoted(from.method));
  out.Add("  clock: {}\n", Quoted(from.clock));
  out.Add("  confidence: {}\n", ToDecimal(from.confidence));
  out.Add("  margin: {}\n", ToDecimal(from.margin));
  if (from.between_runs) out.Add("  between_runs: {}\n", ToDecimal(*from.between_runs));
  if (!from.job.empty()) out.Add("  job: {}\n", Quoted(from.job));
  if (!from.kernel.empty()) out.Add("  kernel: {}\n", Quoted(from.kernel));
  out.Add("  hosts: [{}]\n", fmt::join(hosts, ", "));
}

void AddModel(Writer& out, const FittedModel& model) {
  out.Add("  - name: {}\n", Quoted(model.name));
  out.Add("    worst_residual: {}\n", ToDecimal(model.worst_residual));
  if (model.off_by) out.Add("    off_by: {}\n", ToDecimal(*model.off_by));
  out.AddList("    parameters", model.parameters, [&](const NetworkParameter& parameter) {
    out.Add("      - {{name: {}, value: {}, unit: {}", Quoted(parameter.name),
            ToDecimal(parameter.value), Quoted(parameter.unit));
    if (parameter.half_width) out.Add(", half_width: {}", ToDecimal(*parameter.half_width));
    out.Add("}}\n");
  });
}

void AddCandidate(Writer& out, const Candidate& candidate) {
  out.Add("                - {{choice: {}, samples: {}", Name(candidate.choice.text()),
          candidate.samples);
  if (candidate.samples > 0) {
    out.Add(", median_us: {}, low_us: {}, high_us: {}", ToMicroseconds(candidate.median),
            ToMicroseconds(candidate.low), ToMicroseconds(candidate.high));
  }
  if (candidate.predicted) out.Add(", predicted_us: {}", ToMicroseconds(*candidate.predicted));
  if (candidate.replicated_median)
    out.Add(", again_us: {}", ToMicroseconds(*candidate.replicated_median));
  out.Add("}}\n");
}

void AddEvidence(Writer& out, const Evidence& evidence) {
  out.Add("            - bytes: {}\n", evidence.bytes.count);
  out.Add("              reason: {}\n", Quoted(evidence.reason));
  out.AddList("              candidates", evidence.candidates,
              [&](const Candidate& candidate) { AddCandidate(out, candidate); });
}

void AddInterpolation(Writer& out, const Interpolation& interpolation) {
  std::vector<std::string> layouts;
  for (const auto& [nodes, ranks_per_node, ranks] : interpolation.from) {
    layouts.push_back(fmt::format("{{nodes: {}, ranks_per_node: {}{}}}", nodes, ranks_per_node,
                                  ranks ? fmt::format(", ranks: {}", *ranks) : ""));
  }
  out.Add("          interpolated: {{from: [{}], within: {}}}\n", fmt::join(layouts, ", "),
          ToDecimal(interpolation.within));
}

void AddRegret(Writer& out, const RegretReport& report) {
  out.Add("regret:\n");
  out.Add("  expected: {}\n", ToDecimal(report.expected.mean));
  out.Add("  expected_p95: {}\n", ToDecimal(report.expected.p95));
  out.Add("  calibrated: {}\n", ToDecimal(report.calibrated.mean));
  out.Add("  calibrated_p95: {}\n", ToDecimal(report.calibrated.p95));
  out.Add("  calibrations: {}\n", report.calibrations);
  out.Add("  measured: {}\n", ToDecimal(report.measured));
  out.Add("  interpolated: {}\n", ToDecimal(report.interpolated));
  out.Add("  library: {}\n", ToDecimal(report.left_to_library));
  out.Add("  spent_s: {}\n", ToDecimal(report.spent.count()));
  if (report.budget) out.Add("  budget_s: {}\n", ToDecimal(report.budget->count()));
  if (report.later) out.Add("  later: {}\n", ToDecimal(*report.later));
}

void AddRow(Writer& out, const Row& row) {
  const auto& [nodes, ranks_per_node, ranks] = row.region;
  out.Add("    - nodes: [{}, {}]\n", nodes.first, nodes.last);
  out.Add("      ranks_per_node: [{}, {}]\n", ranks_per_node.first, ranks_per_node.last);
  if (ranks != Span{}) out.Add("      ranks: [{}, {}]\n", ranks.first, ranks.last);
  const auto& [sites, mapping] = row.placement;
  if (sites > 0) out.Add("      sites: {}\n", sites);
  if (mapping != Mapping::kAny) out.Add("      mapping: {}\n", ToText(mapping));
  if (row.roots) out.Add("      roots: [{}, {}]\n", row.roots->first, row.roots->last);
  out.AddList("      rules", row.rules, [&](const Rule& rule) {
    out.Add("        - bytes: [{}, {}]\n", rule.first.count, rule.last.count);
    out.Add("          choice: {}\n", Name(rule.choice.text()));
    if (rule.interpolated) AddInterpolation(out, *rule.interpolated);
    out.AddList("          evidence", rule.evidence,
                [&](const Evidence& evidence) { AddEvidence(out, evidence); });
  });
}

}  // namespace

std::string ToYaml(const Profile& profile) {
  Writer out;
  out.Add("colltune_profile: {}\n", kProfileVersion);
  const Fingerprint& machine = profile.fingerprint;
  out.Add("fingerprint: {{mpi: {}, cpu: {}, cores: {}, sockets: {}, device: {}}}\n",
          Quoted(machine.mpi), Quoted(machine.cpu), machine.cores, machine.sockets,
          Quoted(machine.device));
  AddProvenance(out, profile.provenance);
  out.AddList("network", profile.network, [&](const FittedModel& model) { AddModel(out, model); });
  if (profile.machine) out.Add("{}", ToYaml(*profile.machine));
  if (profile.regret) AddRegret(out, *profile.regret);
  if (const auto& hull = profile.table.hull) {
    out.Add("hull: {{nodes: [{}, {}], ranks_per_node: [{}, {}]}}\n", hull->nodes.first,
            hull->nodes.last, hull->ranks_per_node.first, hull->ranks_per_node.last);
  }
  out.Add("tables:{}\n", profile.table.rows.empty() ? " {}" : "");
  const Row* before = nullptr;
  for (const Row& row : profile.table.rows) {
    if (before == nullptr || before->collective != row.collective) {
      out.Add("  {}:\n", ToText(row.collective));
    }
    AddRow(out, row);
    before = &row;
  }
  return out.Take();
}

}  // namespace colltune
