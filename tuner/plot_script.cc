#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <tuple>

#include "tuner/plot.h"

namespace colltune {
namespace {

constexpr double kRoom = 1.5;  // between the outermost points and the frame, as a factor

/// Gnuplot text in single quotes, in which nothing but the quote itself has a meaning.
std::string Quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    const bool printable = c >= ' ' && c <= '~';
    quoted += printable ? std::string(c == '\'' ? 2 : 1, c) : "?";
  }
  return quoted + "'";
}

bool IsDrawn(const PlotPoint& point) {
  return point.value > Seconds(0) && std::isfinite(point.value.count());
}

/// What the axes have to hold.
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

/// The sizes as the project writes them: "64K". Where there are many, each second or third one.
std::string MarksText(const std::set<Bytes>& sizes) {
  constexpr std::size_t kMost = 16;  // labels that the picture's width has room for
  const std::size_t step = (sizes.size() + kMost - 1) / kMost;
  std::string text;
  std::size_t i = 0;
  for (const Bytes bytes : sizes) {
    if (i++ % step != 0) continue;
    text += fmt::format("{}'{}' {}", text.empty() ? "" : ", ", ToText(bytes), bytes.count);
  }
  return fmt::format("set xtics ({})\n", text);
}

/// 1, 2 and 5 of each decade between the times: gnuplot's own marks may leave a decade without any.
std::string MarksText(double least_seconds, double most_seconds) {
  std::string text;
  const auto last = static_cast<int>(std::ceil(std::log10(most_seconds)));
  for (auto decade = static_cast<int>(std::floor(std::log10(least_seconds))); decade <= last;
       ++decade) {
    for (const int digit : {1, 2, 5}) {
      text += fmt::format("{}{}e{}", text.empty() ? "" : ", ", digit, decade);
    }
  }
  return fmt::format("set ytics ({})\n", text);
}

std::string AxesText(const Extent& extent) {
  const auto least = static_cast<double>(extent.sizes.begin()->count);
  const auto most = static_cast<double>(extent.sizes.rbegin()->count);
  std::string text = fmt::format(
      "set xlabel 'bytes'\nset ylabel 'time'\nset logscale y 10\nset format y '%.0s %cs'\n"
      "set yrange [{}:{}]\n",
      extent.least_seconds / kRoom, extent.most_seconds * kRoom);
  if (least > 0) {
    text += fmt::format("set logscale x 2\nset xrange [{}:{}]\n", least / kRoom, most * kRoom);
  } else {
    const double room = std::max(1.0, (kRoom - 1) * most);
    text += fmt::format("set xrange [{}:{}]\n", -room, most + room);
  }
  return text + MarksText(extent.sizes) + MarksText(extent.least_seconds, extent.most_seconds);
}

/// The points as a block of data: bytes, time, and the ends of the error bar within the frame.
std::string DataText(std::size_t number, const Curve& curve, const Extent& extent) {
  std::string text = fmt::format("$curve{} << END\n", number);
  for (const PlotPoint& point : curve.points) {
    if (!IsDrawn(point)) continue;
    const bool bounded = std::isfinite(point.high.count());
    const double low = std::max(point.low.count(), extent.least_seconds / kRoom);
    text += fmt::format("{} {} {} {}\n", point.bytes.count, point.value.count(),
                        bounded ? low : point.value.count(),
                        bounded ? point.high.count() : point.value.count());
  }
  return text + "END\n";
}

}  // namespace

std::vector<Plot> PlotsOf(std::span<const Pool> pools) {
  const auto key = [](const Problem& p) { return std::tie(p.op, p.method, p.ranks, p.root); };
  std::vector<Plot> plots;
  const Problem* previous = nullptr;
  for (const Pool& pool : pools) {
    const Problem& problem = pool.problem;
    if (!previous || key(*previous) != key(problem)) {
      plots.push_back({fmt::format("{} on {} ranks, root {}, by {}", problem.op, problem.ranks,
                                   problem.root, problem.method),
                       {}});
    }
    previous = &problem;
    std::vector<Curve>& curves = plots.back().curves;
    auto curve = std::ranges::find(curves, pool.contender.name, &Curve::name);
    if (curve == curves.end()) curve = curves.insert(curve, {pool.contender.name, {}});
    curve->points.push_back({problem.bytes, pool.median.value, pool.median.low, pool.median.high});
  }
  return plots;
}

std::string PlotScript(const Plot& plot) {
  const Extent extent = ExtentOf(plot);
  std::string data;
  std::string curves;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const Curve& curve = plot.curves[i];
    if (std::ranges::none_of(curve.points, IsDrawn)) continue;  // gnuplot refuses empty blocks
    data += DataText(i, curve, extent);
    curves += fmt::format("{} $curve{} using 1:2:3:4 with yerrorlines title {}",
                          curves.empty() ? "plot" : ",", i, Quoted(curve.name));
  }
  // Without "enhanced" the underscores of names are underscores.
  return fmt::format(
      "set terminal svg noenhanced size 900,600 background 'white'\nset encoding utf8\n"
      "set title {}\nset key outside\nset grid\n{}{}{}\n",
      Quoted(plot.title), AxesText(extent), data, curves);
}

}  // namespace colltune
