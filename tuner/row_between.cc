#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/registry.h"
#include "tuner/between.h"
#include "tuner/compile.h"

namespace colltune {
namespace {

/// A choice that both neighbours know to take so many times as long as their best is not asked for.
constexpr double kHopeless = 1.3;

/// Every other size is decided, and the borders between them found.
constexpr std::size_t kStep = 2;

/// Where the library is faster than the best of ours by more than this share, it has an algorithm
/// that we have not.
constexpr double kEqual = 0.01;

/// By what share the best of ours is faster than the library, as a logarithm.
std::optional<double> GainOf(const Line& line, Bytes bytes) {
  const auto library = line.Typical(std::string(kLibrary), bytes);
  Seconds best(std::numeric_limits<double>::infinity());
  for (const std::string& name : line.Promising(bytes, kHopeless)) {
    const auto estimate = line.Typical(name, bytes);
    if (estimate) best = std::min(best, *estimate);
  }
  if (!library || std::isinf(best.count())) return std::nullopt;
  return std::log(*library / best);
}

Evidence Predicted(const Between& between, Bytes bytes, const std::vector<std::string>& names) {
  Evidence evidence{bytes, {}, ""};
  for (const std::string& name : names) {
    const auto estimate = between.Typical(name, bytes);
    if (estimate) evidence.candidates.push_back({name, 0, {}, {}, {}, *estimate});
  }
  std::ranges::stable_sort(evidence.candidates, {}, &Candidate::predicted);
  return evidence;
}

std::string Percent(double logarithm) {
  return fmt::format("{:.1f} %", 100 * (std::exp(logarithm) - 1));
}

Decision DecideBetween(const Search& search, const Line& low, const Line& high,
                       const Between& between, Bytes bytes, double error) {
  std::vector<std::string> names = low.Promising(bytes, kHopeless);
  for (const std::string& name : high.Promising(bytes, kHopeless)) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  Evidence evidence = Predicted(between, bytes, names);
  std::string choice(kLibrary);
  std::string why = "the library's time is not known around";
  const auto from = GainOf(low, bytes);
  const auto to = GainOf(high, bytes);
  const double needed = -std::log(1 - search.options().decision.margin) + error;
  if (from && to && !evidence.candidates.empty()) {
    const bool wins = std::min(*from, *to) >= -kEqual && std::max(*from, *to) > needed;
    why = fmt::format("the best of ours saves {} and {} there", Percent(*from), Percent(*to));
    if (wins) choice = evidence.candidates.front().choice;
  }
  evidence.reason = fmt::format("predicted from {} and {} ranks, off by {}: {}", low.layout().ranks,
                                high.layout().ranks, Percent(error), why);
  return {choice, evidence};
}

/// One choice for all sizes, where both sides have made the same.
std::vector<Rule> SameOnBothSides(const Search& search, const Line& low, const Line& high) {
  const std::vector<Rule> rules = RowOf(search, low).rules;
  if (rules.empty() || rules.front().choice != RowOf(search, high).rules.front().choice) return {};
  const Bytes bytes = rules.front().evidence.front().bytes;
  const std::string reason =
      fmt::format("not measured: as on {} and {} ranks", low.layout().ranks, high.layout().ranks);
  return {{rules.front().first, rules.front().last, rules.front().choice, {{bytes, {}, reason}}}};
}

}  // namespace

Row RowBetween(const Search& search, const Oracle& oracle, const Line& low, const Line& high,
               const Layout& layout, double error) {
  const Between between(low, high, layout, oracle);
  Row row{low.collective(), layout.ranks, layout.ranks_per_node, {}};
  if (!KnowsSizes(low.collective()) && low.collective() != Collective::kBarrier) {
    row.rules = SameOnBothSides(search, low, high);
    return row;
  }
  std::vector<Decision> decisions;
  const std::vector<Bytes> sizes = SizesOf(search.options(), high.collective(), layout.ranks);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (i % kStep != 0 && i + 1 != sizes.size()) continue;
    const Bytes bytes = sizes[i];
    decisions.push_back(DecideBetween(search, low, high, between, bytes, error));
  }
  const Estimates estimates = [&](const std::string& choice, Bytes bytes) {
    return between.Typical(choice, bytes);
  };
  row.rules = MakeRules(decisions, estimates, search.options().decision.margin);
  // The sizes of one rule differ in their predictions only.
  for (Rule& rule : row.rules) rule.evidence.resize(1);
  return row;
}

std::optional<double> ErrorBetween(const Search& search, const Oracle& oracle,
                                   Collective collective) {
  int most = 0;
  for (const Line& line : search.lines()) most = std::max(most, line.layout().ranks_per_node);
  std::vector<double> off;
  for (const Line& low : search.lines()) {
    if (low.collective() != collective) continue;
    const Line* const middle = NextOfKind(search.lines(), low, most);
    const Line* const high = middle ? NextOfKind(search.lines(), *middle, most) : nullptr;
    if (high == nullptr || low.measured().empty() || high->measured().empty()) continue;
    const Between between(low, *high, middle->layout(), oracle);
    for (const auto& [bytes, point] : middle->measured()) {
      for (const auto& [name, candidate] : point) {
        const auto estimate = between.Estimate(name, bytes);
        if (estimate) off.push_back(std::abs(std::log(candidate.median / *estimate)));
      }
    }
  }
  if (off.empty()) return std::nullopt;
  std::ranges::sort(off);
  return off[off.size() * 9 / 10];
}

}  // namespace colltune
