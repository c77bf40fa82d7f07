// Figures as text for people, as CSV for programs, and as plots.
#ifndef COLLTUNE_TUNER_REPRODUCE_TEXT_H_
#define COLLTUNE_TUNER_REPRODUCE_TEXT_H_

#include <string>

#include "tuner/plot/plot.h"
#include "tuner/reproduce/figure.h"

namespace colltune::tune {

/// The list of all figures with the runs of each, and of all figures that cannot be made.
std::string FigureListText();

/// Claim, what was run, the rows as a table for each group, and the judgement.
std::string FigureText(const Figure& figure, const Drawing& drawing,
                       const ClaimJudgement& judgement);

/// A header line of the figure's columns, and a line for each row.
std::string FigureCsv(const Figure& figure, std::span<const FigureRow> rows);

/// The rows as curves, or as bars.
Plot FigurePlot(const Figure& figure, std::span<const FigureRow> rows);
Bars FigureBars(const Figure& figure, std::span<const FigureRow> rows);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPRODUCE_TEXT_H_
