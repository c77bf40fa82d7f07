// UCC's variable UCC_TL_UCP_TUNE, for programs whose MPI library performs collectives by UCC, such
// as Open MPI's component coll/ucc. Our tokens name the memory of the host, one team size (the
// ranks of the communicator) and the score inf, so that no other layer of UCC goes before.
//
// Source: UCC's src/coll_score/ucc_coll_score_map.c and src/utils/ucc_coll_utils.c of 2024. Ranges
// include both ends. Where two ranges meet, the end belongs to the one of the higher score, and of
// two equal ones to the upper. Ranges of a single size are refused. Team sizes are all that a token
// says of a team; sections of ucc.conf could tell ranks per node apart, but for clusters of named
// processors.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "algorithms/buffers.h"
#include "profiles/exporters/flat_rules.h"
#include "profiles/exporters/settings_text.h"
#include "profiles/exporters/shell_variables.h"
#include "profiles/exporters/ucc/ucc_matches.h"
#include "profiles/exporters/ucc/ucc_tokens.h"
#include "profiles/sizes.h"

namespace colltune {
namespace {

using ucc::kAlgorithms;
using ucc::kDefaultScore;
using ucc::kInfinite;
using ucc::kMatches;
using ucc::ScoredRule;

constexpr std::int64_t kMost = kLargestSize.count;  // written as inf
constexpr std::string_view kVariable = "UCC_TL_UCP_TUNE";
constexpr std::string_view kLayerAbove = "UCC_CL_BASIC_TUNE";  // scores alone: no algorithms

/// Returns the blocks that UCC counts, those of the receive buffer: all, but in reduce_scatter,
/// unless in place, one. UCC takes the size of vector collectives as 0 where ranks do not know it.
int BlocksOfCall(Collective collective, int ranks) {
  if (!KnowsSizes(collective)) return 0;
  return collective == Collective::kReduceScatterBlock ? 1 : BlocksInTotal(collective, ranks);
}

std::string Token(const FlatRule& rule) {
  const auto collective =
      std::ranges::find(kAlgorithms, rule.collective, &ucc::Algorithms::collective);
  const std::string last = rule.last == kMost ? "inf" : fmt::format("{}", rule.last);
  const std::string ranks = rule.first_ranks == rule.last_ranks
                                ? fmt::to_string(rule.first_ranks)
                                : fmt::format("{}-{}", rule.first_ranks, rule.last_ranks);
  return fmt::format("{}:host:{}-{}:[{}]:inf:@{}", collective->name, rule.first, last, ranks,
                     rule.name);
}

std::vector<ExportedFile> Write(const Profile& profile) {
  std::string value;
  for (const FlatRule& rule : Flatten(profile.table, kMatches, BlocksOfCall, kMost)) {
    if (rule.first == rule.last) continue;
    value += fmt::format("{}{}", value.empty() ? "" : "#", Token(rule));
  }
  std::string text = "# Which algorithms UCC shall use: for the shell command `.`\n";
  if (!value.empty()) text += ExportLine(kVariable, value);
  return {{"", std::move(text)}};
}

class UccSelection final : public Selection {
 public:
  explicit UccSelection(std::vector<ScoredRule> rules) : rules_(std::move(rules)) {}

  std::string Choose(const Call& call) const override { return Find(call).name; }

  std::string Where(const Call& call) const override { return Find(call).where; }

  std::vector<Bytes> Borders(const Call& call) const override {
    std::vector<Bytes> borders;
    for (const auto& [rule, score] : rules_) {
      if (!IsFor(rule, call)) continue;
      for (const std::int64_t end : {rule.first, rule.last}) {
        borders.push_back(BytesAt(end, call, BlocksOfCall));
        if (end < kInfinite) borders.push_back(BytesAt(end + 1, call, BlocksOfCall));
      }
    }
    return borders;
  }

 private:
  const FlatRule& Find(const Call& call) const {
    static const ScoredRule own{{}, kDefaultScore};  // UCC's own choice, outside of all ranges
    const std::int64_t size = SizeOf(call, BlocksOfCall);
    const ScoredRule* lower = &own;  // of two ranges that meet at the size
    const ScoredRule* upper = &own;
    for (const ScoredRule& one : rules_) {
      if (!IsFor(one.rule, call) || size < one.rule.first || one.rule.last < size) continue;
      const bool is_inside = (one.rule.first < size || size == 0) &&
                             (size < one.rule.last || one.rule.last == kInfinite);
      if (is_inside) return one.rule;
      (size == one.rule.last ? lower : upper) = &one;
    }
    return (lower->score > upper->score ? lower : upper)->rule;
  }

  static bool IsFor(const FlatRule& rule, const Call& call) {
    return rule.collective == call.collective && rule.first_ranks <= call.ranks &&
           call.ranks <= rule.last_ranks;
  }

  std::vector<ScoredRule> rules_;
};

std::unique_ptr<Selection> Read(std::span<const ExportedFile> files, const std::string& file) {
  constexpr std::array kPrefixes = {kVariable, kLayerAbove};
  std::vector<ScoredRule> rules;
  std::vector<std::string> notes;
  for (const Setting& setting : ReadSettings(files.front().text, file, kPrefixes)) {
    const std::string where = fmt::format("{}:{}", file, setting.line);
    if (setting.name != kVariable) {
      notes.push_back(fmt::format("{}: {} selects no algorithms; left out", where, setting.name));
      continue;
    }
    try {
      rules = ucc::ParseTokens(setting.value);
    } catch (const std::invalid_argument& error) {
      throw ProfileError(file, setting.line, error.what());
    }
    for (ScoredRule& one : rules) one.rule.where = where;
  }
  auto selection = std::make_unique<UccSelection>(std::move(rules));
  selection->notes = std::move(notes);
  return selection;
}

}  // namespace

Exporter UccExporter() {
  return {
      .name = "ucc",
      .summary = "UCC, as in Open MPI with coll/ucc: the variable UCC_TL_UCP_TUNE",
      .use =
          "Read it by `. FILE` in the shell that starts mpiexec, which must hand "
          "UCC_TL_UCP_TUNE on to all ranks (Open MPI: -x UCC_TL_UCP_TUNE).",
      .counterpart = [](const Call& call,
                        const Choice& choice) { return FindMatch(kMatches, call, choice); },
      .write = Write,
      .read = Read,
      .choice_of = [](Collective collective,
                      const std::string& name) { return FindOurs(kMatches, collective, name); },
  };
}

}  // namespace colltune
