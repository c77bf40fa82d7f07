// The algorithms of Open MPI's component "tuned", by number and name.
#ifndef COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_ALGORITHMS_H_
#define COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_ALGORITHMS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "algorithms/collective.h"

namespace colltune {

/// Releases that know different algorithms, or know them by different names.
enum class OpenMpi { k41, k50, k60 };

/// Content of a rule; a number of 0 is Open MPI's own choice. The other values are 0 if the
/// algorithm ignores them, or has no limit.
struct TunedChoice {
  std::int64_t number = 0;
  std::int64_t fanout = 0;
  std::int64_t segment = 0;   ///< bytes
  std::int64_t requests = 0;  ///< outstanding at a time
  std::int64_t radix = 0;     ///< of a k-nomial broadcast, where it is not Open MPI's own, 4

  friend bool operator==(const TunedChoice&, const TunedChoice&) = default;
};

/// Return nothing where the release has no algorithm of that number, or name.
std::optional<std::string_view> TunedName(Collective collective, std::int64_t number,
                                          OpenMpi release);
std::optional<std::int64_t> TunedNumber(Collective collective, std::string_view name,
                                        OpenMpi release);

/// Returns the choice without the values that the algorithm ignores.
TunedChoice Normal(Collective collective, TunedChoice choice, OpenMpi release);

/// Returns text such as "pipeline:segsize=8192"; empty for Open MPI's own choice. Requires that the
/// release knows the choice.
std::string ToText(Collective collective, const TunedChoice& choice, OpenMpi release);

/// Reads a text that ToText wrote. Requires that it is not empty.
TunedChoice ParseTuned(Collective collective, std::string_view text, OpenMpi release);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_ALGORITHMS_H_
