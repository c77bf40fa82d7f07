#include "profiles/exporters/export_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
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

/// Whether both have one choice, and one reason to deviate.
bool IsAlike(const Deviation& one, const Deviation& other) {
  return std::tie(one.choice, one.wanted, one.runs) ==
         std::tie(other.choice, other.wanted, other.runs);
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

/// Returns the part of a row's region that lies in the hull, and has at least two ranks. Without a
/// hull, returns the smallest communicator of a region that has no end.
Region WithinHull(const Region& region, const std::optional<Hull>& hull) {
  const Hull all = hull.value_or(Hull{});
  const Region within = Common(region, {all.nodes, all.ranks_per_node, {2, kMostCount}});
  const Span ranks = within.PossibleRanks();
  if (ranks.IsEmpty() || ranks.last < kMostCount) return within;
  const CommunicatorSize size = within.Smallest();
  return {{size.nodes, size.nodes},
          {size.ranks_per_node, size.ranks_per_node},
          {size.ranks, size.ranks}};
}

/// Returns the layouts at which a row is looked up, with full nodes but for the last: see
/// FindDeviations. They come by rising ranks per node, then ranks.
std::vector<CommunicatorSize> LayoutsOf(const Row& row, const std::optional<Hull>& hull,
                                        const std::vector<int>& borders) {
  std::vector<CommunicatorSize> layouts;
  const Region region = WithinHull(row.region, hull);
  const Span possible = region.PossibleRanks();
  if (possible.IsEmpty()) return layouts;
  const Span per_node = Common(region.ranks_per_node, {1, possible.last});
  for (int each = per_node.first; per_node.Contains(each); ++each) {
    std::set<std::int64_t> ranks = {possible.first, possible.last};
    for (const std::int64_t border : borders) ranks.insert({border - 1, border});
    const int most_nodes = std::min(region.nodes.last, possible.last / each);
    for (std::int64_t nodes = region.nodes.first; nodes <= most_nodes; ++nodes) {
      ranks.insert(nodes * each);
    }
    for (const std::int64_t number : ranks) {
      if (number < std::max(each, possible.first) || number > possible.last) continue;
      const CommunicatorSize size = OnFullNodes(static_cast<int>(number), each);
      if (region.Contains(size)) layouts.push_back(size);
    }
  }
  return layouts;
}

/// Returns the deviations of one layout, by rising sizes.
std::vector<Deviation> DeviationsAt(const Exporter& exporter, const Row& row, const Call& at_layout,
                                    const Selection& selection) {
  std::vector<Deviation> all;
  const CommunicatorSize size = CommunicatorOf(at_layout);
  const Region layout{{size.nodes, size.nodes},
                      {size.ranks_per_node, size.ranks_per_node},
                      {size.ranks, size.ranks}};
  const std::set<Bytes> borders = BordersOf(row, at_layout, selection);
  bool goes_on = false;
  for (auto at = borders.begin(); at != borders.end() && std::next(at) != borders.end(); ++at) {
    const Rule* rule = row.Find(*at);
    Call call = at_layout;
    call.bytes = *at;
    Deviation one{.collective = row.collective,
                  .layouts = layout,
                  .placement = row.placement,
                  .roots = row.roots,
                  .first = *at,
                  .last = {std::next(at)->count - 1},
                  .choice = rule ? rule->choice : kLibrary,
                  .wanted = {},
                  .runs = selection.Choose(call)};
    if (const auto counterpart = CounterpartOf(exporter, call, one.choice)) {
      one.wanted = counterpart->name;
    }
    const bool is_one = one.wanted != one.runs;
    goes_on = goes_on && is_one && IsAlike(all.back(), one);
    if (goes_on) {
      all.back().last = one.last;
    } else if (is_one) {
      all.push_back(std::move(one));
    }
    goes_on = is_one;
  }
  return all;
}

/// Deviations of a row: those of several layouts are one where the choices are equal and the ranges
/// of sizes meet.
class RowDeviations {
 public:
  void Add(const Deviation& one) {
    for (Deviation& known : all_) {
      const bool meets =
          one.first.count <= known.last.count + 1 && known.first.count <= one.last.count + 1;
      if (!meets || !IsAlike(known, one)) continue;
      Extend(known, one);
      return;
    }
    all_.push_back(one);
    latest_.push_back(one.layouts);
  }

  /// Returns the deviations; `layouts` are all that were looked up.
  std::vector<Deviation> Take(const std::vector<CommunicatorSize>& layouts) {
    for (Deviation& one : all_) {
      one.checked = static_cast<int>(std::ranges::count_if(
          layouts, [&](const CommunicatorSize& size) { return one.layouts.Contains(size); }));
    }
    return std::move(all_);
  }

 private:
  void Extend(Deviation& known, const Deviation& one) {
    Region& latest = latest_[static_cast<std::size_t>(&known - all_.data())];
    if (latest != one.layouts) ++known.count;
    latest = one.layouts;
    known.is_same_range = known.is_same_range && known.first == one.first && known.last == one.last;
    known.first = std::min(known.first, one.first);
    known.last = std::max(known.last, one.last);
    known.layouts = Around(known.layouts, one.layouts);
  }

  std::vector<Deviation> all_;
  std::vector<Region> latest_;  ///< the last layout of each
};

/// Returns the communicators of which the program is asked by a call: of so many ranks on any nodes
/// where it does not tell nodes apart.
Region RegionOfCall(const Exporter& exporter, const Call& call) {
  if (exporter.tells_nodes) return RegionOf(call.ranks, call.ranks_per_node);
  return {{1, call.ranks}, {1, call.ranks}, {call.ranks, call.ranks}};
}

/// Tells whether both regions together are the smallest region that has both, and the second one
/// begins where the first ends. Both are joined from regions of RegionOfCall.
bool IsNext(const Region& one, const Region& next) {
  if (next.ranks.first != one.ranks.last + 1) return false;
  const auto is_any = [](const Region& region) {
    const Span all{1, region.ranks.last};
    return region.nodes == all && region.ranks_per_node == all;
  };
  const auto is_one_node = [](const Region& region) { return region.nodes == Span{1, 1}; };
  return (is_any(one) && is_any(next)) || (is_one_node(one) && is_one_node(next)) ||
         (one.ranks_per_node.IsOne() && one.ranks_per_node == next.ranks_per_node);
}

/// Joins rows for one more rank each that decide alike.
std::vector<Row> Joined(std::vector<Row> rows) {
  std::ranges::sort(rows, {}, &Row::Key);
  std::vector<Row> joined;
  for (Row& row : rows) {
    const bool goes_on = !joined.empty() && joined.back().collective == row.collective &&
                         joined.back().rules == row.rules &&
                         IsNext(joined.back().region, row.region);
    if (goes_on) {
      joined.back().region = Around(joined.back().region, row.region);
    } else {
      joined.push_back(std::move(row));
    }
  }
  return joined;
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

std::string RootsText(const std::optional<Roots>& roots) {
  return roots ? fmt::format(", roots {} to {}", roots->first, roots->last) : "";
}

}  // namespace

std::vector<Substitute> FindSubstitutes(const Exporter& exporter, const DecisionTable& table) {
  std::vector<Substitute> substitutes;
  std::set<std::pair<Collective, ChoiceId>> seen;
  for (const Row& row : table.rows) {
    const std::vector<CommunicatorSize> layouts = LayoutsOf(row, table.hull, {});
    for (const Rule& rule : row.rules) {
      if (rule.choice == kLibrary || seen.contains({row.collective, rule.choice})) continue;
      const auto counterpart = [&](const CommunicatorSize& size) {
        const Call call{row.collective, size.ranks, size.ranks_per_node, row.FirstRoot(),
                        rule.first};
        return CounterpartOf(exporter, call, rule.choice);
      };
      const auto inexact = std::ranges::find_if(layouts, [&](const CommunicatorSize& size) {
        const auto found = counterpart(size);
        return !found || !found->is_exact;
      });
      if (inexact == layouts.end()) continue;  // in other rows it may not be
      seen.insert({row.collective, rule.choice});
      substitutes.push_back({row.collective, rule.choice, counterpart(*inexact)});
    }
  }
  return substitutes;
}

std::vector<Deviation> FindDeviations(const Exporter& exporter, const DecisionTable& table,
                                      const Selection& selection) {
  std::vector<Deviation> deviations;
  for (const Row& row : table.rows) {
    const std::vector<CommunicatorSize> layouts =
        LayoutsOf(row, table.hull, selection.RankBorders(row.collective));
    RowDeviations of_row;
    for (const CommunicatorSize& size : layouts) {
      if (row.roots && row.roots->first >= size.ranks) continue;
      const Call call{row.collective, size.ranks, size.ranks_per_node, table.RootOf(row, size), {}};
      for (const Deviation& one : DeviationsAt(exporter, row, call, selection)) of_row.Add(one);
    }
    std::ranges::move(of_row.Take(layouts), std::back_inserter(deviations));
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
        "{} on {}{}{}{}, {}{} to {} bytes: {} is wanted for {}, and {} runs\n",
        ToText(one.collective), ToText(one.layouts),
        one.count == one.checked ? "" : fmt::format(" ({} of {} layouts)", one.count, one.checked),
        PlacementText(one.placement), RootsText(one.roots), one.is_same_range ? "" : "within ",
        one.first.count, one.last.count, OrOwn(one.wanted), one.choice, OrOwn(one.runs));
  }
  return text;
}

DecisionTable Import(const Exporter& exporter, const Selection& selection,
                     const std::vector<Call>& communicators, std::vector<std::string>& notes) {
  DecisionTable table;
  std::set<std::pair<Collective, std::string>> noted;
  for (Call call : communicators) {
    Row row{call.collective, RegionOfCall(exporter, call), {}};
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
  table.rows = Joined(std::move(table.rows));
  return table;
}

}  // namespace colltune
