#include "tuner/report/predictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "tuner/plot/plot_text.h"
#include "tuner/report/csv_fields.h"
#include "tuner/report/legend.h"
#include "tuner/search/estimate.h"

namespace colltune::tune {
namespace {

std::string AxisText(char axis, const char* label, double least, double most) {
  return fmt::format(
      "set {0}label '{1}'\nset logscale {0} 10\nset format {0} {2}\nset {0}range [{3}:{4}]\n{5}",
      axis, label, kTimeFormat, least / kPlotRoom, most * kPlotRoom,
      TimeMarksText(axis, least, most));
}

}  // namespace

std::vector<Prediction> PredictionsOf(const std::vector<const Row*>& rows) {
  std::vector<Prediction> predictions;
  for (const Row* row : rows) {
    for (const Rule& rule : row->rules) {
      for (const Evidence& evidence : rule.evidence) {
        for (const Candidate& c : evidence.candidates) {
          if (c.samples == 0 || !c.predicted) continue;
          if (c.median <= Seconds(0) || *c.predicted <= Seconds(0)) continue;
          predictions.push_back({row, evidence.bytes, c.choice, c.median, *c.predicted});
        }
      }
    }
  }
  return predictions;
}

std::optional<double> OffBy(const std::vector<Prediction>& predictions) {
  if (predictions.empty()) return std::nullopt;
  std::vector<double> off;
  for (const Prediction& p : predictions)
    off.push_back(std::abs(std::log(p.predicted / p.measured)));
  return std::expm1(NineInTen(off));
}

std::string PredictionScript(const std::string& title, const std::vector<Prediction>& predictions) {
  if (predictions.empty()) throw std::invalid_argument("there are no predictions to plot");
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  std::map<std::string, std::string> points;  // by algorithm
  for (const Prediction& p : predictions) {
    const double measured = p.measured.count();
    const double predicted = p.predicted.count();
    least = std::min({least, measured, predicted});
    most = std::max({most, measured, predicted});
    points[AlgorithmName(p.row->collective, p.choice)] +=
        fmt::format("{} {}\n", measured, predicted);
  }
  std::string data;
  std::string plots = "x with lines linecolor 'black' title 'predicted = measured'";
  std::size_t number = 0;
  for (const auto& [name, lines] : points) {
    data += fmt::format("$points{} << END\n{}END\n", number, lines);
    plots += fmt::format(", $points{} with points title {}", number, Quoted(name));
    ++number;
  }
  return fmt::format("{}{}{}{}{}plot {}\n", TerminalText(), HeadText(title),
                     AxisText('x', "measured", least, most),
                     AxisText('y', "predicted", least, most), data, plots);
}

std::string PredictionsCsv(const std::vector<Prediction>& predictions) {
  std::string text =
      fmt::format("{},bytes,choice,measured_us,predicted_us,{}\n", RowHeader(), RegionHeader());
  for (const Prediction& p : predictions) {
    text += fmt::format("{},{},{},{},{},{}\n", RowFields(*p.row), p.bytes.count, p.choice,
                        MicrosecondsField(p.measured), MicrosecondsField(p.predicted),
                        RegionFields(*p.row));
  }
  return text;
}

}  // namespace colltune::tune
