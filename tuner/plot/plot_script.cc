#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>

#include "tuner/plot/plot.h"
#include "tuner/plot/plot_text.h"

namespace colltune::tune {
namespace {

bool IsDrawn(const PlotPoint& point) {
  return point.value > Seconds(0) && std::isfinite(point.value.count());
}

/// Ranges of the axes.
struct Extent {
  std::set<Bytes> sizes;
  double least_seconds = std::numeric_limits<double>::infinity();
  double most_seconds = 0;

  void Add(const PlotPoint& point) {
    sizes.insert(point.bytes);
    for (const Seconds time : {point.value, point.low, point.high}) {
      if (time <= Seconds(0) || !std::isfinite(time.count())) continue;
      least_seconds = std::min(least_seconds, time.count());
      most_seconds = std::max(most_seconds, time.count());
    }
  }
};

Extent ExtentOf(const Plot& plot) {
  Extent extent;
  for (const Curve& curve : plot.curves) {
    for (const PlotPoint& point : curve.points) {
      if (IsDrawn(point)) extent.Add(point);
    }
  }
  if (extent.sizes.empty()) throw std::invalid_argument("there are no times to plot");
  return extent;
}

struct SizeAxis {
  double least = 0;
  double most = 0;
  bool logarithmic = false;

  /// Returns the position on the axis, from 0 to 1.
  double At(Bytes bytes) const {
    const auto size = static_cast<double>(bytes.count);
    return logarithmic ? std::log(size / least) / std::log(most / least)
                       : (size - least) / (most - least);
  }
};

SizeAxis SizeAxisOf(const std::set<Bytes>& sizes) {
  const auto least = static_cast<double>(sizes.begin()->count);
  const auto most = static_cast<double>(sizes.rbegin()->count);
  if (least > 0) return {least / kPlotRoom, most * kPlotRoom, true};
  const double room = std::max(1.0, (kPlotRoom - 1) * most);
  return {-room, most + room, false};
}

/// Returns marks at the sizes, labelled as the project writes them: "64K". Leaves out sizes whose
/// label would touch the one before.
std::string MarksText(const std::set<Bytes>& sizes, const SizeAxis& axis) {
  constexpr double kWidth = 450;    // of the axis beside long names, in the picture's 900 units
  constexpr double kCharacter = 7;  // width of a character, and least space between two labels
  std::string text;
  double end = -kWidth;  // of the label before
  for (const Bytes bytes : sizes) {
    const std::string label = ToText(bytes);
    const double middle = kWidth * axis.At(bytes);
    const double half = kCharacter * static_cast<double>(label.size()) / 2;
    if (middle - half < end + kCharacter) continue;
    end = middle + half;
    text += fmt::format("{}'{}' {}", text.empty() ? "" : ", ", label, bytes.count);
  }
  return fmt::format("set xtics ({})\n", text);
}

/// Returns the text as a word in a block of data, in double quotes: single quotes would be shown.
std::string Word(const std::string& text) {
  std::string word = "\"";
  for (const char c : text) word += c >= ' ' && c <= '~' && c != '"' ? c : '?';
  return word + "\"";
}

/// Returns the format of an axis, like kTimeFormat for other units.
std::string FormatOf(const std::string& unit) { return Quoted("%.0s %c" + unit); }

std::string AxesText(const Plot& plot, const Extent& extent) {
  const SizeAxis axis = SizeAxisOf(extent.sizes);
  return fmt::format(
             "set xlabel {}\nset ylabel {}\nset logscale y 10\nset format y {}\n"
             "set yrange [{}:{}]\n{}set xrange [{}:{}]\n",
             Quoted(plot.x), Quoted(plot.y), FormatOf(plot.unit), extent.least_seconds / kPlotRoom,
             extent.most_seconds * kPlotRoom, axis.logarithmic ? "set logscale x 2\n" : "",
             axis.least, axis.most) +
         MarksText(extent.sizes, axis) +
         TimeMarksText('y', extent.least_seconds, extent.most_seconds);
}

/// The points as a block of data: bytes, time, and the ends of the error bar within the frame.
std::string DataText(std::size_t number, const Curve& curve, const Extent& extent) {
  std::string text = fmt::format("$curve{} << END\n", number);
  for (const PlotPoint& point : curve.points) {
    if (!IsDrawn(point)) continue;
    const bool bounded = std::isfinite(point.high.count());
    const double low = std::max(point.low.count(), extent.least_seconds / kPlotRoom);
    text += fmt::format("{} {} {} {}\n", point.bytes.count, point.value.count(),
                        bounded ? low : point.value.count(),
                        bounded ? point.high.count() : point.value.count());
  }
  return text + "END\n";
}

}  // namespace

std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    const bool printable = c >= ' ' && c <= '~';
    quoted += printable ? std::string(c == '\'' ? 2 : 1, c) : "?";
  }
  return quoted + "'";
}

