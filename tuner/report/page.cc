#include "tuner/report/page.h"

#include <fmt/format.h>

#include "tuner/report/escape.h"
#include "tuner/report/html.h"
#include "tuner/report/page_parts.h"
#include "tuner/report/picture.h"
#include "tuner/report/sections.h"

namespace colltune::tune {
namespace {

/// Content policy of the page: no request leaves the page, whatever markup a mistake lets into it.
constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'";

std::string HeadHtml(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n",
      kPolicy, Escape(title), kPageStyle);
}

std::string NavigationHtml(const std::vector<Findings>& all) {
  std::string html = "<nav aria-label=\"sections\">" + LinkTo("cluster", "cluster") + " " +
                     LinkTo("overview", "decisions");
  for (const Findings& findings : all) {
    const std::string_view name = ToText(findings.map.collective);
    html += " " + LinkTo(name, name);
  }
  return html + " " + LinkTo("uncertain", "uncertain") + " " + LinkTo("cost", "cost") + "</nav>\n";
}

std::string CollectivesHtml(const std::vector<Findings>& all) {
  if (all.empty()) return "";
  std::string html = Element(
      "p",
      "In each map a click on a cell, or Enter, shows its evidence, which is what colltune explain "
      "prints; the arrow keys go from cell to cell, and Escape closes it. In print the evidence of "
      "the open cell alone appears.");
  for (const Findings& findings : all) html += CollectiveHtml(findings);
  return html;
}

std::string AllEvidenceHtml(const std::vector<Findings>& all, const Provenance& provenance) {
  std::string html = "<div id=\"evidence\" aria-live=\"polite\">\n";
  for (const Findings& findings : all) html += EvidenceHtml(findings, provenance);
  return html + "</div>\n";
}

std::string ShapesHtml(const std::vector<Findings>& all) {
  for (const Findings& findings : all) {
    if (!findings.times.empty()) return SharedShapes(findings.times.front().svg);
  }
  return "";  // without measured times there are no other plots either
}

}  // namespace

std::string PageOf(const Report& report, const Draw& draw) {
  const std::vector<Findings> all = FindingsOf(report.profile, draw);
  const std::string title = fmt::format("colltune: {}", report.name);
  return HeadHtml(title) + "<body>\n" + ShapesHtml(all) + "<header>" + Element("h1", title) +
         NavigationHtml(all) + "</header>\n<main>\n" + ClusterHtml(report.profile) +
         OverviewHtml(all) + CollectivesHtml(all) + DoubtsHtml(report.profile, all) +
         CostHtml(report.profile.table, report.cost, report.without_cost) +
         AllEvidenceHtml(all, report.profile.provenance) + "</main>\n<script>\n" +
         std::string(kPageScript) + "</script>\n</body>\n</html>\n";
}

}  // namespace colltune::tune
