// The collective operations that colltune knows, and their names in profiles and on the command
// line.
#ifndef COLLTUNE_ALGORITHMS_COLLECTIVE_H_
#define COLLTUNE_ALGORITHMS_COLLECTIVE_H_

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace colltune {

enum class Collective : unsigned char { kBcast };

/// In the order of the enum. These names are persistent: they stand in profiles.
inline constexpr std::array<std::string_view, 1> kCollectiveNames = {"bcast"};

constexpr std::string_view ToText(Collective collective) {
  return kCollectiveNames[static_cast<std::size_t>(collective)];
}

constexpr std::optional<Collective> FindCollective(std::string_view name) {
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    if (kCollectiveNames[i] == name) return static_cast<Collective>(i);
  }
  return std::nullopt;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_COLLECTIVE_H_
