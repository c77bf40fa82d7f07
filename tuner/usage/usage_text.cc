#include "tuner/usage/usage_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "algorithms/printable.h"
#include "measure/records/csv.h"
#include "profiles/placement.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

constexpr double kPercent = 100;

double ShareOf(Seconds time, Seconds all) { return all > Seconds{} ? time / all : 0; }

/// "4 ranks, 2 per node, cyclic".
std::string LayoutText(const Layout& layout, const Placement& placement) {
  return fmt::format(
      "{} ranks{}{}", layout.ranks,
      layout.ranks_per_node == 0 ? "" : fmt::format(", {} per node", layout.ranks_per_node),
      PlacementText(placement));
}

std::string SizesText(const Usage& usage) {
  return usage.least == usage.most ? ToText(usage.least)
                                   : fmt::format("{}..{}", ToText(usage.least), ToText(usage.most));
}

std::string TimeOr(const std::optional<Seconds>& time) { return time ? TimeText(*time) : "-"; }

std::string NoteOn(const Usage& usage, double factor) {
  const auto ratio = usage.Ratio();
  if (ratio && *ratio > factor) return "slower than expected";
  return usage.why == "profile" ? "" : usage.why;
}

std::string JobsText(const UsageSummary& summary) {
  int ranks = 0;
  int present = 0;
  for (const auto& [name, job] : summary.jobs) {
    ranks += job.ranks;
    present += job.present;
  }
  const Seconds all = summary.InCollectives();
  return fmt::format("{} job{}, {} of {} ranks, {} each: {} ({:.1f} %) of it in collectives\n",
                     summary.jobs.size(), summary.jobs.size() == 1 ? "" : "s", present, ranks,
                     TimeText(summary.elapsed), TimeText(all),
                     kPercent * ShareOf(all, summary.elapsed));
}

std::string CommunicatorsText(const UsageSummary& summary) {
  std::string text;
  for (const auto& [key, communicators] : summary.communicators) {
    const auto& [layout, placement] = key;
    std::vector<std::string> parts;
    for (const std::string& name : communicators.names) parts.push_back(Printable(name));
    const double others = communicators.count - static_cast<double>(parts.size());
    // The number is an estimate if files are missing.
    if (std::round(others) > 0) {
      parts.push_back(
          fmt::format("{:.0f} {}", others, parts.empty() ? "without a name" : "others"));
    }
    text += fmt::format("{}: {}\n", LayoutText(layout, placement), fmt::join(parts, ", "));
  }
  return text;
}

}  // namespace

std::string UsageCsv(const UsageSummary& summary) {
  std::string text =
      "op,ranks,ranks_per_node,sites,mapping,first_bytes,last_bytes,mean_bytes,calls,choice,why,"
      "seconds,share,samples,median_us,expected_us,ratio\n";
  const Seconds all = summary.InCollectives();
  const auto microseconds = [](const std::optional<Seconds>& time) {
    return time ? fmt::format("{:.9g}", Microseconds(*time).count()) : "";
  };
  for (const Usage& usage : summary.usages) {
    const auto ratio = usage.Ratio();
    text += fmt::format("{},{},{},{},{},{},{},{:.9g},{:.0f},{},{},{:.9g},{:.6f},{},{},{},{}\n",
                        ToText(usage.collective), usage.layout.ranks, usage.layout.ranks_per_node,
                        usage.placement.sites, ToText(usage.placement.mapping), usage.least.count,
                        usage.most.count, usage.mean_bytes, usage.calls,
                        measure::CsvField(usage.choice), measure::CsvField(usage.why),
                        usage.time.count(), ShareOf(usage.time, all), usage.samples,
                        microseconds(usage.quickest), microseconds(usage.expected),
                        ratio ? fmt::format("{:.6g}", *ratio) : "");
  }
  return text;
}

std::string UsageText(const UsageSummary& summary, double factor) {
  std::string text = JobsText(summary) + CommunicatorsText(summary);
  const auto line = [&text](const auto&... columns) {
    std::string one = fmt::format(
        "{:<44} {:>13} {:>10}  {:<24} {:>8} {:>7} {:>8} {:>8} {:>8} {:>5}  {}", columns...);
    one.erase(one.find_last_not_of(' ') + 1);
    text += one + "\n";
  };
  line("", "bytes", "calls", "algorithm", "time", "share", "a call", "least", "expected", "ratio",
       "");
  const Seconds all = summary.InCollectives();
  for (const Usage& usage : summary.usages) {
    const auto ratio = usage.Ratio();
    line(fmt::format("{} on {}", ToText(usage.collective),
                     LayoutText(usage.layout, usage.placement)),
         SizesText(usage), fmt::format("{:.0f}", usage.calls), usage.choice, TimeText(usage.time),
         fmt::format("{:.1f} %", kPercent * ShareOf(usage.time, all)), TimeText(usage.call),
         TimeOr(usage.quickest), TimeOr(usage.expected),
         ratio ? fmt::format("{:.2f}", *ratio) : "-", NoteOn(usage, factor));
  }
  return text;
}

std::string VerdictText(const UsageSummary& summary, double factor, const std::string& anew) {
  const auto compared = std::ranges::count_if(
      summary.usages, [](const Usage& usage) { return usage.Ratio().has_value(); });
  const int slower = CountSlower(summary.usages, factor);
  std::string text;
  bool needs_tuning = slower > 0;
  if (slower > 0) {
    text += fmt::format(
        "does not fit: {} of {} lines with an expectation take more than {:.3g} times as long, "
        "also "
        "on the rank that waits least\n",
        slower, compared, factor);
  } else if (compared > 0) {
    text += fmt::format(
        "fits: none of {} lines with an expectation takes more than {:.3g} times as long\n",
        compared, factor);
  }
  Seconds lacking{};
  for (const Usage& usage : summary.usages) {
    if (usage.LacksRule()) lacking += usage.time;
  }
  if (lacking > Seconds{}) {
    needs_tuning = true;
    text += fmt::format("without a rule: {:.1f} % of the time in collectives\n",
                        kPercent * ShareOf(lacking, summary.InCollectives()));
  }
  return needs_tuning ? text + fmt::format("to tune for these calls: {}\n", anew) : text;
}

}  // namespace colltune::tune
