// The rule file that Open MPI 4.1 and 5.0 read, without the version line and the fifth column that
// only 5.0.7 and later know.
//
// Sizes of communicators and messages are lower bounds. A communicator that is smaller than the
// first block's size gets the first block. So a block of Open MPI's own choice comes first, and
// another follows each number of ranks of the profile unless the next number is there, too. Ranks
// per node cannot be told apart. Open MPI 6 reads such a file, but takes each block for
// communicators that are smaller than its size, and not smaller than the size of the block before.
#include <fmt/format.h>

#include <map>
#include <vector>

#include "profiles/exporters/flat_rules.h"
#include "profiles/exporters/openmpi/openmpi_matches.h"
#include "profiles/exporters/openmpi/openmpi_rule_table.h"
#include "profiles/exporters/openmpi/openmpi_rules_text.h"

namespace colltune {
namespace {

/// Releases that rules are written for and read from. Open MPI 5.0 has no other algorithm of ours
/// than 4.1, which refuses calls with a number that it does not know.
constexpr OpenMpi kWritten = OpenMpi::k41;
constexpr OpenMpi kRead = OpenMpi::k50;

using Blocks = std::map<int, std::vector<TunedRule>>;  // by the least number of ranks

Blocks BlocksOf(const DecisionTable& table, const TunedCollective& tuned) {
  Blocks blocks;
  const std::vector<TunedRule> own(1);
  for (const auto& [ranks, row, per_node] : RowsByRanks(table, tuned.collective, IsScaled(tuned))) {
    blocks[ranks.first] = RulesOf(*row, ranks.first, kWritten);
    if (ranks.last < kMostCount) blocks.try_emplace(ranks.last + 1, own);
  }
  if (!blocks.empty()) blocks.try_emplace(1, own);
  return blocks;
}

std::string ToText(Collective collective, const Blocks& blocks) {
  std::string text;
  for (const auto& [ranks, rules] : blocks) {
    text += fmt::format("{} {}  # ranks at least, rules\n", ranks, rules.size());
    for (const TunedRule& rule : rules) {
      const TunedChoice& choice = rule.choice;
      const std::string name = ToText(collective, choice, kWritten);
      text += fmt::format("{} {} {} {}  # {}\n", rule.first.count, choice.number, choice.fanout,
                          choice.segment, name.empty() ? "Open MPI's own choice" : name);
    }
  }
  return text;
}

std::vector<ExportedFile> Write(const Profile& profile) {
  int count = 0;
  std::string text;
  for (const TunedCollective& tuned : TunedCollectives()) {
    const Blocks blocks = BlocksOf(profile.table, tuned);
    if (blocks.empty()) continue;
    ++count;
    text += fmt::format("{}  # {}\n{}  # numbers of ranks\n{}", tuned.id, ToText(tuned.collective),
                        blocks.size(), ToText(tuned.collective, blocks));
  }
  return {
      {"", fmt::format("{}  # collectives; rules are: bytes at least, algorithm, fan-in and -out, "
                       "bytes of a segment\n{}",
                       count, text)}};
}

}  // namespace

Exporter OpenMpiRulesExporter() {
  static const std::string kUse = fmt::format(
      "{} For Open MPI 4.1 and 5.0: Open MPI 6 takes each block of rules for smaller "
      "communicators; "
      "export openmpi-json for it.",
      kTunedUse);
  return {
      .name = "openmpi-rules",
      .summary = "rules for Open MPI 4.1 and 5.0; 6 would take them for other sizes",
      .use = kUse,
      .counterpart = [](const Call& call,
                        const Choice& choice) { return TunedCounterpart(call, choice, kWritten); },
      .write = Write,
      .read =
          [](std::span<const ExportedFile> files, const std::string& file) {
            return MakeSelection(ReadRules(files.front().text, file, kRead), kRead);
          },
      .choice_of = [](Collective collective,
                      const std::string& name) { return TunedChoiceOf(collective, name, kRead); },
  };
}

}  // namespace colltune
