#include "profiles/exporters/export_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "profiles/sizes.h"

namespace colltune {
namespace {

std::optional<Counterpart> CounterpartOf(const Exporter& exporter, const Call& call,
                                         ChoiceId choice) {
  return exporter.counterpart(call, ParseChoice(call.collective, choice.text()));
}

/// Returns the sizes from which on the row or the program may choose another algorithm, and the end
/// of all sizes.
std::set<Bytes> BordersOf(const Row& row, const Call& call, const Selection& selection) {
  const Bytes end{row.collective == Collective::kBarrier ? 1 : kLargestSize.count + 1};
  std::set<Bytes> borders = {Bytes{0}, end};
  for (const Bytes border : selection.Borders(call)) borders.insert(border);
  for (const Rule& rule : row.rules) {
    borders.insert(rule.first);
    borders.insert({rule.last.count + 1});
  }
  borders.erase(borders.upper_bound(end), borders.end());
  return borders;
}

/// Returns communicators on full nodes that a row is for: its corners, and in between those at the
/// borders of the program's numbers of ranks. `row` lies within a hull, or is for a single layout.
std::set<CommunicatorSize> CornersOf(const Region& region, const std::vector<int>& borders) {
  std::set<CommunicatorSize> corners = {region.Smallest()};
  const Span possible = region.PossibleRanks();
  std::set<int> ranks = {possible.first, possible.last};
  for (const std::int64_t border : borders) {
    for (const std::int64_t at : {border - 1, border}) {
      if (possible.first <= at && at <= possible.last) ranks.insert(static_cast<int>(at));
    }
  }
  for (const int each : {region.ranks_per_node.first, region.ranks_per_node.last}) {
    for (const int nodes : {region.nodes.first, region.nodes.last}) {
      const std::int64_t full = std::int64_t{nodes} * each;
      if (full <= possible.last) ranks.insert(static_cast<int>(full));
    }
  }
  for (const int each : {region.ranks_per_node.first, region.ranks_per_node.last}) {
    for (const int number : ranks) {
      const CommunicatorSize size = OnFullNodes(number, each);
      if (each <= number && region.Contains(size)) corners.insert(size);
    }
  }
  return corners;
}

/// Returns the part of a row's region that lies in the hull; without one, its smallest
/// communicators where it has no end.
Region WithinHull(const Region& region, const std::optional<Hull>& hull) {
  if (hull) return Common(region, {hull->nodes, hull->ranks_per_node, {2, kMostCount}});
  if (region.PossibleRanks().last < kMostCount) return region;
  const CommunicatorSize size = region.Smallest();
  return {{size.nodes, size.nodes},
          {size.ranks_per_node, size.ranks_per_node},
          {size.ranks, size.ranks}};
}

void AppendDeviations(const Exporter& exporter, const Row& row, const CommunicatorSize& size,
                      const Selection& selection, std::vector<Deviation>& all) {
  const Call at_size{row.collective, size.ranks, size.ranks_per_node, row.FirstRoot(), {}};
  const std::set<Bytes> borders = BordersOf(row, at_size, selection);
  bool goes_on = false;
  for (auto at = borders.begin(); at != borders.end() && std::next(at) != borders.end(); ++at) {
    const Rule* rule = row.Find(*at);
    const ChoiceId choice = rule ? rule->choice : kLibrary;
    Call call = at_size;
    call.bytes = *at;
    const auto counterpart = CounterpartOf(exporter, call, choice);
    Deviation deviation{call,   {std::next(at)->count - 1},           row.roots,
                        choice, counterpart ? counterpart->name : "", selection.Choose(call)};
    const bool is_one = deviation.wanted != deviation.runs;
    goes_on = goes_on && is_one &&
              std::tie(all.back().choice, all.back().wanted, all.back().runs) ==
                  std::tie(deviation.choice, deviation.wanted, deviation.runs);
    if (goes_on) {
      all.back().last = deviation.last;
    } else if (is_one) {
      all.push_back(std::move(deviation));
    }
    goes_on = is_one;
  }
}

/// Note on an import whose choice differs from the program's.
std::string NoteOn(const Call& call, const std::string& name,
                   const std::optional<Counterpart>& ours, const std::string& where) {
  const std::string what =
      fmt::format("{}{}{}: {}", where, where.empty() ? "" : ": ", ToText(call.collective), name);
  return ours ? fmt::format("{}: is not here; {}, the nearest, is taken", what, ours->name)
              : what + ": has no name here; left to the library";
}

std::string OrOwn(const std::string& name) { return name.empty() ? "its own choice" : name; }

}  // namespace

std::vector<Substitute> FindSubstitutes(const Exporter& exporter, const DecisionTable& table) {
  std::vector<Substitute> substitutes;
  std::set<std::pair<Collective, ChoiceId>> seen;
  for (const Row& row : table.rows) {
    for (const Rule& rule : row.rules) {
      if (rule.choice == kLibrary || seen.contains({row.collective, rule.choice})) continue;
      auto counterpart = CounterpartOf(exporter, CallOf(row, rule.first), rule.choice);
      if (counterpart && counterpart->is_exact) continue;  // in other rows it may not be
      seen.insert({row.collective, rule.choice});
      substitutes.push_back({row.collective, rule.choice, std::move(counterpart)});
    }
  }
  return substitutes;
}

std::vector<Deviation> FindDeviations(const Exporter& exporter, const DecisionTable& table,
                                      const Selection& selection) {
  std::vector<Deviation> deviations;
  for (const Row& row : table.rows) {
    const Region region = WithinHull(row.region, table.hull);
    if (region.PossibleRanks().IsEmpty()) continue;
    for (const CommunicatorSize& size : CornersOf(region, selection.RankBorders(row.collective))) {
      if (row.roots && row.roots->first >= size.ranks) continue;
      AppendDeviations(exporter, row, size, selection, deviations);
    }
  }
  return deviations;
}

std::string ToText(const std::vector<Substitute>& substitutes) {
  std::string text;
  for (const auto& [collective, choice, counterpart] : substitutes) {
    text += fmt::format("{}:{}: {}\n", ToText(collective), choice,
                        counterpart ? "not there; the nearest is " + counterpart->name
                                    : std::string("not there, nor anything near it"));
  }
  return text;
}

std::string ToText(const std::vector<Deviation>& deviations) {
  std::string text;
  for (const Deviation& one : deviations) {
    text += fmt::format(
        "{} on {} ranks, {} per node{}, {} to {} bytes: {} is wanted for {}, and {} runs\n",
        ToText(one.first.collective), one.first.ranks, one.first.ranks_per_node,
        one.roots ? fmt::format(", roots {} to {}", one.roots->first, one.roots->last) : "",
        one.first.bytes.count, one.last.count, OrOwn(one.wanted), one.choice, OrOwn(one.runs));
  }
  return text;
}

DecisionTable Import(const Exporter& exporter, const Selection& selection,
                     const std::vector<Call>& communicators, std::vector<std::string>& notes) {
  DecisionTable table;
  std::set<std::pair<Collective, std::string>> noted;
  for (Call call : communicators) {
    Row row{call.collective, RegionOf(call.ranks, call.ranks_per_node), {}};
    std::set<Bytes> borders = {Bytes{0}};
    if (KnowsSizes(call.collective)) {
      for (const Bytes border : selection.Borders(call)) borders.insert(border);
    }
    borders.erase(borders.upper_bound(kLargestSize), borders.end());
    for (auto at = borders.begin(); at != borders.end(); ++at) {
      call.bytes = *at;
      const std::string name = selection.Choose(call);
      std::optional<Counterpart> ours;
      if (!name.empty()) {
        ours = exporter.choice_of(call.collective, name);
        const bool is_same = ours && ours->is_exact;
        if (!is_same && noted.insert({call.collective, name}).second) {
          notes.push_back(NoteOn(call, name, ours, selection.Where(call)));
        }
      }
      const ChoiceId choice = ours ? ChoiceId(ours->name) : kLibrary;
      const Bytes last{std::next(at) == borders.end() ? kLargestSize.count
                                                      : std::next(at)->count - 1};
      if (!row.rules.empty() && row.rules.back().choice == choice) {
        row.rules.back().last = last;
      } else {
        row.rules.push_back({*at, last, choice, {}});
      }
    }
    table.rows.push_back(std::move(row));
  }
  std::ranges::sort(table.rows, {}, &Row::Key);
  return table;
}

}  // namespace colltune
