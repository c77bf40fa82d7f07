#include "tuner/text/table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "algorithms/printable.h"
#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

/// Returns the width of the column of choices.
std::size_t WidthOf(const DecisionTable& table) {
  std::size_t width = 20;  // of most names, so that most tables look alike
  for (const Row& row : table.rows) {
    for (const Rule& rule : row.rules) width = std::max(width, rule.choice.text().size());
  }
  return width;
}

void AppendSize(const Rule& rule, const Evidence& evidence, std::size_t width, std::string& text) {
  const Candidate* choice = evidence.Find(rule.choice);
  const Candidate* library = evidence.Find(kLibrary);
  const bool timed = choice && library && choice->samples > 0 && library->samples > 0;
  text += fmt::format("  {:>8}  {:<{}}", ToText(evidence.bytes), rule.choice, width);
  if (timed) {
    text += fmt::format("  {:>9}  {:>9}  {:>5.1f} %", TimeText(choice->median),
                        TimeText(library->median), 100 * (1 - choice->median / library->median));
  }
  text += '\n';
}

}  // namespace

std::string RootsText(const std::optional<Roots>& roots) {
  if (!roots) return {};
  if (roots->first == roots->last) return fmt::format(", root {}", roots->first);
  return fmt::format(", roots {} to {}", roots->first, roots->last);
}

std::string TimeText(Seconds time) {
  struct Unit {
    double seconds;
    const char* name;
  };
  constexpr std::array<Unit, 4> kUnits = {{{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}};
  const auto unit = std::ranges::find_if(
      kUnits, [&](const Unit& u) { return std::abs(time.count()) >= 0.9995 * u.seconds; });
  const Unit& used = unit == kUnits.end() ? kUnits.back() : *unit;
  const double value = time.count() / used.seconds;
  const int decimals = std::abs(value) < 9.995 ? 2 : std::abs(value) < 99.95 ? 1 : 0;
  return fmt::format("{:.{}f} {}", value, decimals, used.name);
}

std::string ModelText(const FittedModel& model) {
  std::string text = fmt::format("{:<8}", Printable(model.name));
  for (const NetworkParameter& p : model.parameters) {
    const std::string value = p.unit == "s" ? TimeText(Seconds(p.value))
                                            : fmt::format("{:.3g} {}", p.value, Printable(p.unit));
    text += fmt::format("  {} {}", Printable(p.name), value);
  }
  return text;
}

std::string WithinText(const FittedModel& model) {
  std::string text = fmt::format("samples within {:.0f} %", 100 * model.worst_residual);
  if (model.off_by) {
    text += fmt::format(", 90th percentile of its prediction error {:.0f} %", 100 * *model.off_by);
  }
  return text;
}

std::string NetworkText(const Profile& profile) {
  std::string text;
  for (const FittedModel& model : profile.network) {
    text += fmt::format("{}  ({})\n", ModelText(model), WithinText(model));
  }
  return text;
}

std::string LayoutText(const Row& row) {
  return fmt::format("{}{}{}", ToText(row.region), PlacementText(row.placement),
                     RootsText(row.roots));
}

std::string RowText(const Row& row) {
  return fmt::format("{} on {}", ToText(row.collective), LayoutText(row));
}

std::string TableText(const DecisionTable& table) {
  std::string text;
  const std::size_t width = WidthOf(table);
  for (const Row& row : table.rows) {
    text += RowText(row) + "\n";
    text += fmt::format("  {:>8}  {:<{}}  {:>9}  {:>9}  {:>7}\n", "bytes", "choice", width, "time",
                        "library", "saved");
    for (const Rule& rule : row.rules) {
      for (const Evidence& evidence : rule.evidence) AppendSize(rule, evidence, width, text);
      if (rule.evidence.empty()) {
        text += fmt::format("  {:>8}  {} (no evidence)\n", "to " + ToText(rule.last), rule.choice);
      }
    }
  }
  return text;
}

}  // namespace colltune::tune
