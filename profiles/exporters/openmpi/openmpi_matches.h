// Matches between Open MPI's algorithms and colltune's.
#ifndef COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_MATCHES_H_
#define COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_MATCHES_H_

#include <optional>
#include <string>
#include <string_view>

#include "profiles/exporters/exporters.h"
#include "profiles/exporters/openmpi/openmpi_algorithms.h"

namespace colltune {

struct TunedMatch {
  TunedChoice choice;
  bool is_exact = true;  ///< as Counterpart has it
};

/// Returns the match of a choice; nothing where the release has none.
std::optional<TunedMatch> FindMatch(Collective collective, int ranks, const Choice& choice,
                                    OpenMpi release);

/// FindMatch, as Exporter::counterpart has it.
std::optional<Counterpart> TunedCounterpart(const Call& call, const Choice& choice,
                                            OpenMpi release);

/// FindOurs, as Exporter::choice_of has it.
std::optional<Counterpart> TunedChoiceOf(Collective collective, std::string_view text,
                                         OpenMpi release);

/// Returns our algorithm that is the same as a text of ToText, at least where ranks are a power of
/// two.
std::optional<std::string> FindOurs(Collective collective, std::string_view text, OpenMpi release);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_MATCHES_H_
