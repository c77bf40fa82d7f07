#include "profiles/exporters/openmpi/openmpi_rule_table.h"

#include <algorithm>
#include <utility>

#include "algorithms/registry.h"
#include "profiles/exporters/openmpi/openmpi_matches.h"
#include "profiles/sizes.h"

namespace colltune {
namespace {

bool Suits(Distribution distribution, const Call& call) {
  switch (distribution) {
    case Distribution::kOnePerNode:
      return call.ranks_per_node == 1;
    case Distribution::kSingleNode:
      return call.ranks_per_node == call.ranks;
    case Distribution::kAny:
      break;
  }
  return true;
}

class TunedSelection final : public Selection {
 public:
  TunedSelection(TunedTable table, OpenMpi release) : table_(std::move(table)), release_(release) {}

  std::string Choose(const Call& call) const override {
    const TunedRule* rule = FindRule(call);
    if (rule == nullptr) return "";
    return ToText(call.collective, Normal(call.collective, rule->choice, release_), release_);
  }

  std::string Where(const Call& call) const override {
    const TunedRule* rule = FindRule(call);
    return rule == nullptr ? "" : rule->where;
  }

  std::vector<Bytes> Borders(const Call& call) const override {
    std::vector<Bytes> borders;
    const TunedBlock* block = Find(call);
    if (block == nullptr) return borders;
    const TunedCollective& tuned = *FindTuned(call.collective);
    for (const TunedRule& rule : block->rules) {
      borders.push_back(FromRuleSize(tuned, call.ranks, rule.first));
      if (rule.last == TunedRule().last) continue;
      borders.push_back(FromRuleSize(tuned, call.ranks, {rule.last.count + 1}));
    }
    return borders;
  }

  std::vector<int> RankBorders(Collective collective) const override {
    std::vector<int> borders;
    const auto blocks = table_.find(collective);
    if (blocks == table_.end()) return borders;
    for (const TunedBlock& block : blocks->second) {
      borders.push_back(block.first);
      if (block.last < kMostCount) borders.push_back(block.last + 1);
    }
    return borders;
  }

 private:
  const TunedBlock* Find(const Call& call) const {
    const auto blocks = table_.find(call.collective);
    if (blocks == table_.end()) return nullptr;
    const auto block = std::ranges::find_if(blocks->second, [&](const TunedBlock& one) {
      return one.first <= call.ranks && call.ranks <= one.last && Suits(one.distribution, call);
    });
    return block == blocks->second.end() ? nullptr : &*block;
  }

  const TunedRule* FindRule(const Call& call) const {
    const TunedBlock* block = Find(call);
    if (block == nullptr) return nullptr;
    const Bytes size = ToRuleSize(*FindTuned(call.collective), call.ranks, call.bytes);
    const auto rule = std::ranges::find_if(
        block->rules, [&](const TunedRule& one) { return one.first <= size && size <= one.last; });
    return rule == block->rules.end() ? nullptr : &*rule;
  }

  TunedTable table_;
  OpenMpi release_;
};

TunedChoice ChoiceOf(const Row& row, const Rule& rule, int ranks, OpenMpi release) {
  const Choice choice = ParseChoice(row.collective, rule.choice.text());
  const auto match = FindMatch(row.collective, ranks, choice, release);
  return match ? match->choice : TunedChoice{};
}

void Append(std::vector<TunedRule>& rules, Bytes first, const TunedChoice& choice) {
  if (first > kLargestSize || (!rules.empty() && rules.back().choice == choice)) return;
  if (!rules.empty()) rules.back().last = {first.count - 1};
  rules.push_back({first, TunedRule().last, choice, {}});
}

}  // namespace

std::unique_ptr<Selection> MakeSelection(TunedRead read, OpenMpi release) {
  auto selection = std::make_unique<TunedSelection>(std::move(read.table), release);
  selection->notes = std::move(read.notes);
  return selection;
}

bool IsScaled(const TunedCollective& tuned) {
  return ToRuleSize(tuned, 2, Bytes{1}) != ToRuleSize(tuned, 3, Bytes{1});
}

std::vector<TunedRule> RulesOf(const Row& row, int ranks, OpenMpi release) {
  const TunedCollective& tuned = *FindTuned(row.collective);
  std::vector<TunedRule> rules;
  if (!TellsSizes(tuned)) {
    for (const Rule& rule : row.rules)
      Append(rules, rule.first, ChoiceOf(row, rule, ranks, release));
    TunedRule only;
    if (rules.size() == 1) only.choice = rules.front().choice;
    return {only};
  }
  Bytes next;
  for (const Rule& rule : row.rules) {
    if (next < rule.first) Append(rules, ToRuleSize(tuned, ranks, next), {});
    Append(rules, ToRuleSize(tuned, ranks, rule.first), ChoiceOf(row, rule, ranks, release));
    next = {rule.last.count + 1};
  }
  Append(rules, ToRuleSize(tuned, ranks, next), {});
  return rules;
}

}  // namespace colltune
