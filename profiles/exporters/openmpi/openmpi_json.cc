// The rule file of Open MPI 6, which is JSON, as Open MPI's reader takes it: the schema that comes
// along has other names for some collectives and fields.
//
// The first block that suits a communicator holds, and in this block the first rule that suits the
// size; where there is none, Open MPI chooses. Only two numbers of ranks per node can be told from
// others: one, and all ranks.
#include <fmt/format.h>

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "profiles/exporters/openmpi/openmpi_json_text.h"
#include "profiles/exporters/openmpi/openmpi_matches.h"

namespace colltune {
namespace {

using Json = nlohmann::ordered_json;

constexpr OpenMpi kRelease = OpenMpi::k60;

Distribution DistributionOf(const Row& row) {
  const CommunicatorSize size = row.region.Smallest();
  if (size.ranks_per_node == size.ranks) return Distribution::kSingleNode;
  return size.ranks_per_node == 1 ? Distribution::kOnePerNode : Distribution::kAny;
}

using Rules = std::map<Distribution, std::vector<TunedRule>, std::greater<>>;  // kAny last

/// Returns the rules by number of ranks. A block for any distribution would also hold for a
/// distribution without a row, which therefore gets a block without rules before it.
std::map<int, Rules> RulesByRanks(const DecisionTable& table, Collective collective) {
  std::map<int, Rules> all;
  for (const Row& row : table.rows) {  // rows by rising ranks per node, of which the last hold
    if (row.collective != collective || row.roots) continue;
    Rules& rules = all[row.region.Smallest().ranks];
    rules[DistributionOf(row)] = RulesOf(row, row.region.Smallest().ranks, kRelease);
    if (!rules.contains(Distribution::kAny)) continue;
    rules.try_emplace(Distribution::kOnePerNode);
    rules.try_emplace(Distribution::kSingleNode);
  }
  return all;
}

Json ToJson(Collective collective, const TunedRule& rule) {
  Json json = {{"msg_size_min", rule.first.count}, {"msg_size_max", "inf"}};
  if (rule.last != TunedRule().last) json["msg_size_max"] = rule.last.count;
  json["alg"] = TunedName(collective, rule.choice.number, kRelease).value();
  for (const auto& [name, value] : kJsonValues) {
    if (rule.choice.*value != 0) json[name] = rule.choice.*value;
  }
  return json;
}

Json ToJson(Collective collective, int ranks, Distribution distribution,
            const std::vector<TunedRule>& rules) {
  Json json = {{"comm_size_min", ranks},
               {"comm_size_max", ranks},
               {"comm_rank_distribution", ToText(distribution)},
               {"rules", Json::array()}};
  for (const TunedRule& rule : rules) {
    if (rule.choice.number != 0) json["rules"].push_back(ToJson(collective, rule));
  }
  return json;
}

std::vector<ExportedFile> Write(const Profile& profile) {
  Json collectives = Json::object();
  for (const TunedCollective& tuned : TunedCollectives()) {
    for (const auto& [ranks, all] : RulesByRanks(profile.table, tuned.collective)) {
      for (const auto& [distribution, rules] : all) {
        collectives[ToText(tuned.collective)].push_back(
            ToJson(tuned.collective, ranks, distribution, rules));
      }
    }
  }
  const Json json = {
      {"rule_file_version", 3}, {"module", "tuned"}, {"collectives", std::move(collectives)}};
  return {{"", json.dump(2) + "\n"}};
}

}  // namespace

Exporter OpenMpiJsonExporter() {
  return {
      .name = "openmpi-json",
      .summary = "rules for Open MPI 6, in JSON",
      .use = kTunedUse,
      .counterpart = [](const Call& call,
                        const Choice& choice) { return TunedCounterpart(call, choice, kRelease); },
      .write = Write,
      .read =
          [](std::span<const ExportedFile> files, const std::string& file) {
            return MakeSelection(ReadJsonRules(files.front().text, file, kRelease), kRelease);
          },
      .choice_of =
          [](Collective collective, const std::string& name) {
            return TunedChoiceOf(collective, name, kRelease);
          },
  };
}

}  // namespace colltune
