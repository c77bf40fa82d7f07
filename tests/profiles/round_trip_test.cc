// Arbitrary valid profiles, through YAML and through compiled tables.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "algorithms/registry.h"
#include "profiles/compiled_table.h"
#include "profiles/yaml.h"
#include "tests/profiles/rules_for.h"

namespace colltune {
namespace {

namespace gen = rc::gen;

/// Any text that is UTF-8: characters below 128, the control characters among them, and others.
std::string AnyText() {
  std::string text;
  for (const int c : *gen::container<std::vector<int>>(gen::inRange(0, 140))) {
    if (c < 128) {
      text += static_cast<char>(c);
    } else {
      text += c % 2 == 0 ? "µ" : "𝄞";
    }
  }
  return text;
}

std::string AnyName() { return "n" + AnyText(); }

/// A finite number of any magnitude that is not negative.
double AnyNumber() {
  const auto digits = static_cast<double>(*gen::inRange<std::int64_t>(0, std::int64_t{1} << 53));
  return std::ldexp(digits, *gen::inRange(-200, 100));
}

std::string AnyChoice() {
  std::vector<Choice> all = StandardChoices(Collective::kBcast);
  all.emplace_back();  // the library's own
  all.push_back({.native = "nb"});
  return ToText(all[*gen::inRange<std::size_t>(0, all.size())]);
}

std::vector<Candidate> AnyCandidates() {
  std::map<std::string, Candidate> candidates;  // each choice once
  for (int i = *gen::inRange(0, 4); i > 0; --i) {
    Candidate candidate;
    candidate.choice = AnyChoice();
    candidate.samples = *gen::inRange(0, 3);
    if (candidate.samples > 0) {
      std::array<double, 3> times = {AnyNumber(), AnyNumber(), AnyNumber()};
      std::ranges::sort(times);
      candidate.low = Seconds{times[0]};
      candidate.median = Seconds{times[1]};
      candidate.high = Seconds{times[2]};
    }
    if (candidate.samples == 0 || *gen::arbitrary<bool>())
      candidate.predicted = Seconds{AnyNumber()};
    candidates[candidate.choice] = candidate;
  }
  std::vector<Candidate> sorted;
  for (const auto& [name, candidate] : candidates) sorted.push_back(candidate);
  std::ranges::stable_sort(sorted, {}, [](const Candidate& candidate) {
    return std::pair(candidate.samples == 0, candidate.median);
  });
  return sorted;
}

std::vector<Rule> AnyRules() {
  // Sizes in pairs, each but the very last followed by a gap, by none, or by the next rule at once.
  std::set<std::int64_t> sizes;
  for (int i = *gen::inRange(0, 8); i > 0; --i) sizes.insert(*gen::inRange(0, 60));
  if (*gen::arbitrary<bool>()) sizes.insert(std::int64_t{1} << 62);
  std::vector<Rule> rules;
  for (auto size = sizes.begin(); size != sizes.end(); ++size) {
    Rule rule = {Bytes{*size}, Bytes{*size}, AnyChoice(), {}};
    if (*gen::arbitrary<bool>() && std::next(size) != sizes.end()) rule.last = Bytes{*++size};
    if (*gen::arbitrary<bool>()) rule.evidence.push_back({rule.first, AnyCandidates(), AnyText()});
    if (rule.first < rule.last) rule.evidence.push_back({rule.last, AnyCandidates(), AnyText()});
    rules.push_back(rule);
  }
  return rules;
}

DecisionTable AnyTable() {
  std::set<std::pair<int, int>> keys;
  for (int i = *gen::inRange(0, 5); i > 0; --i) {
    const int ranks = *gen::inRange(1, 6);
    keys.insert({ranks, *gen::inRange(1, ranks + 1)});
  }
  DecisionTable table;
  for (const auto& [ranks, ranks_per_node] : keys) {
    if (*gen::arbitrary<bool>()) {
      table.rows.push_back({Collective::kBcast, ranks, ranks_per_node, AnyRules()});
    }
    for (Rank first = *gen::inRange(0, ranks + 1); first < ranks;) {
      const Rank last = *gen::inRange(first, ranks);
      table.rows.push_back(
          {Collective::kBcast, ranks, ranks_per_node, AnyRules(), Roots{first, last}});
      first = last + *gen::inRange(1, 3);
    }
  }
  return table;
}

Profile AnyProfile() {
  Profile profile;
  profile.fingerprint = {AnyName(), AnyName(), *gen::inRange(1, 1000), *gen::inRange(1, 9),
                         AnyName()};
  profile.provenance = {AnyText(),
                        AnyText(),
                        AnyText(),
                        AnyText(),
                        0.1 * *gen::inRange(0, 10),
                        AnyNumber(),
                        *gen::element(std::optional<double>(), std::optional(0.5)),
                        {AnyText(), AnyText()},
                        *gen::element(std::string(), AnyName()),
                        *gen::element(std::string(), AnyName())};
  for (int i = *gen::inRange(0, 3); i > 0; --i) {
    const double sign = *gen::element(-1, 1);
    profile.network.push_back(
        {AnyName(), {{AnyName(), sign * AnyNumber(), AnyText(), AnyNumber()}}, AnyNumber()});
  }
  profile.table = AnyTable();
  return profile;
}

RC_GTEST_PROP(Yaml, GivesBackTheProfile, ()) {
  const Profile profile = AnyProfile();
  const std::string text = ToYaml(profile);
  const Profile back = ParseProfile(text, "p.yaml");
  RC_ASSERT(back == profile);
  RC_ASSERT(ToYaml(back) == text);
}

const CompiledTable::Rule* Find(const std::vector<CompiledTable::Rule>& rules, Bytes bytes) {
  const auto found = std::ranges::find_if(
      rules, [&](const auto& rule) { return rule.first <= bytes && bytes <= rule.last; });
  return found == rules.end() ? nullptr : &*found;
}

RC_GTEST_PROP(CompiledTable, DecidesAsTheTableDoes, ()) {
  const DecisionTable table = AnyTable();
  const Fingerprint fingerprint = {AnyName(), AnyName(), *gen::inRange(1, 1000),
                                   *gen::inRange(1, 9), AnyName()};
  const CompiledTable compiled(CompileTable(fingerprint, table, {}), "p.table");
  RC_ASSERT(compiled.fingerprint() == fingerprint);
  for (int ranks = 0; ranks < 7; ++ranks) {
    for (int ranks_per_node = 0; ranks_per_node < 7; ++ranks_per_node) {
      const Rank root = *gen::inRange(0, std::max(ranks, 1));
      const Row* row = table.Find(Collective::kBcast, ranks, ranks_per_node, root);
      const auto rules = RulesFor(compiled, Collective::kBcast, ranks, ranks_per_node, root);
      for (std::int64_t size = 0; size < 62; ++size) {
        const Bytes bytes{size == 61 ? std::int64_t{1} << 62 : size};
        const Rule* wanted = row == nullptr ? nullptr : row->Find(bytes);
        const CompiledTable::Rule* found = Find(rules, bytes);
        RC_ASSERT((wanted == nullptr) == (found == nullptr));
        if (found != nullptr) RC_ASSERT(found->choice == wanted->choice);
      }
    }
  }
}

}  // namespace
}  // namespace colltune
