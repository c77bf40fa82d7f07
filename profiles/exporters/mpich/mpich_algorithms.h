// Algorithms that MPICH 4.0.2 can be told to run, and the conditions of each.
//
// Source: MPICH 4.0.2, src/mpi/coll/coll_algorithms.txt and the assertions of the algorithms, what
// csel.c can tell of each collective, and src/mpid/ch4/src/ch4_coll_impl.h.
#ifndef COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ALGORITHMS_H_
#define COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ALGORITHMS_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "profiles/exporters/mpich/mpich_tree.h"

namespace colltune {

/// The layers of MPICH that look up what to run, each in a tree of its own. Where the tree of the
/// device, CH4, says nothing, MPIR decides; where that of MPIR says nothing, MPICH aborts.
enum class MpichLayer { kMpir, kCh4 };

struct MpichCollective {
  std::string_view name;        ///< "reduce_scatter"
  std::string_view questions;   ///< what may be asked of its calls, each of subjects' letters
  std::string_view algorithms;  ///< with blanks between, behind "MPIR_Reduce_scatter_"
  bool has_intercommunicators;  ///< whether MPI allows it on them
};

std::span<const MpichCollective> MpichCollectives();

/// nullptr where MPICH has none of that name.
const MpichCollective* FindMpichCollective(std::string_view name);

/// Whether it may be asked of calls of the collective: elsewhere MPICH aborts. What is about the
/// communicator alone always may.
bool MayAsk(const MpichCollective& collective, MpichSubject subject);

/// "Reduce_scatter", as MPICH's functions are named.
std::string InFunctions(std::string_view collective);
/// "MPIR_Reduce_scatter_intra_pairwise" of "intra_pairwise".
std::string MpichAlgorithmName(const MpichCollective& collective, std::string_view algorithm);
/// Whether it has an algorithm of that full name.
bool HasAlgorithm(const MpichCollective& collective, std::string_view name);
/// "intra", "inter" or "allcomm".
std::string_view TypeOf(std::string_view algorithm);

/// A condition that must hold where an algorithm runs.
struct MpichNeed {
  std::string_view name;  ///< of an algorithm or a composition, in full
  MpichSubject subject = MpichSubject::kOutcome;
  int value = 0;
  bool without_data = true;  ///< whether also where there are no data
};

std::span<const MpichNeed> MpichNeeds();

/// A composition of CH4. A composition that passes calls on passes them to MPIR's tree if the
/// network module has no collectives, as ucx and ofi have none.
struct MpichComposition {
  std::string_view collective;
  std::string_view letter;  ///< "MPIDI_Reduce_scatter_intra_composition_alpha" ends with it
  bool passes_on = true;
};

/// nullptr where MPICH has none of that name.
const MpichComposition* FindComposition(std::string_view name);
/// In full, the first one of a collective. Requires that it has one.
std::string FirstComposition(std::string_view collective);

/// The parameters that an algorithm takes, and all of which it needs, with blanks between; empty
/// for one that takes none. Nothing where it has some that this release reads from no file: it
/// would use what happens to be in memory; or that it cannot start at all.
std::optional<std::string_view> ParametersOf(std::string_view name);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_MPICH_MPICH_ALGORITHMS_H_
