// Algorithms that MPICH can be told to run, by release, and the conditions of each.
//
// Source: MPICH's src/mpi/coll/coll_algorithms.txt, the names in src/mpi/coll/src/csel_container.c,
// the assertions of the algorithms, what csel.c can tell of each collective, and
// src/mpid/ch4/src/ch4_coll_impl.h.
//
// An algorithm with its parameters is a text, "MPIR_Barrier_intra_k_dissemination:k=2", with the
// parameters in the order of their names.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ALGORITHMS_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ALGORITHMS_H_

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "profiles/exporters/mpich/mpich_release.h"
#include "profiles/exporters/mpich/mpich_tree.h"

namespace colltune {

/// The layers of MPICH that look up what to run, each in a tree of its own. Where the tree of the
/// device, CH4, says nothing, MPIR decides; where that of MPIR says nothing, MPICH aborts.
enum class MpichLayer { kMpir, kCh4 };

struct MpichCollective {
  std::string_view name;       ///< "reduce_scatter"
  std::string_view questions;  ///< letters of the subjects that a tree may ask about
  /// Algorithms of all releases, separated by blanks, without "MPIR_Reduce_scatter_".
  std::string_view algorithms;
  bool has_intercommunicators;  ///< whether MPI allows the collective on them
};

std::span<const MpichCollective> MpichCollectives();

/// Returns nullptr where MPICH has no collective of that name.
const MpichCollective* FindMpichCollective(std::string_view name);

/// Tells whether a tree may ask about `subject` for calls of the collective; elsewhere MPICH
/// aborts. Subjects of the communicator alone are always allowed.
bool MayAsk(const MpichCollective& collective, MpichSubject subject);

/// Returns the name as in MPICH's functions, such as "Reduce_scatter".
std::string InFunctions(std::string_view collective);
/// Returns the full name: "MPIR_Reduce_scatter_intra_pairwise" for "intra_pairwise".
std::string MpichAlgorithmName(const MpichCollective& collective, std::string_view algorithm);
/// Tells whether the release has an algorithm of that full name for the collective.
bool HasAlgorithm(MpichRelease release, const MpichCollective& collective, std::string_view name);
/// Returns the name in an algorithm's text.
std::string_view WithoutParameters(std::string_view algorithm);
/// Returns "intra", "inter" or "allcomm"; empty for a name with none of them.
std::string_view TypeOf(std::string_view algorithm);

/// A condition that must hold where an algorithm runs.
struct MpichNeed {
  std::string_view name;  ///< of an algorithm or a composition, in full
  MpichSubject subject = MpichSubject::kOutcome;
  int value = 0;
  bool without_data = true;  ///< whether it must hold also where there are no data
};

std::span<const MpichNeed> MpichNeeds();

/// A composition of CH4. A composition that passes calls on passes them to MPIR's tree if the
/// network module has no collectives, as ucx and ofi have none.
struct MpichComposition {
  std::string_view collective;
  std::string_view letter;  ///< "MPIDI_Reduce_scatter_intra_composition_alpha" ends with it
  bool passes_on = true;
  MpichReleases releases = {};
};

/// Returns nullptr where the release has no composition of that name.
const MpichComposition* FindComposition(MpichRelease release, std::string_view name);
/// Returns the full name of a collective's first composition. Requires that there is one.
std::string FirstComposition(MpichRelease release, std::string_view collective);

/// Trees that parameters name. Until 4.2 their place here stands for them.
inline constexpr std::array<std::string_view, 3> kMpichTrees = {"kary", "knomial_1", "knomial_2"};

/// Returns an algorithm with parameters, the last of them maybe a tree, as files of the release
/// have it: "...:tree_type=2" for "...:tree_type=knomial_2".
std::string AsWritten(MpichRelease release, std::string_view parameters);

/// Parameters of an algorithm, by name. Those of the collectives that colltune selects have the
/// values of MPICH's control variables: "k=2".
struct MpichParameters {
  std::string needed;              ///< with colons between
  std::string_view optional = {};  ///< for trees that MPICH grows from no file
};

/// Returns the parameters of an algorithm. Returns nothing for an algorithm that cannot start at
/// all, or has parameters that the release reads from no file: it would use what happens to be in
/// memory.
std::optional<MpichParameters> ParametersOf(MpichRelease release, std::string_view name);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ALGORITHMS_H_
