// The rule file of Open MPI 6, which is JSON, as Open MPI's reader takes it: the schema that comes
// along has other names for some collectives and fields.
//
// The first block that suits a communicator holds, and in this block the first rule that suits the
// size; where there is none, Open MPI chooses. Blocks are for a range of numbers of ranks. Only two
// numbers of ranks per node can be told from others: one, and all ranks. Between them the row of
// the most ranks per node decides (RowsByRanks).
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "profiles/exporters/flat_rules.h"
#include "profiles/exporters/openmpi/openmpi_json_text.h"
#include "profiles/exporters/openmpi/openmpi_matches.h"

namespace colltune {
namespace {

using Json = nlohmann::ordered_json;

constexpr OpenMpi kRelease = OpenMpi::k60;

/// Communicators that a distribution tells from others.
struct Distributed {
  Distribution distribution;
  Region region;
};

/// In the order of the blocks: those for any distribution are read last, by the communicators that
/// are left.
constexpr std::array kDistributed = {
    Distributed{Distribution::kSingleNode, {{1, 1}, {}, {}}},
    Distributed{Distribution::kOnePerNode, {{}, {1, 1}, {}}},
    Distributed{Distribution::kAny, {{2, kMostCount}, {2, kMostCount}, {}}},
};

void Append(TunedBlock next, std::vector<TunedBlock>& blocks) {
  const bool goes_on = !blocks.empty() && blocks.back().distribution == next.distribution &&
                       blocks.back().last == next.first - 1 && blocks.back().rules == next.rules;
  if (goes_on) {
    blocks.back().last = next.last;
  } else {
    blocks.push_back(std::move(next));
  }
}

std::vector<TunedBlock> BlocksOf(const DecisionTable& table, const TunedCollective& tuned) {
  std::vector<TunedBlock> blocks;
  for (const auto& [distribution, region] : kDistributed) {
    const auto rows = RowsByRanks(table, tuned.collective, IsScaled(tuned), region);
    if (distribution == Distribution::kAny && !rows.empty()) {
      // A block for any distribution also holds for those without a row.
      for (const Distribution other : {Distribution::kSingleNode, Distribution::kOnePerNode}) {
        blocks.push_back({.distribution = other, .rules = {}});
      }
    }
    for (const auto& [ranks, row, per_node] : rows) {
      Append({ranks.first, ranks.last, distribution, RulesOf(*row, ranks.first, kRelease)}, blocks);
    }
  }
  return blocks;
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

Json ToJson(Collective collective, const TunedBlock& block) {
  Json json = {{"comm_size_min", block.first},
               {"comm_size_max", block.last},
               {"comm_rank_distribution", ToText(block.distribution)},
               {"rules", Json::array()}};
  for (const TunedRule& rule : block.rules) {
    if (rule.choice.number != 0) json["rules"].push_back(ToJson(collective, rule));
  }
  return json;
}

std::vector<ExportedFile> Write(const Profile& profile) {
  Json collectives = Json::object();
  for (const TunedCollective& tuned : TunedCollectives()) {
    for (const TunedBlock& block : BlocksOf(profile.table, tuned)) {
      collectives[ToText(tuned.collective)].push_back(ToJson(tuned.collective, block));
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
      .tells_nodes = true,
  };
}

}  // namespace colltune
