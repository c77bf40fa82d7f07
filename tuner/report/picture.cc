#include "tuner/report/picture.h"

#include <fmt/format.h>

#include <stdexcept>

#include "tuner/report/escape.h"

namespace colltune::tune {
namespace {

/// Returns the text from the first `begin` to the end of the next `end`; empty without both.
std::string_view Between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t first = text.find(begin);
  if (first == std::string_view::npos) return {};
  const std::size_t last = text.find(end, first);
  if (last == std::string_view::npos) return {};
  return text.substr(first, last + end.size() - first);
}

std::string_view ShapesOf(std::string_view svg) { return Between(svg, "<defs>", "</defs>"); }

/// Replaces the first `part`. Requires that the text has one.
void Replace(std::string& text, std::string_view part, std::string_view by) {
  text.replace(text.find(part), part.size(), by);
}

}  // namespace

std::string SharedShapes(std::string_view svg) {
  const std::string_view shapes = ShapesOf(svg);
  if (shapes.empty()) return "";
  return fmt::format(
      "<svg class=\"shapes\" width=\"0\" height=\"0\" aria-hidden=\"true\">{}</svg>\n", shapes);
}

std::string Inlined(std::string_view svg, std::string_view title) {
  constexpr std::string_view kName = " id=\"gnuplot_";
  constexpr std::string_view kCurve = "<title>gnuplot_plot_";  // browsers would show these titles
  std::string picture(Between(svg, "<svg", "</svg>"));
  const std::string_view before = Between(picture, "<title>", "</title>");
  if (before.empty()) throw std::runtime_error("gnuplot drew something else than SVG");
  Replace(picture, before, fmt::format("<title>{}</title>", Escape(title)));
  if (const std::string shapes(ShapesOf(picture)); !shapes.empty()) Replace(picture, shapes, "");
  Replace(picture, "<svg", "<svg class=\"plot\" role=\"img\"");
  for (std::size_t at = picture.find(kName); at != std::string::npos;
       at = picture.find(kName, at)) {
    picture.erase(at, picture.find('"', at + kName.size()) + 1 - at);
  }
  for (std::string_view name = Between(picture, kCurve, "</title>"); !name.empty();
       name = Between(picture, kCurve, "</title>")) {
    picture.erase(picture.find(kCurve), name.size());
  }
  return picture;
}

}  // namespace colltune::tune
