#include "tuner/report/times.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "algorithms/registry.h"
#include "tuner/report/csv_fields.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

/// Returns the place of a curve: 0 for the library, 1 for choices of the row's rules, 2 for others.
int RankOf(const Row& row, ChoiceId choice) {
  if (choice == kLibrary) return 0;
  return std::ranges::find(row.rules, choice, &Rule::choice) != row.rules.end() ? 1 : 2;
}

std::string TimesFields(const Candidate& candidate) {
  if (candidate.samples == 0) return ",,";
  return fmt::format("{},{},{}", MicrosecondsField(candidate.median),
                     MicrosecondsField(candidate.low), MicrosecondsField(candidate.high));
}

std::string EvidenceCsv(const Row& row, const Rule& rule, const Evidence& evidence) {
  std::string text;
  for (const Candidate& c : evidence.candidates) {
    text += fmt::format("{},{},{},{},{},{},{},{}\n", RowFields(row), evidence.bytes.count, c.choice,
                        c.choice == rule.choice ? 1 : 0, c.samples, TimesFields(c),
                        c.predicted ? MicrosecondsField(*c.predicted) : "", RegionFields(row));
  }
  return text;
}

}  // namespace

Plot TimesOf(const Row& row) {
  std::map<std::pair<int, ChoiceId>, Curve> curves;
  for (const Rule& rule : row.rules) {
    for (const Evidence& evidence : rule.evidence) {
      for (const Candidate& c : evidence.candidates) {
        if (c.samples == 0 || c.median <= Seconds(0)) continue;  // no logarithm
        Curve& curve = curves[{RankOf(row, c.choice), c.choice}];
        curve.name = c.choice.text();
        curve.strong = RankOf(row, c.choice) < 2;
        curve.points.push_back({evidence.bytes, c.median, c.low, c.high});
      }
    }
  }
  Plot plot{RowText(row), {}};
  for (auto& [key, curve] : curves) plot.curves.push_back(std::move(curve));
  return plot;
}

std::string TimesCsv(const std::vector<const Row*>& rows) {
  std::string text =
      fmt::format("{},bytes,choice,chosen,samples,median_us,low_us,high_us,predicted_us,{}\n",
                  RowHeader(), RegionHeader());
  for (const Row* row : rows) {
    for (const Rule& rule : row->rules) {
      for (const Evidence& evidence : rule.evidence) text += EvidenceCsv(*row, rule, evidence);
    }
  }
  return text;
}

}  // namespace colltune::tune
