// Tables for programs that know neither nodes nor roots, and the choices that these programs must
// make.
#ifndef COLLTUNE_TESTS_PROFILES_EXPORTERS_FLAT_TABLES_H_
#define COLLTUNE_TESTS_PROFILES_EXPORTERS_FLAT_TABLES_H_

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "profiles/exporters/export_check.h"
#include "tests/profiles/exporters/call_of.h"

namespace colltune {

inline std::string AnyChoice(Collective collective) {
  std::vector<Choice> all = StandardChoices(collective);
  all.emplace_back();  // the library's own
  Choice choice = all[*rc::gen::inRange<std::size_t>(0, all.size())];
  if (choice.parameters.k > 0) choice.parameters.k = *rc::gen::inRange(2, 5);
  return ToText(choice);
}

/// Rules of at least two sizes each, with gaps and without. Where sizes are known, no rule is for 0
/// bytes.
inline std::vector<Rule> AnyRules(Collective collective) {
  if (!KnowsSizes(collective)) {
    const Bytes last{collective == Collective::kBarrier ? 0 : std::int64_t{1} << 62};
    return {{{}, last, AnyChoice(collective), {}}};
  }
  std::vector<Rule> rules;
  std::int64_t next = 1;
  for (int i = *rc::gen::inRange(1, 5); i > 0; --i) {
    const std::int64_t first = next + *rc::gen::inRange(0, 3);
    next = first + *rc::gen::inRange(2, 2000);
    rules.push_back({Bytes{first}, Bytes{next - 1}, AnyChoice(collective), {}});
  }
  return rules;
}

/// A profile without two rows of the same collective and number of ranks.
inline Profile AnyFlatProfile() {
  Profile profile;
  for (const std::string_view name : kCollectiveNames) {
    const Collective collective = *FindCollective(name);
    std::set<int> ranks;
    for (int i = *rc::gen::inRange(0, 3); i > 0; --i) ranks.insert(*rc::gen::inRange(2, 9));
    for (const int p : ranks) {
      profile.table.rows.push_back(
          {collective, RegionOf(p, *rc::gen::inRange(1, p + 1)), AnyRules(collective)});
    }
  }
  return profile;
}

/// The program's name for the table's choice for this call; empty if it has none.
inline std::string Wanted(const Exporter& exporter, const DecisionTable& table, const Call& call) {
  const Row* row =
      table.Find(call.collective, OnFullNodes(call.ranks, call.ranks_per_node), call.root);
  const Rule* rule = row ? row->Find(call.bytes) : nullptr;
  if (rule == nullptr) return "";
  const auto found = exporter.counterpart(call, ParseChoice(call.collective, rule->choice.text()));
  return found ? found->name : "";
}

/// Checks that each written rule is read back, at its ends and just beyond them.
inline void ExpectComesBack(const Exporter& exporter) {
  const Profile profile = AnyFlatProfile();
  const auto selection = exporter.read(exporter.write(profile), "file");
  for (const Row& row : profile.table.rows) {
    for (const Rule& rule : row.rules) {
      for (const std::int64_t bytes :
           {rule.first.count - 1, rule.first.count, rule.last.count, rule.last.count + 1}) {
        const bool has_call = KnowsSizes(row.collective) ? bytes >= 0 : bytes == 0;
        if (!has_call) continue;
        const Call call = CallOf(row, {bytes});
        RC_ASSERT(selection->Choose(call) == Wanted(exporter, profile.table, call));
      }
    }
  }
  RC_ASSERT(FindDeviations(exporter, profile.table, *selection).empty());
}

/// Why a text is refused; empty where it is not.
inline std::string Refusal(std::string_view format, const std::string& text) {
  try {
    FindExporter(format).read(std::vector<ExportedFile>{{"", text}}, "file");
  } catch (const ProfileError& error) {
    return error.what();
  }
  return "";
}

}  // namespace colltune

#endif  // COLLTUNE_TESTS_PROFILES_EXPORTERS_FLAT_TABLES_H_
