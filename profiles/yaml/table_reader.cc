#include "profiles/yaml/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

#include "algorithms/buffers.h"
#include "algorithms/places.h"
#include "algorithms/registry.h"
#include "profiles/sizes.h"
#include "profiles/tiling.h"

namespace colltune {
namespace {

/// A value that was read, and its line.
template <typename Value>
struct Lined {
  int line;
  Value value;
};

/// Sorts by key. Throws YamlError where clash(lower, upper) of two neighbours is not empty, at the
/// one that comes later in the text.
template <typename Value, typename Key, typename Clash>
std::vector<Value> Sorted(std::vector<Lined<Value>> items, Key key, Clash clash) {
  std::ranges::stable_sort(items, {}, [&](const Lined<Value>& item) { return key(item.value); });
  std::vector<Value> sorted;
  sorted.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) {
      const std::string reason = clash(items[i - 1].value, items[i].value);
      const auto [first, second] = std::minmax(items[i - 1].line, items[i].line);
      if (!reason.empty()) throw YamlError(second, fmt::format("{} (line {})", reason, first));
    }
  }
  for (Lined<Value>& item : items) sorted.push_back(std::move(item.value));
  return sorted;
}

Bytes ToBytes(const YamlValue& value, std::string_view what) {
  return Bytes{ToInteger(value, what, 0, kLargestSize.count)};
}

Seconds ToSeconds(const YamlValue& value, std::string_view what) {
  return Seconds{ToNumber(value, what, 0, std::numeric_limits<double>::infinity(), 6)};
}

std::string ToChoice(const YamlValue& value, Collective collective) {
  try {
    return ToText(ParseChoice(collective, ToText(value, "choice")));
  } catch (const std::invalid_argument& fault) {
    throw YamlError(value.line, fault.what());
  }
}

Candidate ToCandidate(const YamlValue& value, Collective collective) {
  const Fields fields(
      value, "a candidate",
      {"choice", "samples", "median_us", "low_us", "high_us", "predicted_us", "again_us"});
  Candidate candidate;
  candidate.choice = ToChoice(fields.Get("choice"), collective);
  candidate.samples = static_cast<int>(ToInteger(fields.Get("samples"), "samples", 0, kMostCount));
  if (const YamlValue* predicted = fields.Find("predicted_us")) {
    candidate.predicted = ToSeconds(*predicted, "predicted_us");
  }
  if (candidate.samples == 0) {
    for (const std::string_view key : {"median_us", "low_us", "high_us", "again_us"}) {
      const YamlValue* time = fields.Find(key);
      if (time != nullptr) throw YamlError(time->line, fmt::format("{} of no samples", key));
    }
    fields.Get("predicted_us");
    return candidate;
  }
  candidate.median = ToSeconds(fields.Get("median_us"), "median_us");
  candidate.low = ToSeconds(fields.Get("low_us"), "low_us");
  candidate.high = ToSeconds(fields.Get("high_us"), "high_us");
  if (candidate.low > candidate.median || candidate.median > candidate.high) {
    throw YamlError(value.line, "median_us is not between low_us and high_us");
  }
  if (const YamlValue* again = fields.Find("again_us")) {
    candidate.replicated_median = ToSeconds(*again, "again_us");
  }
  return candidate;
}

Evidence ToEvidence(const YamlValue& value, Collective collective, Bytes first, Bytes last) {
  const Fields fields(value, "evidence", {"bytes", "reason", "candidates"});
  Evidence evidence;
  evidence.bytes = ToBytes(fields.Get("bytes"), "bytes");
  if (evidence.bytes < first || last < evidence.bytes) {
    throw YamlError(fields.Get("bytes").line,
                    fmt::format("evidence of {} bytes in a rule for {} to {}", evidence.bytes.count,
                                first.count, last.count));
  }
  evidence.reason = ToText(fields.Get("reason"), "reason");
  for (const YamlValue& item : ToList(fields.Get("candidates"), "candidates")) {
    evidence.candidates.push_back(ToCandidate(item, collective));
    const ChoiceId choice = evidence.candidates.back().choice;
    if (evidence.Find(choice) != &evidence.candidates.back()) {
      throw YamlError(item.line, fmt::format("the candidate '{}' stands twice", choice));
    }
  }
  std::ranges::stable_sort(evidence.candidates, {}, [](const Candidate& candidate) {
    return std::tuple(candidate.samples == 0, candidate.median);
  });
  return evidence;
}

