// Trees of MPICH for tests.
#ifndef COLLTUNE_TESTS_PROFILES_EXPORTERS_MPICH_TREES_H_
#define COLLTUNE_TESTS_PROFILES_EXPORTERS_MPICH_TREES_H_

#include <string>
#include <utility>

#include "profiles/exporters/mpich/mpich_defaults.h"

namespace colltune {

/// The release's own tree, with that of one collective replaced, in JSON.
inline MpichLevel WithTree(MpichRelease release, MpichLayer layer, const std::string& collective,
                           const std::string& json) {
  MpichLevel tree = MpichDefaults(release, layer);
  for (MpichNode& node : tree) {
    if (node.Value() == collective) node.below = ParseMpichTree(release, json, "x.json");
  }
  return tree;
}

}  // namespace colltune

#endif  // COLLTUNE_TESTS_PROFILES_EXPORTERS_MPICH_TREES_H_
