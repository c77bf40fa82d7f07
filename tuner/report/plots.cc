#include "tuner/report/plots.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "tuner/job/subprocess.h"
#include "tuner/plot/plot.h"
#include "tuner/report/findings.h"
#include "tuner/report/heat_map.h"
#include "tuner/report/selection.h"
#include "tuner/report/times.h"

namespace colltune::tune {
namespace {

HeatMap SubjectMap(const PlotSubject& subject) {
  return MapOf(subject.rows, subject.profile.provenance);
}

std::string MapSvg(const PlotSubject& subject) {
  return HeatMapSvg(SubjectMap(subject), PictureUse::kFile);
}

std::string MapData(const PlotSubject& subject) { return MapCsv(SubjectMap(subject)); }

std::string TimesSvg(const PlotSubject& subject) {
  if (subject.rows.size() > 1) {
    throw std::invalid_argument(
        fmt::format("--plot: times are of one row: say -n, --ranks-per-node, --sites, --mapping or "
                    "--root; there are: {}",
                    LayoutsText(subject.rows)));
  }
  return RunGnuplot(PlotScript(TimesOf(*subject.rows.front())));
}

std::string TimesData(const PlotSubject& subject) { return TimesCsv(subject.rows); }

std::string PredictionsSvg(const PlotSubject& subject) {
  return RunGnuplot(PredictionScript(PredictionTitle(subject.rows.front()->collective),
                                     PredictionsOf(subject.rows)));
}

std::string PredictionsData(const PlotSubject& subject) {
  return PredictionsCsv(PredictionsOf(subject.rows));
}

constexpr std::array<ReportPlot, 3> kPlots = {{
    {"map", "what is chosen, and what it saves, by ranks and bytes", MapSvg, MapData},
    {"times", "time against size of each candidate, with confidence intervals, of one row",
     TimesSvg, TimesData},
    {"predictions", "predicted against measured times", PredictionsSvg, PredictionsData},
}};

}  // namespace

std::span<const ReportPlot> ReportPlots() { return kPlots; }

const ReportPlot& FindReportPlot(std::string_view name) {
  const auto* const found = std::ranges::find(kPlots, name, &ReportPlot::name);
  if (found != kPlots.end()) return *found;
  std::array<std::string_view, kPlots.size()> names;
  std::ranges::transform(kPlots, names.begin(), &ReportPlot::name);
  throw std::invalid_argument(
      fmt::format("unknown plot '{}'; known are {}", name, fmt::join(names, ", ")));
}

std::string PngOf(const std::string& svg) {
  // Twice as many pixels as units, so that small text stays legible.
  const Filtered png =
      RunFilter({"rsvg-convert", "--format=png", "--zoom=2"}, svg, "PNG files", "librsvg2-bin");
  if (png.well) return png.output;
  throw std::runtime_error(
      fmt::format("rsvg-convert {} and drew nothing: {}", png.end, png.complaints));
}

}  // namespace colltune::tune