/// Returns a measured layout that a rule was interpolated from.
NodesAndRanks ToNodesAndRanks(const YamlValue& value) {
  const Fields fields(value, "a layout", {"nodes", "ranks_per_node", "ranks"});
  const auto count = [&](std::string_view key) {
    return static_cast<int>(ToInteger(fields.Get(key), key, 1, kMostCount));
  };
  NodesAndRanks layout{count("nodes"), count("ranks_per_node")};
  if (fields.Find("ranks") != nullptr) layout.ranks = count("ranks");
  return layout;
}

Interpolation ToInterpolation(const YamlValue& value) {
  const Fields fields(value, "interpolated", {"from", "within"});
  Interpolation interpolation;
  const YamlValue& from = fields.Get("from");
  for (const YamlValue& item : ToList(from, "from")) {
    interpolation.from.push_back(ToNodesAndRanks(item));
  }
  const std::size_t count = interpolation.from.size();
  if (count < 1 || count > 2) {
    throw YamlError(from.line, fmt::format("from has {} layouts, not 1 or 2", count));
  }
  interpolation.within = ToNumber(fields.Get("within"), "within", 0);
  return interpolation;
}

Rule ToRule(const YamlValue& value, Collective collective, int version) {
  std::vector<std::string_view> known = {"bytes", "choice", "evidence"};
  if (version > 1) known.emplace_back("interpolated");
  const Fields fields(value, "a rule", std::move(known));
  const YamlValue& range = fields.Get("bytes");
  const std::vector<YamlValue>& ends = ToList(range, "bytes");
  if (ends.size() != 2) throw YamlError(range.line, "the bytes of a rule are [first, last]");
  Rule rule = {ToBytes(ends[0], "first"),
               ToBytes(ends[1], "last"),
               ToChoice(fields.Get("choice"), collective),
               {}};
  if (rule.last < rule.first) {
    throw YamlError(range.line, fmt::format("there is no size from {} to {}", rule.first.count,
                                            rule.last.count));
  }
  if (const YamlValue* interpolated = fields.Find("interpolated")) {
    rule.interpolated = ToInterpolation(*interpolated);
  }
  std::vector<Lined<Evidence>> evidence;
  for (const YamlValue& item : ToList(fields.Get("evidence"), "evidence")) {
    evidence.push_back({item.line, ToEvidence(item, collective, rule.first, rule.last)});
  }
  rule.evidence = Sorted(
      std::move(evidence), [](const Evidence& item) { return item.bytes; },
      [](const Evidence& low, const Evidence& high) {
        return low.bytes < high.bytes
                   ? ""
                   : fmt::format("evidence of {} bytes stands twice", low.bytes.count);
      });
  return rule;
}

Roots ToRoots(const YamlValue& value, const Row& row) {
  if (!HasRoot(row.collective)) {
    throw YamlError(value.line, fmt::format("{} has no root", ToText(row.collective)));
  }
  const std::vector<YamlValue>& ends = ToList(value, "roots");
  if (ends.size() != 2) throw YamlError(value.line, "the roots of a row are [first, last]");
  const int last = row.region.PossibleRanks().last;
  const auto first = static_cast<Rank>(ToInteger(ends[0], "first root", 0, last - 1));
  return {first, static_cast<Rank>(ToInteger(ends[1], "last root", first, last - 1))};
}

Mapping ToMapping(const YamlValue& value) {
  const std::string& name = ToText(value, "mapping");
  const std::optional<Mapping> mapping = FindMapping(name);
  if (mapping && *mapping != Mapping::kAny) return *mapping;
  throw YamlError(value.line, fmt::format("mapping is '{}', not block, cyclic or mixed", name));
}

/// Returns [first, last] of whole numbers from 1 on. `what`: the key.
Span ToSpan(const YamlValue& value, std::string_view what) {
  const std::vector<YamlValue>& ends = ToList(value, what);
  if (ends.size() != 2) throw YamlError(value.line, fmt::format("{} is not [first, last]", what));
  const auto first =
      static_cast<int>(ToInteger(ends[0], fmt::format("first of {}", what), 1, kMostCount));
  return {first,
          static_cast<int>(ToInteger(ends[1], fmt::format("last of {}", what), first, kMostCount))};
}

