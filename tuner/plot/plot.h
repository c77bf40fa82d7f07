// Plots, for example of time against bytes, drawn by gnuplot.
#ifndef COLLTUNE_TUNER_PLOT_PLOT_H_
#define COLLTUNE_TUNER_PLOT_PLOT_H_

#include <string>
#include <vector>

#include "algorithms/units.h"

namespace colltune::tune {

struct PlotPoint {
  Bytes bytes;  ///< or a count of the quantity that Plot::x names
  Seconds value{};
  Seconds low{};  ///< [low, high] is drawn as an error bar, unless high is infinite
  Seconds high{};
};

struct Curve {
  std::string name;
  std::vector<PlotPoint> points;  ///< by growing bytes
  bool strong = false;            ///< drawn with a broader line
};

struct Plot {
  std::string title;
  std::vector<Curve> curves;
  std::string x = "bytes";
  std::string y = "time";
  std::string unit = "s";  ///< of the values; empty: a number
};

/// Returns the plot as a gnuplot script that writes SVG to standard output. Both axes are
/// logarithmic, but the axis of bytes is linear where a point has 0 bytes. Values that are not
/// positive and finite are left out. Names and title are shown unchanged, but control characters
/// and characters beyond ASCII become question marks. Throws std::invalid_argument when nothing is
/// left to draw.
std::string PlotScript(const Plot& plot);

/// Bar chart: a cluster of bars for each name, with one bar of each kind.
struct Bars {
  std::string title;
  std::vector<std::string> kinds;
  struct Cluster {
    std::string name;
    std::vector<double> values;  ///< of each kind; NaN: none
  };
  std::vector<Cluster> clusters;
  std::string y = "time";
  std::string unit = "s";  ///< as in Plot
};

/// Returns a script of bars, as PlotScript does of curves; the axis of the values begins at 0.
/// Throws std::invalid_argument without a finite value.
std::string BarsScript(const Bars& bars);

/// Returns the output of the `gnuplot` on PATH for a script that writes SVG. Throws
/// std::runtime_error that names the package to install if there is no gnuplot, or repeats its
/// complaint.
std::string RunGnuplot(const std::string& script);

/// Draws several scripts by one start of gnuplot, and returns a picture for each. Throws as
/// RunGnuplot, also where pictures are missing.
std::vector<std::string> DrawAll(const std::vector<std::string>& scripts);

/// Return the plot as SVG. Throw as PlotScript, BarsScript and RunGnuplot.
std::string SvgOf(const Plot& plot);
std::string SvgOf(const Bars& bars);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_PLOT_PLOT_H_
