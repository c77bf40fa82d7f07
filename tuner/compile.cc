#include "tuner/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "algorithms/registry.h"

namespace colltune {
namespace {

/// What FORMAT.md bounds sizes by.
constexpr Bytes kLargest{std::int64_t{1} << 62};

Estimates EstimatesOf(const Line& line) {
  return [&line](const std::string& choice, Bytes bytes) { return line.Typical(choice, bytes); };
}

/// The mean, over the measured sizes, of the share by which a choice is faster than the library, as
/// a logarithm; nothing where it is significantly slower at one of them, or was not measured.
std::optional<double> GainAtAllSizes(const Line& line, const std::string& choice) {
  double sum = 0;
  for (const auto& [bytes, point] : line.measured()) {
    const Candidate* mine = line.Find(bytes, choice);
    const Candidate* library = line.Find(bytes, std::string(kLibrary));
    if (mine == nullptr || library == nullptr || mine->low > library->high) return std::nullopt;
    sum += std::log(library->median / mine->median);
  }
  return sum / static_cast<double>(line.measured().size());
}

/// One rule for all sizes.
std::vector<Rule> RuleForAll(const Search& search, const Line& line) {
  std::string best(kLibrary);
  double most = -std::log(1 - search.options().decision.margin);
  for (const auto& [name, candidate] : line.measured().begin()->second) {
    const auto gain = GainAtAllSizes(line, name);
    if (!gain || *gain <= most) continue;
    most = *gain;
    best = name;
  }
  Rule rule{Bytes{0}, kLargest, best, {}};
  for (const auto& [bytes, point] : line.measured()) {
    Evidence evidence = search.DecisionAt(line, bytes).evidence;
    evidence.reason = fmt::format(
        "{}; one choice for all sizes, as ranks do not know them: {}", evidence.reason,
        best == kLibrary ? "none is faster on the average and slower nowhere"
                         : fmt::format("{} is {:.0f} % faster on the average, and slower nowhere",
                                       best, 100 * (1 - std::exp(-most))));
    rule.evidence.push_back(std::move(evidence));
  }
  return {rule};
}

}  // namespace

Row RowOf(const Search& search, const Line& line) {
  Row row{line.collective(), line.layout().ranks, line.layout().ranks_per_node, {}};
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
  std::ranges::sort(table.rows, {}, [](const Row& row) {
    return std::tuple(row.collective, row.ranks, row.ranks_per_node);
  });
  return table;
}

}  // namespace colltune
