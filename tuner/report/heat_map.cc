#include "tuner/report/heat_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "algorithms/registry.h"
#include "tuner/report/escape.h"
#include "tuner/report/legend.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

// Lengths in units of the picture, about a pixel each.
constexpr int kCellWidth = 54;
constexpr int kLine = 24;          // the height of a cell, and of a line of the legend
constexpr int kBaseline = 16;      // of a text in a line
constexpr int kCharacter = 7;      // the mean width of a character 12 high
constexpr int kLegendWidth = 900;  // unless the map is wider
constexpr int kGap = 8;

/// Opacity of a colour where no time is saved, and its increase if all time were saved. Black text
/// stays readable on each colour.
constexpr double kLeastShade = 0.15;
constexpr double kMoreShade = 0.65;

double ShadeOf(std::optional<double> gain) {
  return kLeastShade + kMoreShade * std::clamp(gain.value_or(0), 0.0, 1.0);
}

/// Marks of a standing: text before and after the number, and the box's outline.
struct Marks {
  std::string_view before;
  std::string_view behind;
  std::string_view outline;  ///< attributes
};

constexpr std::string_view kPlain = R"(stroke="#ffffff")";
constexpr std::string_view kDashed = R"(stroke="#444444" stroke-dasharray="3 2")";

/// In the order of Standing.
constexpr std::array<Marks, 6> kMarks = {{
    {"", "", kPlain},
    {"", "?", kDashed},
    {"~", "", kPlain},
    {"", "", kPlain},
    {"", "*", kPlain},
    {"", "", kPlain},
}};

/// Explanation of a standing's marks in the legend.
struct MarkMeaning {
  Standing standing;
  std::string_view example;
  std::string_view meaning;
};

constexpr std::array<MarkMeaning, 5> kMarkMeanings = {{
    {Standing::kUncertain, "A 38?", "uncertain: another choice may be as fast or faster"},
    {Standing::kExpected, "~A 38",
     "not measured: what is expected, from other communicators or by the model"},
    {Standing::kBetween, "A",
     "no number: the choice also holds at this size, which was not measured"},
    {Standing::kUnproved, "A*", "chosen by the profile, which has no times of it"},
    {Standing::kOutside, "-", "outside of what was measured: the library's own choice"},
}};

constexpr std::string_view kColourOfShades = "#888888";

const Marks& MarksOf(Standing standing) { return kMarks[static_cast<std::size_t>(standing)]; }

/// A coloured box with a label.
struct Box {
  int x = 0;
  int y = 0;
  std::string_view colour;
  double shade = 0;
  std::string_view outline;
  std::string text;
};

std::string BoxText(const Box& box) {
  const std::string place = fmt::format(R"(x="{}" y="{}" width="{}" height="{}")", box.x + 1,
                                        box.y + 1, kCellWidth - 2, kLine - 2);
  return fmt::format(R"(<rect {} fill="#ffffff"/><rect {} fill="{}" fill-opacity="{:.2f}" {}/>)"
                     R"(<text x="{}" y="{}" text-anchor="middle" fill="#000000">{}</text>)",
                     place, place, box.colour, box.shade, box.outline, box.x + kCellWidth / 2,
                     box.y + kBaseline, Escape(box.text));
}

std::string TextAt(int x, int y, std::string_view text, std::string_view attributes = "") {
  return fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", x, y + kBaseline, attributes,
                     Escape(text));
}

std::string LabelOf(const Cell& cell, const std::string& label) {
  if (cell.standing == Standing::kOutside) return "-";
  const Marks& marks = MarksOf(cell.standing);
  const bool counts = cell.gain && cell.Choice() != kLibrary;
  return fmt::format("{}{}{}{}", marks.before, label,
                     counts ? fmt::format(" {:.0f}", 100 * *cell.gain) : "", marks.behind);
}

/// Builds a picture from its parts, one below the other.
class Picture {
 public:
  Picture(const HeatMap& map, PictureUse use) : map_(map), use_(use), legend_(LegendOf(map)) {
    for (const MapRow& row : map_.rows) {
      left_ = std::max(left_, WidthOf(LayoutText(*row.row)) + kGap);
    }
    width_ = left_ + kCellWidth * static_cast<int>(map_.sizes.size()) + kGap;
  }

