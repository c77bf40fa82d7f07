// Short labels and colours for the choices of a heat map. Pure.
#ifndef COLLTUNE_TUNER_REPORT_LEGEND_H_
#define COLLTUNE_TUNER_REPORT_LEGEND_H_

#include <string>
#include <string_view>
#include <vector>

#include "tuner/report/cells.h"

namespace colltune::tune {

/// "knomial" of "knomial:k=4"; "mpich:nb" and "library" of themselves.
std::string AlgorithmName(Collective collective, const std::string& choice);

struct LegendEntry {
  std::string choice;
  /// "lib" for the library; "A" for an algorithm that is chosen in one form, "B1", "B2" for one
  /// that is chosen with several values of its parameters.
  std::string label;
  std::string_view colour;  ///< of the algorithm, "#rrggbb"; they repeat, labels do not
};

/// Of all choices of the map: the library first, where it is chosen, then the others in the order
/// in which the map's rows have them.
std::vector<LegendEntry> LegendOf(const HeatMap& map);

/// Requires that the legend has it.
const LegendEntry& EntryOf(const std::vector<LegendEntry>& legend, const std::string& choice);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_LEGEND_H_
