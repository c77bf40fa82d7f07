#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tuner/report/escape.h"
#include "tuner/report/heat_map.h"
#include "tuner/report/html.h"
#include "tuner/report/sections.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

struct Doubt {
  const Row* row = nullptr;
  const Cell* cell = nullptr;
  std::string name;  ///< the cell's CellName
};

std::vector<Doubt> DoubtsOf(const std::vector<Findings>& all, Standing standing) {
  std::vector<Doubt> doubts;
  for (const Findings& findings : all) {
    const HeatMap& map = findings.map;
    for (std::size_t row = 0; row < map.rows.size(); ++row) {
      for (std::size_t i = 0; i < map.sizes.size(); ++i) {
        const Cell& cell = map.rows[row].cells[i];
        if (cell.standing != standing) continue;
        doubts.push_back({map.rows[row].row, &cell, CellName(map.collective, row, i)});
      }
    }
  }
  return doubts;
}

/// Returns by what share of the choice's time the fastest other candidate is slower; below 0 if
/// that candidate is faster, 0 without another candidate.
double SlowerBy(const Cell& cell) {
  const Candidate* other = cell.risk->runner_up;
  return other ? other->median / cell.evidence->Find(cell.Choice())->median - 1 : 0;
}

/// "chain, 3.2 % slower".
std::string RunnerUpHtml(const Cell& cell) {
  const Candidate* other = cell.risk->runner_up;
  if (!other) return "none was measured";
  const double more = SlowerBy(cell);
  return Escape(fmt::format("{}, {}", other->choice,
                            more == 0 ? "as fast"
                                      : fmt::format("{:.1f} % {}", 100 * std::abs(more),
                                                    more < 0 ? "faster" : "slower")));
}

std::string UncertainHtml(std::vector<Doubt> doubts) {
  if (doubts.empty()) return Element("p", "Of what was measured nothing is.");
  constexpr std::size_t kShown = 20;
  std::ranges::stable_sort(doubts, std::ranges::greater(), [](const Doubt& doubt) {
    return std::pair(std::max(0.0, -SlowerBy(*doubt.cell)), doubt.cell->risk->of_any);
  });
  std::vector<std::vector<std::string>> rows;
  for (const Doubt& doubt : doubts) {
    if (rows.size() == kShown) break;
    rows.push_back({LinkTo("e-" + doubt.name, fmt::format("{}, {} bytes", RowText(*doubt.row),
                                                          ToText(doubt.cell->bytes))),
                    Escape(doubt.cell->Choice().text()), RunnerUpHtml(*doubt.cell),
                    fmt::format("{:.0f} %", 100 * doubt.cell->risk->of_any)});
  }
  const std::string shown =
      doubts.size() > kShown ? fmt::format(" Here are the {} that may cost most.", kShown) : "";
  return Element("p",
                 fmt::format("Measured decisions that are: {}. By the samples another candidate "
                             "may be faster, or the margin is not more than what two runs "
                             "differ by, or there is none.{}",
                             doubts.size(), shown)) +
         TableHtml({{"call"},
                    {"choice"},
                    {"fastest other"},
                    {"probability that any other is really faster, at most", true}},
                   rows);
}

}  // namespace

std::string DoubtsHtml(const Profile& profile, const std::vector<Findings>& all) {
  std::string html = "<section id=\"uncertain\"><h2>What is uncertain</h2>\n" +
                     UncertainHtml(DoubtsOf(all, Standing::kUncertain));
  if (!profile.provenance.between_runs) {
    html += Element("p", "It was not measured how much two runs of the tuning differ.");
  }
  if (const auto expected = DoubtsOf(all, Standing::kExpected).size(); expected > 0) {
    html += Element(
        "p",
        fmt::format("Decisions that are expected, from other communicators or by the model: {}.",
                    expected));
  }
  if (const auto unproved = DoubtsOf(all, Standing::kUnproved).size(); unproved > 0) {
    html +=
        Element("p", fmt::format("Cells with a rule of the profile, but no times: {}.", unproved));
  }
  return html +
         Element("p",
                 "Numbers of ranks, ranks per node, placements and roots without a row in the "
                 "maps, and sizes beyond them, go to the MPI library: nothing was decided there.") +
         "</section>\n";
}

}  // namespace colltune::tune
