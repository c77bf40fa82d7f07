// The table of single plots that `report` draws.
#ifndef COLLTUNE_TUNER_REPORT_PLOTS_H_
#define COLLTUNE_TUNER_REPORT_PLOTS_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profiles/profile.h"

namespace colltune::tune {

/// What a plot is of: rows of one collective of the profile, one at least.
struct PlotSubject {
  const Profile& profile;
  std::vector<const Row*> rows;
};

struct ReportPlot {
  std::string_view name;
  std::string_view summary;
  /// The picture; may throw std::invalid_argument where the subject has nothing to draw, or too
  /// much, and what RunGnuplot throws.
  std::string (*svg)(const PlotSubject& subject);
  /// Its data, with a header line.
  std::string (*csv)(const PlotSubject& subject);
};

std::span<const ReportPlot> ReportPlots();

/// Throws std::invalid_argument that names the known ones.
const ReportPlot& FindReportPlot(std::string_view name);

/// A picture as the bytes of a PNG file, by the `rsvg-convert` on PATH. Throws std::runtime_error
/// that says what to install when there is none, or what it complains of.
std::string PngOf(const std::string& svg);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_PLOTS_H_
