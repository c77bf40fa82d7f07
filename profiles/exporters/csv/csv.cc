// The decision table as lines of comma-separated values, for scripts and spreadsheets.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "algorithms/registry.h"
#include "profiles/exporters/exporters.h"
#include "profiles/sizes.h"
#include "profiles/split.h"

namespace colltune {
namespace {

constexpr std::string_view kHeader =
    "op,ranks,ranks_per_node,first_root,last_root,first_byte,last_byte,choice,first_nodes,"
    "last_nodes,first_ranks_per_node,last_ranks_per_node,first_ranks,last_ranks\n";
constexpr std::size_t kFields = 14;
constexpr std::size_t kFieldsOfLayouts = 8;  // as earlier versions wrote them

std::string Line(const Row& row, const Rule& rule) {
  const std::string roots =
      row.roots ? fmt::format("{},{}", row.roots->first, row.roots->last) : std::string(",");
  const CommunicatorSize size = row.region.Smallest();
  const auto& [nodes, each, ranks] = row.region;
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}\n", ToText(row.collective), size.ranks,
                     size.ranks_per_node, roots, rule.first.count, rule.last.count, rule.choice,
                     nodes.first, nodes.last, each.first, each.last, ranks.first, ranks.last);
}

std::vector<ExportedFile> Write(const Profile& profile) {
  std::string text(kHeader);
  for (const Row& row : profile.table.rows) {
    for (const Rule& rule : row.rules) text += Line(row, rule);
    // A row without rules gets a line also: else another row would be taken for its roots.
    if (row.rules.empty()) text += Line(row, {Bytes{0}, kLargestSize, kLibrary, {}});
  }
  return {{"", std::move(text)}};
}

template <typename Number>
void Parse(std::string_view text, Number& number) {
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size() || number < 0) {
    throw std::invalid_argument(fmt::format("'{}': not a valid number here", text));
  }
}

/// A line of the file: one rule.
struct Entry {
  Row row;
  Rule rule;

  bool Fits(const Call& call) const {
    return row.collective == call.collective && row.region.Contains(CommunicatorOf(call)) &&
           (!row.roots || row.roots->Contain(call.root));
  }
  bool Covers(Bytes bytes) const { return rule.first <= bytes && bytes <= rule.last; }
};

/// Throws std::invalid_argument.
Entry ParseLine(std::string_view line) {
  const std::vector<std::string_view> fields = Split(line, ',');
  if (fields.size() != kFields && fields.size() != kFieldsOfLayouts) {
    throw std::invalid_argument(
        fmt::format("has not the {} or {} fields of a rule", kFields, kFieldsOfLayouts));
  }
  Entry entry;
  const auto collective = FindCollective(fields[0]);
  if (!collective) throw std::invalid_argument(fmt::format("unknown op '{}'", fields[0]));
  entry.row.collective = *collective;
  int ranks = 0;
  int per_node = 0;
  Parse(fields[1], ranks);
  Parse(fields[2], per_node);
  entry.row.region = RegionOf(ranks, per_node);
  if (fields.size() == kFields) {
    auto& [nodes, each, all] = entry.row.region;
    Parse(fields[8], nodes.first);
    Parse(fields[9], nodes.last);
    Parse(fields[10], each.first);
    Parse(fields[11], each.last);
    Parse(fields[12], all.first);
    Parse(fields[13], all.last);
  }
  if (!fields[3].empty()) {
    Roots roots;
    Parse(fields[3], roots.first);
    Parse(fields[4], roots.last);
    entry.row.roots = roots;
  }
  Parse(fields[5], entry.rule.first.count);
  Parse(fields[6], entry.rule.last.count);
  entry.rule.choice = ToText(ParseChoice(*collective, fields[7]));
  return entry;
}

class CsvSelection final : public Selection {
 public:
  explicit CsvSelection(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  std::string Choose(const Call& call) const override {
    // A row that names the root is the only one for that root, at all sizes.
    const bool is_named = std::ranges::any_of(
        entries_, [&](const Entry& entry) { return entry.row.roots && entry.Fits(call); });
    for (const Entry& entry : entries_) {
      const bool is_of_row = entry.Fits(call) && entry.row.roots.has_value() == is_named;
      if (is_of_row && entry.Covers(call.bytes)) return std::string(entry.rule.choice.text());
    }
    return std::string(kLibrary.text());
  }

  std::vector<Bytes> Borders(const Call& call) const override {
    std::vector<Bytes> borders;
    for (const Entry& entry : entries_) {
      if (!entry.Fits(call)) continue;
      borders.push_back(entry.rule.first);
      borders.push_back({entry.rule.last.count + 1});
    }
    return borders;
  }

 private:
  std::vector<Entry> entries_;
};

std::unique_ptr<Selection> Read(std::span<const ExportedFile> files, const std::string& file) {
  std::vector<Entry> entries;
  std::string_view text = files.front().text;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (number == 1) continue;
    try {
      entries.push_back(ParseLine(line));
    } catch (const std::invalid_argument& error) {
      throw ProfileError(file, number, error.what());
    }
  }
  return std::make_unique<CsvSelection>(std::move(entries));
}

}  // namespace

Exporter CsvExporter() {
  return {
      .name = "csv",
      .summary = "a line for each rule, for scripts and spreadsheets",
      .use = "No program loads it by itself.",
      .counterpart = [](const Call&, const Choice& choice) -> std::optional<Counterpart> {
        return Counterpart{ToText(choice), true};
      },
      .write = Write,
      .read = Read,
      .choice_of = nullptr,
  };
}

}  // namespace colltune
