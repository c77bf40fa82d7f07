// The table of single plots that `report` draws.
#ifndef COLLTUNE_TUNER_REPORT_PLOTS_H_
#define COLLTUNE_TUNER_REPORT_PLOTS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profiles/profile.h"

namespace colltune::tune {

/// Rows that a plot shows: at least one, all of one collective of the profile.
struct PlotSubject {
  const Profile& profile;
  std::vector<const Row*> rows;
};

struct ReportPlot {
  std::string_view name;
  std::string_view summary;
  /// Returns the picture. Throws std::invalid_argument if the subject has nothing to draw, or too
  /// much, and the errors of RunGnuplot.
  std::string (*svg)(const PlotSubject& subject);
  /// Returns the plot's data as CSV, with a header line.
  std::string (*csv)(const PlotSubject& subject);
};

std::span<const ReportPlot> ReportPlots();

/// Finds a plot by its name. Throws std::invalid_argument that names the known plots.
const ReportPlot& FindReportPlot(std::string_view name);

/// Returns a picture as the bytes of a PNG file, drawn by the `rsvg-convert` on PATH. Throws
/// std::runtime_error that says what to install if `rsvg-convert` is missing, or why it failed.
std::string PngOf(const std::string& svg);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_PLOTS_H_
