// Checks how a program reads a profile that was exported to it. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_PROFILES_EXPORTERS_EXPORT_CHECK_H_
#define COLLTUNE_PROFILES_EXPORTERS_EXPORT_CHECK_H_

#include <optional>
#include <string>
#include <vector>

#include "profiles/exporters/exporters.h"

namespace colltune {

/// A choice for which the program has only another algorithm, or none.
struct Substitute {
  Collective collective = Collective::kBcast;
  ChoiceId choice;
  std::optional<Counterpart> counterpart;  ///< the nearest one; nothing: there is none
};

/// Returns each choice without an exact counterpart once, in the order of the table.
std::vector<Substitute> FindSubstitutes(const Exporter& exporter, const DecisionTable& table);

/// Sizes at which the program runs something else than the counterpart of the profile's choice.
struct Deviation {
  Call first;  ///< the root is the first of the row's
  Bytes last;
  std::optional<Roots> roots;  ///< of the row
  ChoiceId choice;
  std::string wanted;  ///< the counterpart; empty: none, so the program's own choice
  std::string runs;    ///< empty: the program's own choice
};

/// Looks up every row of the table, at every size, as the program does: at the corners of the row's
/// region within the hull, and at the program's borders in numbers of ranks, for communicators on
/// full nodes. For each range of roots, looks up the first root.
std::vector<Deviation> FindDeviations(const Exporter& exporter, const DecisionTable& table,
                                      const Selection& selection);

/// Return both as text, a line each; empty where the program does all that the profile says.
std::string ToText(const std::vector<Substitute>& substitutes);
std::string ToText(const std::vector<Deviation>& deviations);

/// Returns the table that a program's files amount to, for the calls of communicators of so many
/// ranks and ranks per node, with any root. Adds to `notes` a line for each choice that has no
/// equal here, each once. A choice without a counterpart of ours is left to the library.
DecisionTable Import(const Exporter& exporter, const Selection& selection,
                     const std::vector<Call>& communicators, std::vector<std::string>& notes);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_EXPORT_CHECK_H_
