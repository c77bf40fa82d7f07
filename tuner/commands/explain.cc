// colltune explain PROFILE bcast 64K -n 16: the evidence for the choice of an algorithm.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "profiles/placement.h"
#include "profiles/yaml/files.h"
#include "tuner/commands/command.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"
#include "tuner/problem/sibling_timing.h"
#include "tuner/text/explain_text.h"

namespace colltune::tune {
namespace {

struct Options {
  std::string profile;
  Collective collective = Collective::kBcast;
  Bytes bytes;
  int ranks = 0;
  int ranks_per_node = 0;  // 0: not given
  std::optional<int> sites = std::nullopt;
  std::optional<Mapping> mapping = std::nullopt;
  Rank root = 0;
};

/// Whether a row is of the collective, and holds for the sites and the mapping where they are
/// given.
bool IsAsked(const Row& row, const Options& options) {
  return row.collective == options.collective &&
         row.placement.Covers({options.sites.value_or(row.placement.sites),
                               options.mapping.value_or(row.placement.mapping)});
}

/// Returns the size of the communicator: on full nodes where the number of ranks per node is given.
/// It may be left open if all rows for so many ranks agree on it, or if there is one such region,
/// which then gives an example. Throws std::invalid_argument where rows differ; returns nothing if
/// there is no row.
std::optional<CommunicatorSize> FindSize(const DecisionTable& table, const Options& options) {
  if (options.ranks_per_node != 0) return OnFullNodes(options.ranks, options.ranks_per_node);
  std::optional<CommunicatorSize> found;
  for (const Row& row : table.rows) {
    if (!IsAsked(row, options)) continue;
    const Region region = Common(row.region, {{}, {}, {options.ranks, options.ranks}});
    if (region.PossibleRanks().IsEmpty()) continue;
    const CommunicatorSize example = region.Smallest();
    if (found && found->ranks_per_node != example.ranks_per_node) {
      throw std::invalid_argument(
          fmt::format("there are rows for {} and for {} ranks per node: say --ranks-per-node",
                      found->ranks_per_node, example.ranks_per_node));
    }
    if (!found || example.nodes < found->nodes) found = example;
  }
  return found;
}

/// Returns the placement that the rows for communicators of a size have, as far as options leave it
/// open; nothing if there is no row. Throws std::invalid_argument where rows differ.
std::optional<Placement> FindPlacement(const DecisionTable& table, const CommunicatorSize& size,
                                       const Options& options) {
  std::optional<Placement> found;
  for (const Row& row : table.rows) {
    if (!IsAsked(row, options) || !row.region.Contains(size)) continue;
    const Placement& placement = row.placement;
    if (found && found->sites != placement.sites) {
      throw std::invalid_argument(fmt::format("there are rows for {} and for {} sites: say --sites",
                                              found->sites, placement.sites));
    }
    if (found && found->mapping != placement.mapping) {
      throw std::invalid_argument(
          fmt::format("there are rows for {} and for {} mapping: say --mapping",
                      ToText(found->mapping), ToText(placement.mapping)));
    }
    found = placement;
  }
  return found;
}

/// Returns the row of the call; nullptr if there is none.
const Row* FindRow(const DecisionTable& table, const Options& options) {
  const auto size = FindSize(table, options);
  if (!size) return nullptr;
  const auto placement = FindPlacement(table, *size, options);
  return placement ? table.Find(options.collective, *size, options.root, placement) : nullptr;
}

/// Lists the communicators that the table has rows for.
std::string Decided(const DecisionTable& table, Collective collective) {
  std::string text;
  for (const Row& row : table.rows) {
    if (row.collective != collective || row.roots) continue;
    const CommunicatorSize size = row.region.Smallest();
    const std::string one = row.region.IsOneLayout()
                                ? fmt::format("{} ({} per node)", size.ranks, size.ranks_per_node)
                                : ToText(row.region);
    text += (text.empty() ? "" : ", ") + one + PlacementText(row.placement);
  }
  return text.empty() ? "nothing" : text;
}

void CheckRoot(const Options& options) {
  if (options.root != 0 && !HasRoot(options.collective)) {
    throw std::invalid_argument(fmt::format("--root: {} has no root", ToText(options.collective)));
  }
  if (options.root >= options.ranks) {
    throw std::invalid_argument(
        fmt::format("--root: there is no rank {} of {}", options.root, options.ranks));
  }
}

/// Returns a line on how the row's communicators were timed, where they use a part of each node's
/// ranks; else, and where the profile does not say, nothing.
std::string SiblingLine(const Profile& profile, const Row& asked) {
  const auto timing = SiblingTimingOf(profile.provenance);
  int most = 0;
  for (const Row& row : profile.table.rows) {
    most = std::max(most, row.region.ranks_per_node.last);
  }
  if (!timing || 2 * asked.region.ranks_per_node.last > most) return "";
  return *timing == SiblingTiming::kTogether
             ? "timed together with those of its nodes' other ranks that most jobs have\n"
             : "timed alone, while the other ranks of its nodes were idle\n";
}

int Explain(const Options& options, const Context& context) {
  if (context.job && !context.job->IsRoot()) return kDone;
  const Profile profile = ReadProfile(options.profile);
  const Row* row = FindRow(profile.table, options);
  if (!row) {
    const std::string asked =
        PlacementText({options.sites.value_or(0), options.mapping.value_or(Mapping::kAny)});
    Print("{}: {}, as this number of ranks{}{} was not measured; measured were: {}\n",
          CallText(options.collective, options.bytes, options.ranks), kLibrary, asked,
          asked.empty() ? "" : ",", Decided(profile.table, options.collective));
    return kDone;
  }
  PrintLines(ExplainCall(*row, options.ranks, options.bytes, options.root, profile.provenance));
  PrintLines(SiblingLine(profile, *row));
  return kDone;
}

}  // namespace

Action AddExplain(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("profile", options->profile, "the profile's file")->required();
  AddValue(app, "op", "collective", options->collective, ParseCollective)->required();
  AddValue(app, "bytes", "size of a block, such as 64K", options->bytes, ParseBytes)->required();
  AddValue(app, "-n", "number of ranks", options->ranks,
           IntegerBetween(1, kMostRanks, "number of ranks"))
      ->required();
  AddValue(app, "--ranks-per-node", "ranks on a node", options->ranks_per_node,
           IntegerBetween(1, kMostRanks, "ranks per node"));
  AddValue(app, "--sites", "number of sites that the ranks are on", options->sites,
           IntegerBetween(1, kMostRanks, "sites"));
  AddValue(app, "--mapping",
           fmt::format("order of the ranks on the nodes: {}", fmt::join(kMappingNames, ", ")),
           options->mapping, OneOf<Mapping>(kMappingNames));
  AddValue(app, "--root", "rank of the root (default: 0)", options->root,
           IntegerBetween(0, kMostRanks, "rank"));
  app.parse_complete_callback([options] { CheckRoot(*options); });
  return [options](const Context& context) { return Explain(*options, context); };
}

}  // namespace colltune::tune
