// Short labels and colours for the choices of a heat map. Pure.
#ifndef COLLTUNE_TUNER_REPORT_LEGEND_H_
#define COLLTUNE_TUNER_REPORT_LEGEND_H_

#include <string>
#include <string_view>
#include <vector>

#include "tuner/report/cells.h"

namespace colltune::tune {

/// Returns the name of a choice without parameters: "knomial" for "knomial:k=4". A choice of the
/// library's, "mpich:nb" or "library", is its own name.
std::string AlgorithmName(Collective collective, ChoiceId choice);

struct LegendEntry {
  ChoiceId choice;
  /// "lib" for the library; "A" for an algorithm that is chosen in one form, "B1", "B2" for one
  /// that is chosen with several values of its parameters.
  std::string label;
  std::string_view colour;  ///< "#rrggbb"; algorithms may share a colour, never a label
};

/// Returns an entry for each choice of the map: the library first, if chosen, then the others in
/// the order in which algorithms occur in the map's rows.
std::vector<LegendEntry> LegendOf(const HeatMap& map);

/// Returns the entry of a choice. Requires that the legend has one.
const LegendEntry& EntryOf(const std::vector<LegendEntry>& legend, ChoiceId choice);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_LEGEND_H_
