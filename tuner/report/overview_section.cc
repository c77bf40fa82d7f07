#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "algorithms/registry.h"
#include "tuner/report/heat_map.h"
#include "tuner/report/html.h"
#include "tuner/report/sections.h"

namespace colltune::tune {
namespace {

/// Summary of the measured cells of a map.
struct Summary {
  int measured = 0;
  int others = 0;  ///< measured cells whose choice is not the library
  int uncertain = 0;
  double log_ratios = 0;  ///< sum of the logarithms of choice's over library's time
  int ratios = 0;
  double most = 0;    ///< the largest gain
  std::string where;  ///< the name of the cell with the largest gain

  void Add(const Cell& cell, const std::string& name) {
    if (!cell.risk) return;  // not measured
    ++measured;
    if (cell.Choice() != kLibrary) ++others;
    if (cell.standing == Standing::kUncertain) ++uncertain;
    if (!cell.gain) return;
    log_ratios += std::log1p(-*cell.gain);
    ++ratios;
    if (*cell.gain <= most) return;
    most = *cell.gain;
    where = name;
  }
};

Summary SummaryOf(const HeatMap& map) {
  Summary summary;
  for (std::size_t row = 0; row < map.rows.size(); ++row) {
    for (std::size_t i = 0; i < map.sizes.size(); ++i) {
      summary.Add(map.rows[row].cells[i], CellName(map.collective, row, i));
    }
  }
  return summary;
}

std::vector<std::string> LineOf(const Findings& findings) {
  const Summary s = SummaryOf(findings.map);
  const std::string_view name = ToText(findings.map.collective);
  const auto off = OffBy(findings.predictions);
  return {LinkTo(name, name),
          fmt::to_string(s.measured),
          fmt::to_string(s.others),
          s.ratios == 0 ? "-" : fmt::format("{:.2f}", std::exp(s.log_ratios / s.ratios)),
          s.where.empty() ? "-" : LinkTo("e-" + s.where, fmt::format("{:.0f} %", 100 * s.most)),
          fmt::to_string(s.uncertain),
          off ? fmt::format("{:.0f} %", 100 * *off) : "-"};
}

}  // namespace

std::string OverviewHtml(const std::vector<Findings>& all) {
  std::string html = "<section id=\"overview\"><h2>What was decided</h2>\n";
  if (all.empty()) {
    return html + Element("p", "The profile decides nothing: all calls go to the library.") +
           "</section>\n";
  }
  std::vector<std::vector<std::string>> rows;
  for (const Findings& findings : all) rows.push_back(LineOf(findings));
  return html +
         TableHtml({{"collective"},
                    {"decisions measured", true},
                    {"not the library's", true},
                    {"time / library's (geometric mean)", true},
                    {"largest saving", true},
                    {"uncertain", true},
                    {"90th percentile of the prediction error", true}},
                   rows) +
         "</section>\n";
}

}  // namespace colltune::tune
