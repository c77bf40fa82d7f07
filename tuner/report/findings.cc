#include "tuner/report/findings.h"

#include <fmt/format.h>

#include "tuner/report/times.h"

namespace colltune::tune {
namespace {

std::vector<const Row*> RowsOf(const HeatMap& map) {
  std::vector<const Row*> rows;
  for (const MapRow& row : map.rows) rows.push_back(row.row);
  return rows;
}

Findings Collect(HeatMap map) {
  Findings findings{std::move(map), {}, {}, {}};
  for (const MapRow& row : findings.map.rows) {
    const Plot plot = TimesOf(*row.row);
    if (plot.curves.empty()) continue;
    findings.times.push_back({plot.title, PlotScript(plot), "", row.row->roots.has_value()});
  }
  findings.predictions = PredictionsOf(RowsOf(findings.map));
  if (!findings.predictions.empty()) {
    const std::string title = PredictionTitle(findings.map.collective);
    findings.predicted = {title, PredictionScript(title, findings.predictions), "", false};
  }
  return findings;
}

std::vector<PlottedPicture*> FiguresOf(std::vector<Findings>& all) {
  std::vector<PlottedPicture*> figures;
  for (Findings& findings : all) {
    for (PlottedPicture& figure : findings.times) figures.push_back(&figure);
    if (findings.predicted) figures.push_back(&*findings.predicted);
  }
  return figures;
}

}  // namespace

std::vector<Findings> FindingsOf(const Profile& profile, const Draw& draw) {
  std::vector<Findings> all;
  for (HeatMap& map : MapsOf(profile.table, profile.provenance)) {
    all.push_back(Collect(std::move(map)));
  }
  const std::vector<PlottedPicture*> figures = FiguresOf(all);
  std::vector<std::string> scripts;
  for (const PlottedPicture* figure : figures) scripts.push_back(figure->script);
  const std::vector<std::string> pictures = draw(scripts);
  for (std::size_t i = 0; i < figures.size(); ++i) figures[i]->svg = pictures[i];
  return all;
}

std::string PredictionTitle(Collective collective) {
  return fmt::format("{}: predicted and measured times", ToText(collective));
}

}  // namespace colltune::tune
