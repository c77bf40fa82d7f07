// The decision table as a header in C99 and C++11, for programs of one's own.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <stdexcept>

#include "algorithms/registry.h"
#include "profiles/exporters/c_header/c_header_text.h"
#include "profiles/exporters/exporters.h"
#include "profiles/sizes.h"
#include "profiles/split.h"

namespace colltune {
namespace {

constexpr Rank kLastRoot = std::numeric_limits<Rank>::max();

std::string EnumName(Collective collective) {
  std::string name = "COLLTUNE_";
  for (const char c : ToText(collective)) {
    name += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return name;
}

std::string EnumText() {
  std::string text;
  for (const std::string_view name : kCollectiveNames) {
    text += fmt::format("  {}{}\n", EnumName(*FindCollective(name)),
                        name == kCollectiveNames.back() ? "" : ",");
  }
  return text;
}

std::string SpanText(const Span& span) { return fmt::format("{}, {}", span.first, span.last); }

/// Writes rows that name roots before the row for all others: the function takes the first row that
/// has the call.
std::vector<ExportedFile> Write(const Profile& profile) {
  std::vector<const Row*> rows;
  for (const Row& row : profile.table.rows) rows.push_back(&row);
  // Avoids std::ranges, whose subrange clang 14 cannot read in this C++ library.
  std::stable_partition(rows.begin(), rows.end(),
                        [](const Row* row) { return row->roots.has_value(); });
  std::string rows_text;
  std::string rules_text;
  std::size_t first_rule = 0;
  for (const Row* row : rows) {
    const Roots roots = row->roots.value_or(Roots{0, kLastRoot});
    rows_text += fmt::format("  {{{}, {}, {}, {}, {}, {}, {}}},\n", EnumName(row->collective),
                             SpanText(row->region.ranks), SpanText(row->region.ranks_per_node),
                             SpanText(row->region.nodes), SpanText({roots.first, roots.last}),
                             first_rule, row->rules.size());
    first_rule += row->rules.size();
    for (const Rule& rule : row->rules) {
      rules_text +=
          fmt::format("  {{{}, {}, \"{}\"}},\n", rule.first.count, rule.last.count, rule.choice);
    }
  }
  return {{"", fmt::format(kHeaderText, fmt::arg("collectives", EnumText()),
                           fmt::arg("rows", rows_text), fmt::arg("rules", rules_text))}};
}

/// Returns the fields of a line of a table, without blanks and braces: "{a, b}," -> "a", "b".
std::vector<std::string_view> Fields(std::string_view line, std::size_t count) {
  if (!line.starts_with("  {") || !line.ends_with("},")) {
    throw std::invalid_argument("not a line of a table");
  }
  auto fields = Split(line.substr(3, line.size() - 5), ',');
  if (fields.size() != count) {
    throw std::invalid_argument(fmt::format("has {} fields, not {}", fields.size(), count));
  }
  for (std::string_view& field : fields) {
    if (field.starts_with(' ')) field.remove_prefix(1);
  }
  return fields;
}

struct HeaderRow {
  Row row;
  Roots roots;
  std::size_t first = 0;
  std::size_t rules = 0;
};

HeaderRow ParseRow(std::string_view line) {
  const auto fields = Fields(line, 11);
  const auto name = std::ranges::find_if(kCollectiveNames, [&](std::string_view one) {
    return EnumName(*FindCollective(one)) == fields[0];
  });
  if (name == kCollectiveNames.end()) {
    throw std::invalid_argument(fmt::format("unknown collective '{}'", fields[0]));
  }
  const auto number = [&](int field) {
    return static_cast<int>(
        ParseInteger(fields[static_cast<std::size_t>(field)], 0, kLastRoot, "number"));
  };
  return {{*FindCollective(*name),
           {{number(5), number(6)}, {number(3), number(4)}, {number(1), number(2)}},
           {}},
          {number(7), number(8)},
          static_cast<std::size_t>(number(9)),
          static_cast<std::size_t>(number(10))};
}

Rule ParseRule(std::string_view line) {
  const auto fields = Fields(line, 3);
  const std::string_view text = fields[2];
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') {
    throw std::invalid_argument(fmt::format("'{}': not a text in quotes", text));
  }
  return {{ParseInteger(fields[0], 0, kLargestSize.count, "size")},
          {ParseInteger(fields[1], 0, kLargestSize.count, "size")},
          std::string(text.substr(1, text.size() - 2)),
          {}};
}

class HeaderSelection final : public Selection {
 public:
  explicit HeaderSelection(std::vector<HeaderRow> rows) : rows_(std::move(rows)) {}

  std::string Choose(const Call& call) const override {
    const HeaderRow* row = Find(call);
    const Rule* rule = row ? row->row.Find(call.bytes) : nullptr;
    return std::string((rule ? rule->choice : kLibrary).text());
  }

  std::vector<Bytes> Borders(const Call& call) const override {
    std::vector<Bytes> borders;
    const HeaderRow* row = Find(call);
    if (row == nullptr) return borders;
    for (const Rule& rule : row->row.rules) {
      borders.push_back(rule.first);
      borders.push_back({rule.last.count + 1});
    }
    return borders;
  }

 private:
  const HeaderRow* Find(const Call& call) const {
    const auto found = std::ranges::find_if(rows_, [&](const HeaderRow& one) {
      return one.row.collective == call.collective &&
             one.row.region.Contains(CommunicatorOf(call)) && one.roots.Contain(call.root);
    });
    return found == rows_.end() ? nullptr : &*found;
  }

  std::vector<HeaderRow> rows_;
};

/// Reads the lines between the one that begins a table and its last entry, which matches no call.
template <typename Parse>
auto ReadTable(const std::vector<std::string_view>& lines, const std::string& file,
               std::string_view begin, std::string_view end, Parse parse) {
  std::vector<decltype(parse(begin))> table;
  auto line = std::ranges::find(lines, begin);
  if (line == lines.end()) throw ProfileError(file, 0, fmt::format("has no line '{}'", begin));
  while (++line != lines.end() && *line != end) {
    try {
      table.push_back(parse(*line));
    } catch (const std::invalid_argument& error) {
      throw ProfileError(file, static_cast<int>(line - lines.begin()) + 1, error.what());
    }
  }
  return table;
}

std::unique_ptr<Selection> Read(std::span<const ExportedFile> files, const std::string& file) {
  const auto lines = Split(files.front().text, '\n');
  auto rows = ReadTable(lines, file, kRowsBegin, kRowsEnd, ParseRow);
  const auto rules = ReadTable(lines, file, kRulesBegin, kRulesEnd, ParseRule);
  for (HeaderRow& row : rows) {
    if (row.first + row.rules > rules.size()) {
      throw ProfileError(file, 0,
                         fmt::format("a row has rules {} to {} of {}", row.first,
                                     row.first + row.rules, rules.size()));
    }
    const auto first = rules.begin() + static_cast<std::ptrdiff_t>(row.first);
    row.row.rules.assign(first, first + static_cast<std::ptrdiff_t>(row.rules));
  }
  return std::make_unique<HeaderSelection>(std::move(rows));
}

}  // namespace

Exporter CHeaderExporter() {
  return {
      .name = "c-header",
      .summary = "a header in C99 and C++, with the table and a function that looks calls up",
      .use = "Include it, and call colltune_choice().",
      .counterpart = [](const Call&, const Choice& choice) -> std::optional<Counterpart> {
        return Counterpart{ToText(choice), true};
      },
      .write = Write,
      .read = Read,
      .choice_of = nullptr,
  };
}

}  // namespace colltune
