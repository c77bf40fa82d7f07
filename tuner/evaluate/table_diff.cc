#include "tuner/evaluate/table_diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "algorithms/registry.h"
#include "profiles/placement.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

/// Rows of both tables for the same communicators and roots; nullptr where a table has none.
struct Pair {
  const Row* one;
  const Row* other;
};

ChoiceId ChoiceOf(const Row* row, Bytes bytes) {
  const Rule* rule = row ? row->Find(bytes) : nullptr;
  return rule ? rule->choice : kLibrary;
}

CostOfOther CostBy(const Row* row, const Disagreement& on) {
  CostOfOther cost;
  if (!row) return cost;
  for (const Rule& rule : row->rules) {
    for (const Evidence& evidence : rule.evidence) {
      if (evidence.bytes < on.first || on.last < evidence.bytes) continue;
      const Candidate* one = evidence.Find(on.one);
      const Candidate* other = evidence.Find(on.other);
      if (!one || !other || one->samples == 0 || other->samples == 0) continue;
      const double ratio = other->median / one->median;
      cost.least = cost.sizes == 0 ? ratio : std::min(cost.least, ratio);
      cost.most = std::max(cost.most, ratio);
      ++cost.sizes;
    }
  }
  return cost;
}

/// Returns the sizes at which a rule of either row begins, and the first size after each rule.
std::set<Bytes> Borders(const Pair& rows) {
  std::set<Bytes> borders;
  for (const Row* row : {rows.one, rows.other}) {
    if (!row) continue;
    for (const Rule& rule : row->rules) {
      borders.insert(rule.first);
      borders.insert({rule.last.count + 1});
    }
  }
  return borders;
}

/// Appends the disagreements of two rows; `call` gives their communicators and roots.
void AppendDisagreements(const Disagreement& call, const Pair& rows,
                         std::vector<Disagreement>& all) {
  std::vector<Disagreement> found;
  const std::set<Bytes> borders = Borders(rows);
  for (auto at = borders.begin(); at != borders.end() && std::next(at) != borders.end(); ++at) {
    const Bytes last{std::next(at)->count - 1};
    Disagreement one = call;
    one.first = *at;
    one.last = last;
    one.one = ChoiceOf(rows.one, *at);
    one.other = ChoiceOf(rows.other, *at);
    if (one.one == one.other) continue;
    const bool goes_on = !found.empty() && found.back().last.count + 1 == at->count &&
                         found.back().one == one.one && found.back().other == one.other;
    if (goes_on) {
      found.back().last = last;
    } else {
      found.push_back(one);
    }
  }
  for (Disagreement& one : found) {
    one.by_one = CostBy(rows.one, one);
    one.by_other = CostBy(rows.other, one);
    all.push_back(one);
  }
}

/// Key of a row without its roots: collective, region, placement.
using Communicators = std::tuple<Collective, Region, Placement>;

/// Returns the ranges of roots that have at most one row in each table. Without any row that names
/// roots, returns one nullopt, for all roots.
std::vector<std::optional<Roots>> RootsOf(const DecisionTable& one, const DecisionTable& other,
                                          const Communicators& which) {
  const int ranks = std::get<Region>(which).PossibleRanks().last;
  std::set<Rank> borders = {0, ranks};
  for (const DecisionTable* table : {&one, &other}) {
    for (const Row& row : table->rows) {
      const auto& [collective, region, placement] = which;
      if (!row.roots || row.collective != collective || row.placement != placement) continue;
      if (!Overlaps(row.region, region)) continue;
      borders.insert({row.roots->first, row.roots->last + 1});
    }
  }
  if (borders.size() == 2) return {std::nullopt};
  std::vector<std::optional<Roots>> roots;
  for (auto at = borders.begin(); std::next(at) != borders.end(); ++at) {
    roots.emplace_back(Roots{*at, *std::next(at) - 1});
  }
  return roots;
}

std::string ToText(const CostOfOther& cost) {
  if (cost.sizes == 0) return "-";
  if (cost.sizes == 1) return fmt::format("{:.2f}", cost.least);
  return fmt::format("{:.2f}..{:.2f} ({})", cost.least, cost.most, cost.sizes);
}

/// Splits regions where they overlap, so that every row is for all of a part or for nothing of it.
std::set<Region> PartsOf(const std::set<Region>& regions) {
  std::set<Region> parts;
  for (const Region& region : regions) {
    std::vector<Region> rest = {region};
    for (const Region& part : std::set<Region>(parts)) {
      if (!Overlaps(region, part)) continue;
      parts.erase(part);
      for (const Region& piece : Without(part, region)) parts.insert(piece);
      parts.insert(Common(part, region));
      std::vector<Region> left;
      for (const Region& piece : rest)
        std::ranges::move(Without(piece, part), std::back_inserter(left));
      rest = std::move(left);
    }
    parts.insert(rest.begin(), rest.end());
  }
  return parts;
}

bool AreOfOneCall(const Disagreement& a, const Disagreement& b) {
  return std::tie(a.collective, a.region, a.placement, a.roots) ==
         std::tie(b.collective, b.region, b.placement, b.roots);
}

}  // namespace

std::vector<Disagreement> FindDisagreements(const DecisionTable& one, const DecisionTable& other) {
  std::map<std::pair<Collective, Placement>, std::set<Region>> regions;
  for (const DecisionTable* table : {&one, &other}) {
    for (const Row& row : table->rows) {
      regions[{row.collective, row.placement}].insert(row.region);
    }
  }
  std::set<Communicators> all;
  for (const auto& [key, of_key] : regions) {
    for (const Region& part : PartsOf(of_key)) all.insert({key.first, part, key.second});
  }
  std::vector<Disagreement> disagreements;
  for (const Communicators& which : all) {
    const auto [collective, region, placement] = which;
    const CommunicatorSize size = region.Smallest();
    for (const std::optional<Roots>& roots : RootsOf(one, other, which)) {
      Disagreement call;
      call.collective = collective;
      call.region = region;
      call.placement = placement;
      call.roots = roots;
      const Rank root = roots ? roots->first : 0;
      AppendDisagreements(call,
                          {one.Find(collective, size, root, placement),
                           other.Find(collective, size, root, placement)},
                          disagreements);
    }
  }
  return disagreements;
}

std::string ToText(const std::vector<Disagreement>& disagreements) {
  std::string text;
  const Disagreement* before = nullptr;
  for (const Disagreement& one : disagreements) {
    if (!before || !AreOfOneCall(*before, one)) {
      text += fmt::format("{} on {}{}{}\n", ToText(one.collective), ToText(one.region),
                          PlacementText(one.placement), RootsText(one.roots));
    }
    before = &one;
    text += fmt::format("  {:>17}  {:<24}  {:<24}  {:>17}  {:>17}\n",
                        fmt::format("{}..{}", one.first.count, one.last.count), one.one, one.other,
                        ToText(one.by_one), ToText(one.by_other));
  }
  return text;
}

}  // namespace colltune::tune
