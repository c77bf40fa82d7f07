#include "tuner/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "algorithms/registry.h"
#include "tuner/one_for_all.h"

namespace colltune {
namespace {

/// What FORMAT.md bounds sizes by.
constexpr Bytes kLargest{std::int64_t{1} << 62};

Estimates EstimatesOf(const Line& line) {
  return [&line](const std::string& choice, Bytes bytes) { return line.Estimate(choice, bytes); };
}

/// One rule for all sizes.
std::vector<Rule> RuleForAll(const Search& search, const Line& line) {
  const auto [best, gain] = BestForAllSizes(line, search.options().decision.margin);
  Rule rule{Bytes{0}, kLargest, best, {}};
  for (const auto& [bytes, point] : line.measured()) {
    Evidence evidence = search.DecisionAt(line, bytes).evidence;
    evidence.reason = fmt::format(
        "{}; one choice for all sizes, as ranks do not know them: {}", evidence.reason,
        best == kLibrary ? "none is faster on the average and slower nowhere"
                         : fmt::format("{} is {:.0f} % faster on the average, and slower nowhere",
                                       best, 100 * (1 - std::exp(-gain))));
    rule.evidence.push_back(std::move(evidence));
  }
  return {rule};
}

}  // namespace

Row RowOf(const Search& search, const Line& line) {
  Row row{line.collective(), line.layout().ranks, line.layout().ranks_per_node, {}, line.roots()};
  if (line.measured().empty()) return row;
  if (!KnowsSizes(line.collective())) {
    row.rules = RuleForAll(search, line);
    return row;
  }
  std::vector<Decision> decisions;
  for (const auto& [bytes, point] : line.measured()) {
    decisions.push_back(search.DecisionAt(line, bytes));
  }
  row.rules = MakeRules(decisions, EstimatesOf(line), search.options().decision.margin);
  return row;
}

DecisionTable Compile(const Search& search) {
  DecisionTable table;
  for (const Line& line : search.lines()) {
    Row row = RowOf(search, line);
    if (!row.rules.empty()) table.rows.push_back(std::move(row));
  }
  std::ranges::sort(table.rows, {}, &Row::Key);
  return table;
}

}  // namespace colltune
