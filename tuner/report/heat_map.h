// Picture of a heat map: colour and label show the algorithm, shade and number the time it saves.
#ifndef COLLTUNE_TUNER_REPORT_HEAT_MAP_H_
#define COLLTUNE_TUNER_REPORT_HEAT_MAP_H_

#include <cstddef>
#include <string>

#include "tuner/report/cells.h"

namespace colltune::tune {

/// Use of a picture: a file of its own, or a part of a page. In the page the evidence of each cell
/// has the identifier "e-" followed by CellName.
enum class PictureUse : unsigned char { kFile, kPage };

/// "bcast-2-5": the sixth cell of the third row.
std::string CellName(Collective collective, std::size_t row, std::size_t column);

/// Returns the map as SVG, with its legend. In a page each cell is a link to its evidence.
std::string HeatMapSvg(const HeatMap& map, PictureUse use);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_HEAT_MAP_H_
