#include "tuner/report/page.h"

#include <fmt/format.h>

#include "tuner/report/escape.h"
#include "tuner/report/html.h"
#include "tuner/report/page_parts.h"
#include "tuner/report/picture.h"
#include "tuner/report/sections.h"

namespace colltune::tune {
namespace {

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
  return fmt::format(
      fmt::runtime(kPageFrame), fmt::arg("title", Escape(fmt::format("colltune: {}", report.name))),
      fmt::arg("style", kPageStyle), fmt::arg("script", kPageScript),
      fmt::arg("shapes", ShapesHtml(all)), fmt::arg("navigation", NavigationHtml(all)),
      fmt::arg("sections", RegretHtml(report.profile.regret) + ClusterHtml(report.profile) +
                               OverviewHtml(all) + CollectivesHtml(all) +
                               DoubtsHtml(report.profile, all) +
                               CostHtml(report.profile.table, report.cost, report.without_cost) +
                               AllEvidenceHtml(all, report.profile.provenance)));
}

}  // namespace colltune::tune
