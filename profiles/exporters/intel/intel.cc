// Intel MPI's environment variables I_MPI_ADJUST_<COLLECTIVE>, of the form
// "ALGORITHM:CONDITION,...;...", a condition being BYTES or FIRST-LAST, then @RANKS or @FIRST-LAST,
// all included: "1:0-1023@4-4;3:1024-65536@4-4". An algorithm without conditions is for all calls
// that match no condition: "4:0-100,5001-10000;1:101-3200;3" is the reference's example.
//
// Source: Intel MPI Library Developer Reference, "I_MPI_ADJUST Family Environment Variables". The
// numbers of the algorithms are those of its edition for 2019. Editions from 2021.13 on call them
// presets, of which there are more than algorithms. The reference's table of message sizes says how
// bytes are counted: of a block, but for allgatherv and reduce_scatter in total, and without an
// interval of sizes where ranks may not know them ("n/a"). No example of the last form was found.
// The reference does not say which of two overlapping conditions wins, what unknown numbers do, or
// how large sizes may be; 2^31-1 fits into any type for a count of MPI.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "algorithms/buffers.h"
#include "profiles/exporters/flat_rules.h"
#include "profiles/exporters/intel/intel_matches.h"
#include "profiles/exporters/settings_text.h"
#include "profiles/exporters/shell_variables.h"
#include "profiles/sizes.h"
#include "profiles/split.h"

