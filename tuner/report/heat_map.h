// A heat map as a picture: algorithms by colour and label, what they save by shade and number.
#ifndef COLLTUNE_TUNER_REPORT_HEAT_MAP_H_
#define COLLTUNE_TUNER_REPORT_HEAT_MAP_H_

#include <cstddef>
#include <string>

#include "tuner/report/cells.h"

namespace colltune::tune {

/// Whether the picture is a file of its own, or a part of a page that has a `CellName` with "e-"
/// before it for the evidence of each cell.
enum class PictureUse : unsigned char { kFile, kPage };

/// "bcast-2-5": the sixth cell of the third row.
std::string CellName(Collective collective, std::size_t row, std::size_t column);

/// The map as SVG, with its legend. In a page each cell is a link to its evidence.
std::string HeatMapSvg(const HeatMap& map, PictureUse use);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_HEAT_MAP_H_