/// Returns the region of a row of version 1: a single layout.
Region ToLayout(const Fields& fields) {
  const auto ranks = static_cast<int>(ToInteger(fields.Get("ranks"), "ranks", 1, kMostCount));
  const std::int64_t per_node = ToInteger(fields.Get("ranks_per_node"), "ranks_per_node", 1, ranks);
  return RegionOf(ranks, static_cast<int>(per_node));
}

/// Returns the region of a row from version 2 on.
Region ToRegion(const YamlValue& value, const Fields& fields) {
  Region region{ToSpan(fields.Get("nodes"), "nodes"),
                ToSpan(fields.Get("ranks_per_node"), "ranks_per_node"),
                {}};
  if (const YamlValue* ranks = fields.Find("ranks")) region.ranks = ToSpan(*ranks, "ranks");
  if (region.PossibleRanks().IsEmpty()) {
    throw YamlError(value.line, "no communicator has so many nodes, ranks per node and ranks");
  }
  return region;
}

Row ToRow(const YamlValue& value, Collective collective, int version) {
  std::vector<std::string_view> known = {"ranks",   "ranks_per_node", "sites",
                                         "mapping", "roots",          "rules"};
  if (version > 1) known.emplace_back("nodes");
  const Fields fields(value, "a row", std::move(known));
  Row row;
  row.collective = collective;
  row.region = version == 1 ? ToLayout(fields) : ToRegion(value, fields);
  if (const YamlValue* sites = fields.Find("sites")) {
    row.placement.sites = static_cast<int>(ToInteger(*sites, "sites", 1, Machine::kMostSites));
  }
  if (const YamlValue* mapping = fields.Find("mapping")) {
    row.placement.mapping = ToMapping(*mapping);
  }
  if (const YamlValue* roots = fields.Find("roots")) row.roots = ToRoots(*roots, row);
  std::vector<Lined<Rule>> rules;
  for (const YamlValue& item : ToList(fields.Get("rules"), "rules")) {
    rules.push_back({item.line, ToRule(item, collective, version)});
  }
  row.rules = Sorted(
      std::move(rules), [](const Rule& rule) { return rule.first; },
      [](const Rule& low, const Rule& high) {
        return low.last < high.first
                   ? ""
                   : fmt::format("the rules for {} to {} and {} to {} bytes overlap",
                                 low.first.count, low.last.count, high.first.count,
                                 high.last.count);
      });
  return row;
}

/// Throws YamlError where two rows of a collective are for the same calls, or where the hull has
/// communicators without a row. `lines`: of the rows; `line`: of their list.
void CheckTiling(std::span<const Row> rows, std::span<const int> lines, int line,
                 const std::optional<Hull>& hull) {
  if (const auto clash = FindClash(rows)) {
    const auto [first, second] = std::minmax(lines[clash->one], lines[clash->other]);
    throw YamlError(second, fmt::format("{} (line {})", clash->reason, first));
  }
  if (!hull || rows.empty()) return;
  if (const auto gap = FindGap(rows, *hull)) {
    throw YamlError(
        line, fmt::format("{}: no row for {}", ToText(rows.front().collective), ToText(*gap)));
  }
}

}  // namespace

Hull ToHull(const YamlValue& value) {
  const Fields fields(value, "hull", {"nodes", "ranks_per_node"});
  return {ToSpan(fields.Get("nodes"), "nodes"),
          ToSpan(fields.Get("ranks_per_node"), "ranks_per_node")};
}

DecisionTable ToTable(const YamlValue& value, int version, const std::optional<Hull>& hull) {
  // The mapping's keys are data, not fields.
  std::vector<std::string_view> known(kCollectiveNames.begin(), kCollectiveNames.end());
  const Fields tables(value, "tables", known);
  DecisionTable table;
  table.hull = hull;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const YamlValue* list = tables.Find(known[i]);
    if (list == nullptr) continue;
    std::vector<Row> rows;
    std::vector<int> lines;
    for (const YamlValue& item : ToList(*list, known[i])) {
      rows.push_back(ToRow(item, static_cast<Collective>(i), version));
      lines.push_back(item.line);
    }
    CheckTiling(rows, lines, list->line, hull);
    std::ranges::sort(rows, {}, &Row::Key);
    std::ranges::move(rows, std::back_inserter(table.rows));
  }
  return table;
}

}  // namespace colltune
