#include "tests/fuzz/readers.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <stdexcept>
#include <vector>

#include "profiles/compiled/compiled_table.h"
#include "profiles/compiled/table_layout.h"
#include "profiles/exporters/export_check.h"
#include "profiles/profile.h"
#include "profiles/stats/stats.h"
#include "profiles/yaml/network_file.h"
#include "profiles/yaml/yaml.h"

namespace colltune {
namespace {

void Demand(bool kept, const char* promise) {
  if (kept) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

/// Checks that an accepted value reads back. noexcept, as the written text may not be refused.
template <typename Value>
void CheckRoundTrip(const Value& value,
                    Value (*parse)(const std::string&, const std::string&)) noexcept {
  const std::string text = ToYaml(value);
  const Value back = parse(text, "written");
  Demand(back == value, "what is written reads back as the same");
  Demand(ToYaml(back) == text, "the same value always gives the same text");
}

void CheckRow(const CompiledTable::Row& row) {
  Demand(!row.roots || (0 <= row.roots->first && row.roots->first <= row.roots->last),
         "roots are ranges of ranks");
  Bytes before{-1};
  for (const CompiledTable::Rule& rule : row.rules) {
    Demand(before < rule.first && rule.first <= rule.last && !rule.choice.empty(),
           "rules are sorted and do not overlap");
    before = rule.last;
  }
}

void CheckRows(const CompiledTable& table, const CompiledTable& part, int ranks) {
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    const auto collective = static_cast<Collective>(i);
    for (int per_node = 1; per_node <= ranks; ++per_node) {
      const auto rows = table.RowsFor(collective, OnFullNodes(ranks, per_node), {});
      for (const CompiledTable::Row& row : rows) CheckRow(row);
      Demand(rows.size() == part.RowsFor(collective, OnFullNodes(ranks, per_node), {}).size(),
             "a part has the rows of the whole");
    }
  }
}

/// noexcept, as no part of a valid table may be refused.
void CheckTable(const CompiledTable& table, const std::string& bytes) noexcept {
  constexpr int kMostRanks = 6;
  Demand(table.BytesUpTo(std::numeric_limits<int>::max()) == bytes, "the part of all is all");
  const CompiledTable part(table.BytesUpTo(kMostRanks), "part");
  for (int ranks = 1; ranks <= kMostRanks; ++ranks) CheckRows(table, part, ranks);
}

void ReadTable(const std::string& bytes) {
  // Hardly any input ends with its own checksum: the last 8 bytes are replaced by the checksum.
  std::string sealed = bytes.substr(0, bytes.size() - std::min(bytes.size(), kChecksumSize));
  Put(sealed, Checksum(sealed));
  CheckTable(CompiledTable(sealed, "table"), sealed);
}

void ReadNetwork(const std::string& text) {
  CheckRoundTrip(ParseNetwork(text, "network"), ParseNetwork);
}

void ReadProfileText(const std::string& text) {
  const Profile profile = ParseProfile(text, "profile");
  CheckRoundTrip(profile, ParseProfile);
  const std::string table =
      CompileTable(profile.fingerprint, profile.table, SourceOf(text), profile.machine);
  [&]() noexcept { CheckTable(CompiledTable(table, "table"), table); }();
}

void ReadStatsText(const std::string& text) {
  std::vector<std::string> faults;
  const StatsFile stats = ParseStats(text, "stats", faults);
  // An accepted file reads back, apart from rounded numbers.
  [&]() noexcept {
    std::vector<std::string> none;
    const std::string written = StatsText(stats);
    const StatsFile back = ParseStats(written, "written", none);
    Demand(none.empty() && back.calls.size() == stats.calls.size(), "what is written is whole");
  }();
}

/// noexcept, as each accepted selection can be imported.
void CheckImport(const Exporter& exporter, const Selection& selection) noexcept {
  constexpr int kMostRanks = 5;
  std::vector<Call> communicators;
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    for (int ranks = 1; ranks <= kMostRanks; ++ranks) {
      communicators.push_back({static_cast<Collective>(i), ranks, (ranks + 1) / 2, 0, {}});
    }
  }
  std::vector<std::string> unknown;
  Profile profile;
  profile.fingerprint = {"library", "processor", 1};
  profile.table = Import(exporter, selection, communicators, unknown);
  CheckRoundTrip(profile, ParseProfile);
}

void ReadSelection(const Exporter& exporter, const std::string& text) {
  const std::vector<ExportedFile> files = {{"", text}};
  CheckImport(exporter, *exporter.read(files, "selection"));
}

}  // namespace

FuzzedReader FindReader(std::string_view name) {
  static const std::map<std::string_view, FuzzedReader> own = {
      {"compiled_table", ReadTable},
      {"network_reader", ReadNetwork},
      {"profile_reader", ReadProfileText},
      {"stats_reader", ReadStatsText},
  };
  if (const auto found = own.find(name); found != own.end()) return found->second;
  for (const Exporter& exporter : Exporters()) {
    std::string there(exporter.name);
    std::ranges::replace(there, '-', '_');
    if (there != name || exporter.choice_of == nullptr) continue;
    return [&exporter](const std::string& text) { ReadSelection(exporter, text); };
  }
  throw std::logic_error("no reader " + std::string(name) + " in tests/fuzz/readers.cc");
}

void ReadOrRefuse(const FuzzedReader& read, const std::string& bytes) {
  try {
    read(bytes);
  } catch (const ProfileError&) {
    // Refused.
  }
}

}  // namespace colltune
