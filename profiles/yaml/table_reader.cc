#include "profiles/yaml/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>

#include "algorithms/buffers.h"
#include "algorithms/places.h"
#include "algorithms/registry.h"
#include "profiles/sizes.h"

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

Rule ToRule(const YamlValue& value, Collective collective) {
  const Fields fields(value, "a rule", {"bytes", "choice", "evidence"});
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
  const auto first =
      static_cast<Rank>(ToInteger(ends[0], "first root", 0, row.region.ranks.last - 1));
  return {first,
          static_cast<Rank>(ToInteger(ends[1], "last root", first, row.region.ranks.last - 1))};
}

Mapping ToMapping(const YamlValue& value) {
  const std::string& name = ToText(value, "mapping");
  const std::optional<Mapping> mapping = FindMapping(name);
  if (mapping && *mapping != Mapping::kAny) return *mapping;
  throw YamlError(value.line, fmt::format("mapping is '{}', not block, cyclic or mixed", name));
}

/// Returns how two rows are for the same calls; empty where they are not. `low` is sorted before
/// `high`.
std::string Clash(const Row& low, const Row& high) {
  if (low.region != high.region) return {};
  std::string layout = ToText(low.region);
  if (const auto what = Overlap(low.placement, high.placement); !what.empty()) {
    return fmt::format("of the rows for {} some have a key '{}' and others have none", layout,
                       what);
  }
  if (low.placement != high.placement) return {};
  if (low.placement.sites > 0) layout += fmt::format(", {} sites", low.placement.sites);
  if (low.placement.mapping != Mapping::kAny) {
    layout += fmt::format(", {} mapping", ToText(low.placement.mapping));
  }
  if (low.roots == high.roots) return fmt::format("a row for {} stands twice", layout);
  if (!low.roots || low.roots->last < high.roots->first) return {};
  return fmt::format("the rows for {} overlap in roots {} to {} and {} to {}", layout,
                     low.roots->first, low.roots->last, high.roots->first, high.roots->last);
}

Row ToRow(const YamlValue& value, Collective collective) {
  const Fields fields(value, "a row",
                      {"ranks", "ranks_per_node", "sites", "mapping", "roots", "rules"});
  Row row;
  row.collective = collective;
  const auto ranks = static_cast<int>(ToInteger(fields.Get("ranks"), "ranks", 1, kMostCount));
  const std::int64_t per_node = ToInteger(fields.Get("ranks_per_node"), "ranks_per_node", 1, ranks);
  row.region = RegionOf(ranks, static_cast<int>(per_node));
  if (const YamlValue* sites = fields.Find("sites")) {
    row.placement.sites = static_cast<int>(ToInteger(*sites, "sites", 1, Machine::kMostSites));
  }
  if (const YamlValue* mapping = fields.Find("mapping")) {
    row.placement.mapping = ToMapping(*mapping);
  }
  if (const YamlValue* roots = fields.Find("roots")) row.roots = ToRoots(*roots, row);
  std::vector<Lined<Rule>> rules;
  for (const YamlValue& item : ToList(fields.Get("rules"), "rules")) {
    rules.push_back({item.line, ToRule(item, collective)});
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

}  // namespace

DecisionTable ToTable(const YamlValue& value) {
  // The mapping's keys are data, not fields.
  std::vector<std::string_view> known(kCollectiveNames.begin(), kCollectiveNames.end());
  const Fields tables(value, "tables", known);
  DecisionTable table;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const YamlValue* list = tables.Find(known[i]);
    if (list == nullptr) continue;
    std::vector<Lined<Row>> rows;
    for (const YamlValue& item : ToList(*list, known[i])) {
      rows.push_back({item.line, ToRow(item, static_cast<Collective>(i))});
    }
    for (Row& row : Sorted(std::move(rows), std::mem_fn(&Row::Key), Clash)) {
      table.rows.push_back(std::move(row));
    }
  }
  return table;
}

}  // namespace colltune