namespace colltune {
namespace {

using intel::kMatches;
using enum Collective;

constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kEverySize = std::numeric_limits<std::int64_t>::max();
constexpr std::string_view kPrefix = "I_MPI_ADJUST_";

int BlocksOfCall(Collective collective, int ranks) {
  if (!KnowsSizes(collective)) return 0;
  const bool is_total = collective == kAllgatherv || collective == kReduceScatter;
  return is_total ? BlocksInTotal(collective, ranks) : 1;
}

std::string VariableOf(Collective collective) {
  std::string name(ToText(collective));
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return std::string(kPrefix) + name;
}

std::string NumberIn(std::string_view name) { return std::string(name.substr(0, name.find(' '))); }

/// Returns the name of a number: "3" -> "3 ring". For an algorithm without a match it is the number
/// alone; for 0, the library's own choice, it is empty.
std::string NameOf(Collective collective, const std::string& number) {
  if (number == "0") return "";
  const auto found = std::ranges::find_if(kMatches, [&](const Match& match) {
    return match.collective == collective && NumberIn(match.name) == number;
  });
  return found == kMatches.end() ? number : std::string(found->name);
}

std::vector<ExportedFile> Write(const Profile& profile) {
  std::string text = "# Which algorithms Intel MPI shall use: for the shell command `.`\n";
  std::string value;
  const auto rules = Flatten(profile.table, kMatches, BlocksOfCall, kMost);
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const FlatRule& rule = rules[i];
    const bool has_sizes = BlocksOfCall(rule.collective, rule.first_ranks) > 0;
    value += fmt::format("{}{}:{}@{}-{}", value.empty() ? "" : ";", NumberIn(rule.name),
                         has_sizes ? fmt::format("{}-{}", rule.first, rule.last) : "",
                         rule.first_ranks, rule.last_ranks);
    if (i + 1 < rules.size() && rules[i + 1].collective == rule.collective) continue;
    text += ExportLine(VariableOf(rule.collective), value);
    value.clear();
  }
  return {{"", std::move(text)}};
}

struct Range {
  std::int64_t first = 0;
  std::int64_t last = kEverySize;
};

/// Parses "8" or "8-64".
Range ParseRange(std::string_view text, std::int64_t least, std::int64_t most,
                 std::string_view what) {
  const auto ends = Split(text, '-');
  if (ends.size() > 2) throw std::invalid_argument(fmt::format("'{}' is no range", text));
  const Range range{ParseInteger(ends.front(), least, most, what),
                    ParseInteger(ends.back(), least, most, what)};
  if (range.first > range.last) {
    throw std::invalid_argument(fmt::format("'{}' ends before it begins", text));
  }
  return range;
}

FlatRule ParseCondition(Collective collective, std::string_view text, const std::string& name) {
  const auto parts = Split(text, '@');
  if (parts.size() > 2) throw std::invalid_argument(fmt::format("'{}' has two @", text));
  const bool has_sizes = BlocksOfCall(collective, 2) > 0;
  if (has_sizes == parts.front().empty()) {
    throw std::invalid_argument(fmt::format("'{}' {} sizes, which {} {}", text,
                                            has_sizes ? "lacks" : "has", VariableOf(collective),
                                            has_sizes ? "needs" : "does not know"));
  }
  const Range sizes =
      has_sizes ? ParseRange(parts.front(), 0, kLargestSize.count, "size") : Range();
  const Range ranks =
      parts.size() == 2 ? ParseRange(parts.back(), 1, kMost, "number of ranks") : Range{1, kMost};
  return {collective,
          static_cast<int>(ranks.first),
          static_cast<int>(ranks.last),
          sizes.first,
          sizes.last,
          name};
}

void Append(const FlatRule& rule, std::vector<FlatRule>& rules) {
  for (const FlatRule& other : rules) {
    if (!Overlap(rule, other)) continue;
    throw std::invalid_argument(
        fmt::format("{} has two algorithms for {} ranks and {} bytes, and it is not known which "
                    "one Intel MPI takes",
                    VariableOf(rule.collective), std::max(rule.first_ranks, other.first_ranks),
                    std::max(rule.first, other.first)));
  }
  rules.push_back(rule);
}

/// Content of a variable: algorithms with conditions, and the one for all other calls.
struct Said {
  std::vector<FlatRule> rules;
  std::optional<FlatRule> others;
};

/// Throws std::invalid_argument.
void ParseEntry(Collective collective, std::string_view entry, Said& said) {
  const std::size_t colon = std::min(entry.find(':'), entry.size());
  const std::int64_t number = ParseInteger(entry.substr(0, colon), 0, kMost, "algorithm");
  const std::string name = NameOf(collective, std::to_string(number));
  const std::string_view conditions = entry.substr(std::min(colon + 1, entry.size()));
  if (!conditions.empty()) {
    for (const std::string_view condition : Split(conditions, ',')) {
      Append(ParseCondition(collective, condition, name), said.rules);
    }
    return;
  }
  if (said.others) {
    throw std::invalid_argument(
        fmt::format("{} has two algorithms without conditions", VariableOf(collective)));
  }
  said.others = {collective, 1, static_cast<int>(kMost), 0, kEverySize, name};
}

/// Throws std::invalid_argument.
std::vector<FlatRule> Parse(Collective collective, std::string_view value) {
  Said said;
  for (const std::string_view entry : Split(value, ';')) ParseEntry(collective, entry, said);
  if (said.others) said.rules.push_back(*said.others);  // last: the first match holds
  return said.rules;
}

/// Returns nothing for variables of nonblocking collectives, and of parameters of algorithms.
std::optional<Collective> CollectiveOf(std::string_view variable) {
  const auto found = std::ranges::find_if(kCollectiveNames, [&](std::string_view name) {
    return VariableOf(*FindCollective(name)) == variable;
  });
  return found == kCollectiveNames.end() ? std::nullopt : FindCollective(*found);
}

std::unique_ptr<Selection> Read(std::span<const ExportedFile> files, const std::string& file) {
  constexpr std::array kPrefixes = {kPrefix};
  std::vector<FlatRule> rules;
  std::vector<std::string> notes;
  for (const Setting& setting : ReadSettings(files.front().text, file, kPrefixes)) {
    const std::string where = fmt::format("{}:{}", file, setting.line);
    const auto collective = CollectiveOf(setting.name);
    if (!collective) {
      notes.push_back(
          fmt::format("{}: {} selects nothing that a profile has; left out", where, setting.name));
      continue;
    }
    try {
      for (FlatRule& rule : Parse(*collective, setting.value)) {
        rule.where = where;
        rules.push_back(std::move(rule));
      }
    } catch (const std::invalid_argument& error) {
      throw ProfileError(file, setting.line, error.what());
    }
  }
  auto selection = FirstOf(std::move(rules), BlocksOfCall);
  selection->notes = std::move(notes);
  return selection;
}

}  // namespace

Exporter IntelExporter() {
  return {
      .name = "intel",
      .summary = "Intel MPI, I_MPI_ADJUST_... variables; the numbers are those of 2019",
      .use =
          "Read it by `. FILE` in the shell that starts mpiexec. From version 2021.13 on the "
          "numbers may mean something else.",
      .counterpart = [](const Call& call,
                        const Choice& choice) { return FindMatch(kMatches, call, choice); },
      .write = Write,
      .read = Read,
      .choice_of = [](Collective collective,
                      const std::string& name) { return FindOurs(kMatches, collective, name); },
  };
}

}  // namespace colltune
