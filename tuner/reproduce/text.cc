#include "tuner/reproduce/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <optional>
#include <set>

#include "measure/records/csv.h"
#include "tuner/reproduce/judging.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

/// In the order of the enum ClaimVerdict.
constexpr std::array<std::string_view, 3> kVerdicts = {"holds", "does not hold", "cannot be told"};

bool InSeconds(const Figure& figure) { return figure.columns[3] == "seconds"; }

std::string ValueText(const Figure& figure, double value) {
  if (!InSeconds(figure)) return fmt::format("{:.4g}", value);
  return value < 0 ? "-" + TimeText(Seconds(-value)) : TimeText(Seconds(value));
}

std::vector<FigureRow> OfGroup(std::span<const FigureRow> rows, const std::string& group) {
  std::vector<FigureRow> found;
  std::ranges::copy_if(rows, std::back_inserter(found),
                       [&](const FigureRow& row) { return row.group == group; });
  return found;
}

std::optional<double> Find(std::span<const FigureRow> rows, const std::string& series,
                           std::int64_t x) {
  for (const FigureRow& row : rows) {
    if (row.series == series && row.x == x) return row.value;
  }
  return std::nullopt;
}

/// Lines up to which a table is shown whole. Of a longer table the first and last lines are shown.
constexpr std::size_t kMostLines = 40;
constexpr std::size_t kShownLines = 3;  // at each end

/// A line for each x, a column for each series.
std::string TableOf(const Figure& figure, const std::string& group,
                    std::span<const FigureRow> rows) {
  constexpr std::size_t kLeastWidth = 12;
  const auto all = SeriesOf(rows);
  std::set<std::int64_t> xs;
  for (const FigureRow& row : rows) xs.insert(row.x);
  std::string text = group.empty() ? "" : fmt::format("  {} {}\n", figure.columns[0], group);
  text += fmt::format("  {:>8}", figure.columns[2]);
  for (const auto& series : all) {
    text += fmt::format("  {:>{}}", series, std::max(kLeastWidth, series.size()));
  }
  std::size_t line = 0;
  for (const std::int64_t x : xs) {
    const std::size_t i = line++;
    if (xs.size() > kMostLines && i >= kShownLines && i + kShownLines < xs.size()) {
      if (i == kShownLines) {
        text +=
            fmt::format("\n  {:>8}  {} more in the CSV file", "...", xs.size() - 2 * kShownLines);
      }
      continue;
    }
    text += fmt::format("\n  {:>8}", x);
    for (const auto& series : all) {
      const auto value = Find(rows, series, x);
      text += fmt::format("  {:>{}}", value ? ValueText(figure, *value) : "-",
                          std::max(kLeastWidth, series.size()));
    }
  }
  return text + "\n";
}

}  // namespace

std::string FigureListText() {
  std::string text;
  for (const Figure& figure : Figures()) {
    text += fmt::format("{:<11} {}; {}\n{:<11}   runs {}; on {} ranks or more\n", figure.name,
                        figure.title, PaperOf(figure.name), "", figure.runs, figure.least_ranks);
  }
  text += "cannot be made:\n";
  for (const ImpossibleFigure& figure : ImpossibleFigures()) {
    text += fmt::format("{:<11} {}: it {}\n", figure.name, PaperOf(figure.name), figure.reason);
  }
  return text;
}

std::string FigureText(const Figure& figure, const Drawing& drawing,
                       const ClaimJudgement& judgement) {
  std::string text = fmt::format("{}: {}; {}\n  claim: {}\n  runs {}\n", figure.name, figure.title,
                                 PaperOf(figure.name), figure.claim, figure.runs);
  for (const std::string& note : drawing.notes) text += fmt::format("  note: {}\n", note);
  for (const std::string& group : GroupsOf(drawing.rows)) {
    text += TableOf(figure, group, OfGroup(drawing.rows, group));
  }
  return text + drawing.charts +
         fmt::format("  here it {}: {}\n", kVerdicts[static_cast<std::size_t>(judgement.verdict)],
                     judgement.why);
}

std::string FigureCsv(const Figure& figure, std::span<const FigureRow> rows) {
  std::string text = fmt::format("{}\n", fmt::join(figure.columns, ","));
  for (const FigureRow& row : rows) {
    text += fmt::format("{},{},{},{}\n", measure::CsvField(row.group),
                        measure::CsvField(row.series), row.x, row.value);
  }
  return text;
}

Plot FigurePlot(const Figure& figure, std::span<const FigureRow> rows) {
  const bool grouped = GroupsOf(rows).size() > 1;
  Plot plot{fmt::format("{}: {}", figure.name, figure.title), {}};
  plot.x = figure.columns[2];
  if (!InSeconds(figure)) {
    plot.y = figure.columns[3];
    plot.unit.clear();
  }
  for (const FigureRow& row : rows) {
    const std::string name = grouped ? row.series + ", " + row.group : row.series;
    auto curve = std::ranges::find(plot.curves, name, &Curve::name);
    if (curve == plot.curves.end()) curve = plot.curves.insert(curve, {name, {}});
    const Seconds value(row.value);
    curve->points.push_back({Bytes{row.x}, value, value, value});
  }
  return plot;
}

Bars FigureBars(const Figure& figure, std::span<const FigureRow> rows) {
  Bars bars{fmt::format("{}: {}", figure.name, figure.title), SeriesOf(rows), {}};
  for (const std::string& group : GroupsOf(rows)) {
    Bars::Cluster& cluster = bars.clusters.emplace_back(Bars::Cluster{group, {}});
    const auto own = OfGroup(rows, group);
    for (const std::string& kind : bars.kinds) {
      const auto found = std::ranges::find(own, kind, &FigureRow::series);
      cluster.values.push_back(found == own.end() ? std::numeric_limits<double>::quiet_NaN()
                                                  : found->value);
    }
  }
  return bars;
}

}  // namespace colltune::tune
