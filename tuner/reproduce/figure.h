// A figure or table of one of the four papers that colltune rests on, to be made anew from runs.
#ifndef COLLTUNE_TUNER_REPRODUCE_FIGURE_H_
#define COLLTUNE_TUNER_REPRODUCE_FIGURE_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/job/job.h"
#include "tuner/text/network_text.h"

namespace colltune::tune {

/// A point of a figure. Figure::columns says what each member is.
struct FigureRow {
  std::string group;   ///< of curves, as the size of their messages; empty where there is one
  std::string series;  ///< the curve
  std::int64_t x = 0;
  double value = 0;  ///< in seconds, unless the column has another name

  friend bool operator==(const FigureRow&, const FigureRow&) = default;
};

enum class ClaimVerdict : unsigned char {
  kHolds,
  kFails,
  kUnknown,  ///< the rows do not tell: some are missing
};

struct ClaimJudgement {
  ClaimVerdict verdict = ClaimVerdict::kUnknown;
  std::string why;  ///< the numbers that it rests on
};

/// Where figures are made.
struct Bench {
  Job& job;
  bool quiet = false;
  std::vector<MeasuredLayer>& layers;  ///< as far as measured: they serve several figures
};

/// What a run gives; complete on rank 0.
struct Drawing {
  std::vector<FigureRow> rows;
  std::vector<std::string> notes;  ///< what is not as in the paper
  std::string charts{};            ///< of simulated time lines
};

enum class Look : unsigned char {
  kLines,
  kBars,  ///< a cluster for each group, in it a bar for each series
};

struct Figure {
  std::string_view name;  ///< persistent: "desupinski1999.fig6", the paper and its figure
  std::string_view title;
  std::string_view claim;                   ///< of the paper, in one sentence
  std::string_view runs;                    ///< what is run, in words
  std::array<std::string_view, 4> columns;  ///< of the members of FigureRow
  int least_ranks = 2;                      ///< with fewer the claim cannot be seen
  Look look = Look::kLines;
  /// Makes the rows. Collective over the job, which has least_ranks or more. Throws Interrupted.
  Drawing (*run)(const Bench& bench);
  /// Whether the rows bear the claim out: a pure function. Throws MissingRow.
  ClaimJudgement (*judge)(std::span<const FigureRow> rows);
};

/// A figure that no machine of ours can make.
struct ImpossibleFigure {
  std::string_view name;
  std::string_view reason;
};

/// All figures, paper by paper.
std::span<const Figure> Figures();
std::span<const ImpossibleFigure> ImpossibleFigures();

/// The paper that a figure is of: "de Supinski & Karonis 1999".
std::string_view PaperOf(std::string_view name);

/// The figure of that name. Throws std::invalid_argument: an impossible one with the reason, and
/// an unknown one with the known names.
const Figure& FindFigure(std::string_view name);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPRODUCE_FIGURE_H_
