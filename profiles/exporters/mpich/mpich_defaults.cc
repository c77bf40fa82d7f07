#include "profiles/exporters/mpich/mpich_defaults.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace colltune {
namespace {

/// Returns the node of that key at the end of the level, where the way before went, or a new one.
MpichNode& Continue(MpichRelease release, MpichLevel& level, const std::string& key) {
  if (level.empty() || level.back().key != key) level.push_back(MakeMpichNode(release, key));
  return level.back();
}

MpichNode OutcomeOf(std::string_view collective, const MpichDefault& one, bool is_ch4) {
  if (is_ch4) {
    return MakeMpichOutcome("composition=", fmt::format("MPIDI_{}_intra_composition_{}",
                                                        InFunctions(collective), one.outcome));
  }
  return MakeMpichOutcome("algorithm=",
                          MpichAlgorithmName(*FindMpichCollective(collective), one.outcome));
}

void Add(MpichRelease release, MpichLevel& tree, std::span<const MpichDefault> defaults,
         bool is_ch4) {
  for (const MpichDefault& one : defaults) {
    if (!one.releases.Has(release)) continue;
    std::string_view rest = one.way;
    const std::string_view collective = rest.substr(0, rest.find('/'));
    MpichLevel* level = &Continue(release, tree, fmt::format("collective={}", collective)).below;
    while (rest.find('/') != rest.npos) {
      rest.remove_prefix(rest.find('/') + 1);
      level = &Continue(release, *level, std::string(rest.substr(0, rest.find('/')))).below;
    }
    level->push_back(OutcomeOf(collective, one, is_ch4));
  }
}

/// Trees of one release.
struct Trees {
  MpichLevel mpir;
  MpichLevel ch4;
};

Trees GrowTrees(const MpichTraits& traits) {
  Trees trees;
  Add(traits.release, trees.mpir, MpichBlockingDefaults(), false);
  Add(traits.release, trees.mpir, MpichNonblockingDefaults(), false);
  Add(traits.release, trees.ch4, MpichCh4Defaults(), true);
  return trees;
}

}  // namespace

const MpichLevel& MpichDefaults(MpichRelease release, MpichLayer layer) {
  static const auto kAll = [] {
    std::array<Trees, kMpichReleases.size()> all;
    std::ranges::transform(kMpichReleases, all.begin(), GrowTrees);
    return all;
  }();
  const Trees& trees = kAll[static_cast<std::size_t>(release)];
  return layer == MpichLayer::kMpir ? trees.mpir : trees.ch4;
}

const MpichLevel& MpichDefaults(MpichRelease release, MpichLayer layer,
                                std::string_view collective) {
  const MpichLevel& tree = MpichDefaults(release, layer);
  const auto found =
      std::ranges::find(tree, fmt::format("collective={}", collective), &MpichNode::key);
  assert(found != tree.end());
  return found->below;
}

}  // namespace colltune
