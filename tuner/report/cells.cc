#include "tuner/report/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "algorithms/registry.h"
#include "tuner/report/csv_fields.h"

namespace colltune::tune {
namespace {

struct StandingText {
  std::string_view name;
  std::string_view text;  ///< appended to a sentence
};

/// In the order of the enum.
constexpr std::array<StandingText, 6> kStandings = {{
    {"sure", ""},
    {"uncertain", "; uncertain: another choice may be as fast or faster"},
    {"expected", "; not measured"},
    {"between", "; this size was not measured"},
    {"unproved", "; the profile has no times of it"},
    {"outside", "; the size is outside of what was measured"},
}};

const StandingText& TextOf(Standing standing) {
  return kStandings[static_cast<std::size_t>(standing)];
}

const Evidence* EvidenceAt(const Rule& rule, Bytes bytes) {
  const auto found = std::ranges::find(rule.evidence, bytes, &Evidence::bytes);
  return found == rule.evidence.end() ? nullptr : &*found;
}

std::optional<double> GainOf(const Candidate& chosen, const Candidate* library) {
  if (!library) return std::nullopt;
  if (chosen.samples > 0 && library->samples > 0) return 1 - chosen.median / library->median;
  if (chosen.samples > 0 || library->samples > 0) return std::nullopt;
  if (!chosen.predicted || !library->predicted) return std::nullopt;
  return 1 - *chosen.predicted / *library->predicted;
}

/// Sets a cell's gain, risk and standing by its evidence. Requires evidence. Evidence of an
/// interpolated rule is of other communicators than the row's.
void Judge(Cell& cell, const Provenance& provenance) {
  const Candidate* chosen = cell.evidence->Find(cell.rule->choice);
  if (!chosen) return;
  cell.gain = GainOf(*chosen, cell.evidence->Find(kLibrary));
  if (cell.rule->interpolated) return;
  if (chosen->samples == 0) {
    if (chosen->predicted) cell.standing = Standing::kExpected;
    return;
  }
  const Risk& risk = cell.risk.emplace(
      RiskOf(*cell.evidence, cell.rule->choice, provenance.confidence, provenance.margin));
  const bool sure = cell.rule->choice == kLibrary
                        ? risk.of_any <= 1 - provenance.confidence
                        : IsSignificant(*cell.evidence, risk, *chosen, provenance.confidence,
                                        provenance.between_runs);
  cell.standing = sure ? Standing::kSure : Standing::kUncertain;
}

Cell CellOf(const Row& row, Bytes bytes, const Provenance& provenance) {
  Cell cell{.bytes = bytes, .rule = row.Find(bytes)};
  if (!cell.rule) return cell;
  cell.evidence = EvidenceAt(*cell.rule, bytes);
  cell.standing =
      cell.evidence || cell.rule->evidence.empty() ? Standing::kUnproved : Standing::kBetween;
  if (cell.evidence) Judge(cell, provenance);
  if (cell.rule->interpolated) cell.standing = Standing::kExpected;
  return cell;
}

std::string GainText(const Cell& cell) {
  if (cell.Choice() == kLibrary || !cell.gain) return "";
  const bool is_expected = cell.standing == Standing::kExpected;
  return fmt::format(" {} {:.0f} % {} than the library",
                     is_expected ? "is expected to take" : "takes", 100 * std::abs(*cell.gain),
                     *cell.gain < 0 ? "more" : "less");
}

std::string MedianField(const Cell& cell, ChoiceId choice) {
  const Candidate* found = cell.evidence ? cell.evidence->Find(choice) : nullptr;
  return found && found->samples > 0 ? MicrosecondsField(found->median) : "";
}

}  // namespace

ChoiceId Cell::Choice() const { return rule ? rule->choice : kLibrary; }

HeatMap MapOf(const std::vector<const Row*>& rows, const Provenance& provenance) {
  std::set<Bytes> sizes;
  for (const Row* row : rows) {
    for (const Rule& rule : row->rules) {
      if (rule.evidence.empty()) sizes.insert(rule.first);
      for (const Evidence& evidence : rule.evidence) sizes.insert(evidence.bytes);
    }
  }
  HeatMap map{rows.front()->collective, {sizes.begin(), sizes.end()}, {}};
  for (const Row* row : rows) {
    map.rows.push_back({row, {}});
    for (const Bytes bytes : map.sizes) {
      map.rows.back().cells.push_back(CellOf(*row, bytes, provenance));
    }
  }
  return map;
}

std::vector<HeatMap> MapsOf(const DecisionTable& table, const Provenance& provenance) {
  std::vector<HeatMap> maps;
  for (auto row = table.rows.begin(); row != table.rows.end();) {
    std::vector<const Row*> rows;
    for (const Collective of = row->collective; row != table.rows.end() && row->collective == of;
         ++row) {
      rows.push_back(&*row);
    }
    maps.push_back(MapOf(rows, provenance));
  }
  return maps;
}

std::string CellText(const Cell& cell) {
  return fmt::format("{}{}{}", cell.Choice(), GainText(cell), TextOf(cell.standing).text);
}

std::string MapCsv(const HeatMap& map) {
  std::string text = fmt::format("{},bytes,choice,standing,saved,choice_us,library_us,wrong,{}\n",
                                 RowHeader(), RegionHeader());
  for (const MapRow& row : map.rows) {
    for (const Cell& cell : row.cells) {
      text += fmt::format("{},{},{},{},{},{},{},{},{}\n", RowFields(*row.row), cell.bytes.count,
                          cell.Choice(), ToText(cell.standing), NumberField(cell.gain),
                          MedianField(cell, cell.Choice()), MedianField(cell, kLibrary),
                          cell.risk ? NumberField(cell.risk->of_any) : "", RegionFields(*row.row));
    }
  }
  return text;
}

std::string_view ToText(Standing standing) { return TextOf(standing).name; }

}  // namespace colltune::tune