  std::string Svg() {
    text_ += TextAt(0, 0, fmt::format("{}: what is chosen", ToText(map_.collective)),
                    R"( font-weight="bold")");
    height_ = kLine;
    AddChoices();
    AddShades();
    AddMarks();
    height_ += kGap;
    AddSizes();
    for (std::size_t row = 0; row < map_.rows.size(); ++row) AddRow(row);
    height_ += kGap;
    return fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" class="map" width="{0}" height="{1}" )"
        R"(viewBox="0 0 {0} {1}" font-family="sans-serif" font-size="12" role="group" )"
        "aria-label=\"{2}: choices by ranks and bytes\">\n{3}{4}</svg>\n",
        width_, height_, ToText(map_.collective),
        use_ == PictureUse::kFile ? R"(<rect width="100%" height="100%" fill="#ffffff"/>)" : "",
        text_);
  }

 private:
  static int WidthOf(std::string_view text) { return kCharacter * static_cast<int>(text.size()); }

  void AddSizes() {
    text_ += TextAt(left_ - kGap, height_, "bytes", R"( text-anchor="end")");
    for (std::size_t i = 0; i < map_.sizes.size(); ++i) {
      text_ += TextAt(ColumnAt(i) + kCellWidth / 2, height_, ToText(map_.sizes[i]),
                      R"( text-anchor="middle")");
    }
    height_ += kLine;
  }

  int ColumnAt(std::size_t column) const { return left_ + kCellWidth * static_cast<int>(column); }

  void AddRow(std::size_t number) {
    const MapRow& row = map_.rows[number];
    text_ += TextAt(left_ - kGap, height_, LayoutText(*row.row), R"( text-anchor="end")");
    text_ += "<g class=\"row\">\n";
    for (std::size_t i = 0; i < row.cells.size(); ++i) AddCell(number, i);
    text_ += "</g>\n";
    height_ += kLine;
  }

  void AddCell(std::size_t row, std::size_t column) {
    const Cell& cell = map_.rows[row].cells[column];
    const ChoiceId choice = cell.Choice();
    const LegendEntry& entry = EntryOf(legend_, choice);
    const std::string name = CellName(map_.collective, row, column);
    const std::string box = BoxText({ColumnAt(column), height_, entry.colour, ShadeOf(cell.gain),
                                     MarksOf(cell.standing).outline, LabelOf(cell, entry.label)});
    const std::string title = fmt::format("<title>{} bytes, {}: {}</title>", ToText(cell.bytes),
                                          LayoutText(*map_.rows[row].row), Escape(CellText(cell)));
    text_ += use_ == PictureUse::kFile
                 ? fmt::format("<g class=\"cell\">{}{}</g>\n", title, box)
                 : fmt::format("<a class=\"cell\" id=\"{0}\" href=\"#e-{0}\">{1}{2}</a>\n", name,
                               title, box);
  }

  /// Adds a box and its meaning to the legend, on the same line while there is room.
  void AddMeaning(Box box, std::string_view meaning) {
    const int width = kCellWidth + kGap + WidthOf(meaning) + 2 * kGap;
    if (x_ > 0 && x_ + width > std::max(width_, kLegendWidth)) EndLine();
    box.x = x_;
    box.y = height_;
    text_ += BoxText(box) + TextAt(x_ + kCellWidth + kGap, height_, meaning);
    x_ += width;
    width_ = std::max(width_, x_);
  }

  void EndLine() {
    height_ += x_ > 0 ? kLine : 0;
    x_ = 0;
  }

  void AddChoices() {
    for (const LegendEntry& entry : legend_) {
      const std::string meaning = entry.choice == kLibrary ? "library: the MPI library's own choice"
                                                           : std::string(entry.choice.text());
      AddMeaning({0, 0, entry.colour, ShadeOf(0.5), kPlain, entry.label}, meaning);
    }
    EndLine();
  }

  void AddShades() {
    int x = 0;
    for (const double gain : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      text_ += BoxText(
          {x, height_, kColourOfShades, ShadeOf(gain), kPlain, fmt::format("{:.0f}", 100 * gain)});
      x += kCellWidth;
    }
    constexpr std::string_view kMeaning = "per cent of the library's time that the choice saves";
    text_ += TextAt(x + kGap, height_, kMeaning);
    width_ = std::max(width_, x + 2 * kGap + WidthOf(kMeaning));
    height_ += kLine;
  }

  /// Adds the marks that occur in the map, and their meanings, to the legend.
  void AddMarks() {
    for (const MarkMeaning& mark : kMarkMeanings) {
      const bool there = std::ranges::any_of(map_.rows, [&mark](const MapRow& row) {
        return std::ranges::find(row.cells, mark.standing, &Cell::standing) != row.cells.end();
      });
      if (!there) continue;
      AddMeaning({0, 0, kColourOfShades, kLeastShade, MarksOf(mark.standing).outline,
                  std::string(mark.example)},
                 mark.meaning);
    }
    EndLine();
  }

  const HeatMap& map_;
  const PictureUse use_;
  const std::vector<LegendEntry> legend_;
  std::string text_;
  int left_ = 0;  ///< where cells begin
  int x_ = 0;     ///< where the next part of the legend begins
  int width_ = 0;
  int height_ = 0;
};

}  // namespace

std::string CellName(Collective collective, std::size_t row, std::size_t column) {
  return fmt::format("{}-{}-{}", ToText(collective), row, column);
}

std::string HeatMapSvg(const HeatMap& map, PictureUse use) { return Picture(map, use).Svg(); }

}  // namespace colltune::tune
