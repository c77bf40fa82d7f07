#include <fmt/format.h>

#include "tuner/job/progress.h"
#include "tuner/report/html.h"
#include "tuner/report/sections.h"

namespace colltune::tune {
namespace {

std::string PercentText(double share) { return fmt::format("{:.2g} %", 100 * share); }

std::vector<std::string> RegretRow(const std::string& name, const RegretReport::Regret& regret) {
  return {name, PercentText(regret.mean), PercentText(regret.p95)};
}

std::string SharesText(const RegretReport& regret) {
  return fmt::format(
      "Of the calls that applications are expected to make, {:.0f} % are decided by measurements, "
      "{:.0f} % by interpolation, and {:.0f} % are left to the library without a measurement.",
      100 * regret.measured, 100 * regret.interpolated, 100 * regret.left_to_library);
}

}  // namespace

std::string RegretHtml(const std::optional<RegretReport>& regret) {
  if (!regret) return "";
  std::vector<std::vector<std::string>> rows = {RegretRow("expected", regret->expected)};
  if (regret->calibrations > 0) {
    rows.push_back(
        RegretRow(fmt::format("measured, of {} interpolated decisions", regret->calibrations),
                  regret->calibrated));
  }
  if (regret->later) {
    rows.push_back({fmt::format("expected after {} of measuring", DurationText(3 * regret->spent)),
                    PercentText(*regret->later), ""});
  }
  return "<section id=\"regret\"><h2>What the tuning bought</h2>\n" +
         TableHtml({{"regret"}, {"mean", true}, {"95 % of calls below", true}}, rows) +
         Element("p", SharesText(*regret)) + "</section>\n";
}

}  // namespace colltune::tune
