#include "profiles/exporters/mpich/mpich_defaults.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace colltune {
namespace {

/// Returns the node of that key at the end of the level, where the way before went, or a new one.
MpichNode& Continue(MpichLevel& level, const std::string& key) {
  if (level.empty() || level.back().key != key) level.push_back(MakeMpichNode(key));
  return level.back();
}

std::string OutcomeOf(std::string_view collective, const MpichDefault& one, bool is_ch4) {
  if (is_ch4) {
    return fmt::format("composition=MPIDI_{}_intra_composition_{}", InFunctions(collective),
                       one.outcome);
  }
  return "algorithm=" + MpichAlgorithmName(*FindMpichCollective(collective), one.outcome);
}

void Add(MpichLevel& tree, std::span<const MpichDefault> defaults, bool is_ch4) {
  for (const MpichDefault& one : defaults) {
    std::string_view rest = one.way;
    const std::string_view collective = rest.substr(0, rest.find('/'));
    MpichLevel* level = &Continue(tree, fmt::format("collective={}", collective)).below;
    while (rest.find('/') != rest.npos) {
      rest.remove_prefix(rest.find('/') + 1);
      level = &Continue(*level, std::string(rest.substr(0, rest.find('/')))).below;
    }
    level->push_back(MakeMpichNode(OutcomeOf(collective, one, is_ch4)));
  }
}

}  // namespace

const MpichLevel& MpichDefaults(MpichLayer layer) {
  static const MpichLevel kMpir = [] {
    MpichLevel tree;
    Add(tree, MpichBlockingDefaults(), false);
    Add(tree, MpichNonblockingDefaults(), false);
    return tree;
  }();
  static const MpichLevel kCh4 = [] {
    MpichLevel tree;
    Add(tree, MpichCh4Defaults(), true);
    return tree;
  }();
  return layer == MpichLayer::kMpir ? kMpir : kCh4;
}

const MpichLevel& MpichDefaults(MpichLayer layer, std::string_view collective) {
  const MpichLevel& tree = MpichDefaults(layer);
  const auto found =
      std::ranges::find(tree, fmt::format("collective={}", collective), &MpichNode::key);
  assert(found != tree.end());
  return found->below;
}

}  // namespace colltune
