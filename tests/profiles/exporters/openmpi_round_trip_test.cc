// Any profile, written as rules of Open MPI and read again: choices with a counterpart run where
// the profile has them, and no other choice does.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "algorithms/registry.h"
#include "profiles/exporters/export_check.h"

namespace colltune {
namespace {

namespace gen = rc::gen;

// Collectives that Open MPI looks up by a size that all ranks know, and two without a size.
constexpr std::array kCollectives = {
    Collective::kAllgather, Collective::kAllgatherv,    Collective::kAllreduce,
    Collective::kAlltoall,  Collective::kAlltoallv,     Collective::kBarrier,
    Collective::kBcast,     Collective::kReduceScatter, Collective::kReduce,
};

std::string AnyChoice(Collective collective) {
  std::vector<Choice> all = StandardChoices(collective);
  all.emplace_back();  // the library's own
  Choice choice = all[*gen::inRange<std::size_t>(0, all.size())];
  if (choice.algorithm != nullptr) {
    for (const Parameter& parameter : choice.algorithm->parameters) {
      const auto names = static_cast<std::int64_t>(parameter.names.size());
      choice.parameters.*parameter.value =
          *gen::inRange<std::int64_t>(parameter.least, names > 0 ? names : 70000);
    }
  }
  return ToText(choice);
}

/// Several rules, next to each other or with gaps, or one for all sizes.
std::vector<Rule> AnyRules(Collective collective) {
  constexpr Bytes kLargest{std::int64_t{1} << 62};
  if (collective == Collective::kBarrier || collective == Collective::kAlltoallv) {
    return {{Bytes{0}, kLargest, AnyChoice(collective), {}}};
  }
  std::set<std::int64_t> borders;
  while (borders.size() < 4) borders.insert(*gen::inRange<std::int64_t>(0, 1 << 20));
  std::vector<Rule> rules;
  for (auto at = borders.begin(); std::next(at) != borders.end(); ++at) {
    if (*gen::arbitrary<bool>()) continue;
    rules.push_back({Bytes{*at}, Bytes{*std::next(at) - 1}, AnyChoice(collective), {}});
  }
  rules.push_back({Bytes{*borders.rbegin()}, kLargest, AnyChoice(collective), {}});
  return rules;
}

DecisionTable AnyTable(const std::vector<int>& ranks_per_node) {
  DecisionTable table;
  for (const Collective collective : kCollectives) {
    std::set<int> all;
    for (int i = *gen::inRange(0, 5); i > 0; --i) all.insert(*gen::inRange(2, 40));
    for (const int ranks : all) {
      for (const int most : ranks_per_node) {
        table.rows.push_back({collective, RegionOf(ranks, most), AnyRules(collective)});
      }
    }
  }
  std::ranges::sort(table.rows, {}, &Row::Key);
  return table;
}

void CheckRoundTrip(const Exporter& exporter, const DecisionTable& table) {
  Profile profile;
  profile.table = table;
  const auto selection = exporter.read(exporter.write(profile), "x");
  RC_ASSERT(ToText(FindDeviations(exporter, table, *selection)) == "");
  // Calls for which the profile has no row are left to Open MPI.
  for (const Collective collective : kCollectives) {
    for (int ranks = 1; ranks <= 50; ++ranks) {
      const bool is_there = std::ranges::any_of(table.rows, [&](const Row& row) {
        return row.collective == collective && row.region.ranks.Contains(ranks);
      });
      const Call call{collective, ranks, 1, 0, Bytes{*gen::inRange<std::int64_t>(0, 1 << 20)}};
      if (!is_there) RC_ASSERT(selection->Choose(call) == "");
    }
  }
}

RC_GTEST_PROP(OpenMpiRoundTrip, RulesSayWhatTheProfileSays, ()) {
  CheckRoundTrip(FindExporter("openmpi-rules"), AnyTable({1}));
}

RC_GTEST_PROP(OpenMpiRoundTrip, JsonSaysItOfOneRankPerNodeAndOfMore, ()) {
  CheckRoundTrip(FindExporter("openmpi-json"), AnyTable({1, 2}));
}

// A choice with an exact counterpart is imported as a choice with the same counterpart. It may have
// another name: a k-nomial tree with k = 2 is a binomial one.
TEST(OpenMpiRoundTrip, ExactCounterpartsAreImportedAsTheSame) {
  for (const std::string_view name : {"openmpi-rules", "openmpi-json"}) {
    const Exporter& exporter = FindExporter(name);
    for (const Algorithm& algorithm : Algorithms()) {
      const Call call{algorithm.collective, 8, 1, 0, {}};
      const auto there = exporter.counterpart(call, StandardChoice(algorithm));
      if (!there || !there->is_exact) continue;
      const auto here = exporter.choice_of(algorithm.collective, there->name);
      ASSERT_TRUE(here) << there->name;
      const auto again = exporter.counterpart(call, ParseChoice(algorithm.collective, here->name));
      ASSERT_TRUE(again) << here->name;
      EXPECT_EQ(again->name, there->name);
      EXPECT_TRUE(again->is_exact) << here->name;
    }
  }
}

}  // namespace
}  // namespace colltune
