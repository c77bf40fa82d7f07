#include <fmt/format.h>

#include "tuner/report/escape.h"
#include "tuner/report/html.h"
#include "tuner/report/sections.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

std::vector<std::string> LineOf(std::string_view name, const Effort& effort, const Effort& all) {
  return {Escape(name), fmt::to_string(effort.trials), fmt::to_string(effort.samples),
          TimeText(effort.spent),
          all.spent > Seconds(0) ? fmt::format("{:.0f} %", 100 * (effort.spent / all.spent)) : "-"};
}

std::string EffortHtml(const TuningCost& cost) {
  std::vector<std::vector<std::string>> rows;
  for (const CollectiveEffort& one : cost.collectives) {
    rows.push_back(LineOf(ToText(one.collective), one.effort, cost.all));
  }
  rows.push_back(LineOf("all", cost.all, cost.all));
  rows.push_back(LineOf("of it to confirm", cost.confirming, cost.all));
  return TableHtml(
      {{"collective"}, {"trials", true}, {"samples", true}, {"measuring", true}, {"share", true}},
      rows);
}

std::string RunsHtml(const std::vector<JournalRun>& runs) {
  std::vector<std::vector<std::string>> rows;
  for (const JournalRun& run : runs) {
    rows.push_back({fmt::to_string(run.number), Escape(run.date),
                    fmt::format("<code>{}</code>", Escape(run.command))});
  }
  return TableHtml({{"start"}, {"date"}, {"command"}}, rows);
}

}  // namespace

std::string CostHtml(const DecisionTable& table, const std::optional<TuningCost>& cost,
                     const std::string& without) {
  std::string html = "<section id=\"cost\"><h2>What the tuning cost</h2>\n";
  if (cost) {
    html += EffortHtml(*cost) + RunsHtml(cost->runs);
    html += Element("p", "The network's experiments come on top; their time is not recorded.");
    if (cost->bad_line > 0) {
      html += Element("p", fmt::format("The journal is damaged from line {} on; what is there does "
                                       "not count.",
                                       cost->bad_line));
    }
    if (cost->hung == 0) return html + "</section>\n";
    return html +
           Element("p",
                   fmt::format("Trials that did not end, and were given up: {}.", cost->hung)) +
           "</section>\n";
  }
  const Effort evidence = EvidenceOf(table);
  html += Element("p", without);
  html += Element(
      "p", evidence.trials == 0
               ? "The profile has no measured times either."
               : fmt::format("The profile's evidence alone has {} samples at {} sizes, which took "
                             "about {} without what lies between them. What was measured and is "
                             "not in the profile, and the network's experiments, come on top.",
                             evidence.samples, evidence.trials, TimeText(evidence.spent)));
  return html + "</section>\n";
}

}  // namespace colltune::tune
