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

/// Returns each choice that lacks an exact counterpart at a layout of its rows once, in the order
/// of the table.
std::vector<Substitute> FindSubstitutes(const Exporter& exporter, const DecisionTable& table);

/// Calls at which the program runs something else than the counterpart of the profile's choice.
struct Deviation {
  Collective collective = Collective::kBcast;
  Region layouts;       ///< the smallest region that has all layouts that deviate
  int count = 1;        ///< layouts that deviate
  int checked = 1;      ///< layouts of the region that were looked up
  Placement placement;  ///< of the row, as are the roots
  std::optional<Roots> roots;
  Bytes first;  ///< the smallest of all layouts, as `last` is the largest
  Bytes last;
  bool is_same_range = true;  ///< whether all layouts have this first and last size
  ChoiceId choice;
  std::string wanted;  ///< the counterpart; empty: none, so the program's own choice
  std::string runs;    ///< empty: the program's own choice
};

/// Looks up every row of the table as the program does, at every size: for each number of nodes and
/// each number of ranks per node in the row's region, with full nodes, and with a last node that is
/// not full at the ends of the region and at the program's borders in numbers of ranks. Keeps to
/// the hull. Without one, looks up the smallest communicator of a region that has no end. For each
/// range of roots, looks up the first root.
std::vector<Deviation> FindDeviations(const Exporter& exporter, const DecisionTable& table,
                                      const Selection& selection);

/// Return both as text, a line each; empty where the program does all that the profile says.
std::string ToText(const std::vector<Substitute>& substitutes);
std::string ToText(const std::vector<Deviation>& deviations);

/// Returns the table that a program's files amount to, for the calls of communicators of so many
/// ranks and ranks per node, with any root. Numbers of ranks that follow one another and have the
/// same rules are one region; a program that does not tell nodes apart decides on any nodes. Adds
/// to `notes` a line for each choice that has no equal here, each once. A choice without a
/// counterpart of ours is left to the library.
DecisionTable Import(const Exporter& exporter, const Selection& selection,
                     const std::vector<Call>& communicators, std::vector<std::string>& notes);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_EXPORT_CHECK_H_
