#include "tuner/plot/plot.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

#include "tuner/job/subprocess.h"

namespace colltune::tune {

std::string RunGnuplot(const std::string& script) {
  // -d: without the user's own settings.
  Filtered drawn = RunFilter({"gnuplot", "-d", "-"}, script, "plots", "gnuplot-nox");
  if (drawn.well && drawn.output.find("</svg>") != std::string::npos) return drawn.output;
  throw std::runtime_error(
      fmt::format("gnuplot {} and did not draw: {}", drawn.end, drawn.complaints));
}

std::vector<std::string> DrawAll(const std::vector<std::string>& scripts) {
  if (scripts.empty()) return {};
  constexpr std::string_view kBegin = "<?xml";
  std::string all;
  for (const std::string& script : scripts) all += "reset\n" + script;  // drops earlier settings
  const std::string drawn = RunGnuplot(all);
  std::vector<std::string> pictures;
  for (std::size_t at = drawn.find(kBegin); at != std::string::npos;) {
    const std::size_t next = drawn.find(kBegin, at + 1);
    pictures.push_back(drawn.substr(at, next == std::string::npos ? next : next - at));
    at = next;
  }
  if (pictures.size() == scripts.size()) return pictures;
  throw std::runtime_error(fmt::format("gnuplot drew {} pictures, not the {} that it was told",
                                       pictures.size(), scripts.size()));
}

std::string SvgOf(const Plot& plot) { return RunGnuplot(PlotScript(plot)); }

std::string SvgOf(const Bars& bars) { return RunGnuplot(BarsScript(bars)); }

}  // namespace colltune::tune