std::string TerminalText() {
  return "set terminal svg noenhanced size 900,600 background 'white'\nset encoding utf8\n";
}

std::string HeadText(const std::string& title) {
  return fmt::format("set title {}\nset key outside samplen 2\nset grid\n", Quoted(title));
}

std::string TimeMarksText(char axis, double least_seconds, double most_seconds) {
  constexpr double kDecades = 3;  // most decades in which neighbouring labels do not touch
  const bool wide = axis == 'x' && std::log10(most_seconds / least_seconds) > kDecades;
  std::string text;
  const auto last = static_cast<int>(std::ceil(std::log10(most_seconds)));
  for (auto decade = static_cast<int>(std::floor(std::log10(least_seconds))); decade <= last;
       ++decade) {
    for (const int digit : {1, 2, 5}) {
      if (wide && digit > 1) continue;
      text += fmt::format("{}{}e{}", text.empty() ? "" : ", ", digit, decade);
    }
  }
  return fmt::format("set {}tics ({})\n", axis, text);
}

std::string PlotScript(const Plot& plot) {
  const Extent extent = ExtentOf(plot);
  std::string data;
  std::string curves;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const Curve& curve = plot.curves[i];
    if (std::ranges::none_of(curve.points, IsDrawn)) continue;  // gnuplot refuses empty blocks
    data += DataText(i, curve, extent);
    curves += fmt::format("{} $curve{} using 1:2:3:4 with yerrorlines{} title {}",
                          curves.empty() ? "plot" : ",", i, curve.strong ? " linewidth 2.5" : "",
                          Quoted(curve.name));
  }
  return fmt::format("{}{}{}{}{}\n", TerminalText(), HeadText(plot.title), AxesText(plot, extent),
                     data, curves);
}

std::string BarsScript(const Bars& bars) {
  std::string data;
  double most = -std::numeric_limits<double>::infinity();
  for (const Bars::Cluster& cluster : bars.clusters) {
    data += Word(cluster.name);
    for (const double value : cluster.values) {
      const bool drawn = std::isfinite(value);
      if (drawn) most = std::max(most, value);
      data += drawn ? fmt::format(" {}", value) : " ?";
    }
    data += "\n";
  }
  if (!std::isfinite(most)) throw std::invalid_argument("there are no values to plot");
  std::string curves;
  for (std::size_t i = 0; i < bars.kinds.size(); ++i) {
    // The first column has the names.
    curves += fmt::format("{} $bars using {}:xtic(1) title {}", i == 0 ? "plot" : ",", i + 2,
                          Quoted(bars.kinds[i]));
  }
  return fmt::format(
      "{}{}set style data histograms\n"
      "set style fill solid\nset datafile missing '?'\nset ylabel {}\n"
      "set format y {}\nset yrange [0:*]\n$bars << END\n{}END\n{}\n",
      TerminalText(), HeadText(bars.title), Quoted(bars.y), FormatOf(bars.unit), data, curves);
}

}  // namespace colltune::tune
