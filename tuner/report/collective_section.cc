#include <fmt/format.h>

#include "tuner/report/escape.h"
#include "tuner/report/heat_map.h"
#include "tuner/report/html.h"
#include "tuner/report/picture.h"
#include "tuner/report/sections.h"
#include "tuner/text/explain_text.h"

namespace colltune::tune {
namespace {

std::string FigureHtml(const PlottedPicture& figure) {
  return fmt::format("<figure>{}</figure>\n", Inlined(figure.svg, figure.title));
}

std::string TimesHtml(const Findings& findings) {
  std::string plain;
  std::string special;
  int specials = 0;
  for (const PlottedPicture& figure : findings.times) {
    (figure.special ? special : plain) += FigureHtml(figure);
    specials += figure.special ? 1 : 0;
  }
  std::string html = "<h3>Time against size, with confidence intervals</h3>\n";
  if (findings.times.empty()) {
    return html + Element("p", "The profile has no measured times of it.");
  }
  html += Element("p", "The library's curve and those of choices are broader than others.");
  html += fmt::format("<div class=\"plots\">{}</div>\n", plain);
  if (specials == 0) return html;
  return html + Details(fmt::format("plots of roots with choices of their own: {}", specials),
                        fmt::format("<div class=\"plots\">{}</div>\n", special), plain.empty());
}

std::string PredictedHtml(const Findings& findings) {
  std::string html = "<h3>Predicted against measured</h3>\n";
  if (!findings.predicted) {
    return html + Element("p", "Nothing was both predicted and measured.");
  }
  html +=
      Element("p", fmt::format("{} predictions; 90th percentile of their error: {:.0f} %.",
                               findings.predictions.size(), 100 * *OffBy(findings.predictions)));
  return html + fmt::format("<div class=\"plots\">{}</div>\n", FigureHtml(*findings.predicted));
}

}  // namespace

std::string CollectiveHtml(const Findings& findings) {
  const std::string_view name = ToText(findings.map.collective);
  return fmt::format(
      "<section id=\"{0}\" class=\"collective\"><h2>{0}</h2>\n<div class=\"wide\">{1}</div>\n{2}{3}"
      "</section>\n",
      name, HeatMapSvg(findings.map, PictureUse::kPage), TimesHtml(findings),
      PredictedHtml(findings));
}

std::string EvidenceHtml(const Findings& findings, const Provenance& provenance) {
  const HeatMap& map = findings.map;
  std::string html;
  for (std::size_t row = 0; row < map.rows.size(); ++row) {
    const Row& of = *map.rows[row].row;
    for (std::size_t i = 0; i < map.sizes.size(); ++i) {
      const std::string name = CellName(map.collective, row, i);
      html += fmt::format(
          "<section class=\"evidence\" id=\"e-{0}\" aria-label=\"evidence\">"
          "<p><a class=\"close\" href=\"#{0}\">close</a></p>\n<pre>{1}</pre></section>\n",
          name,
          Escape(ExplainCall(of, of.region.Smallest().ranks, map.sizes[i], of.FirstRoot(),
                             provenance)));
    }
  }
  return html;
}

}  // namespace colltune::tune
