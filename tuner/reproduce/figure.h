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
#include "tuner/job/progress.h"
#include "tuner/text/network_text.h"

namespace colltune::tune {

/// A point of a figure. Figure::columns says what each member is.
struct FigureRow {
  std::string group;   ///< group of curves, such as a message size; empty if there is one
  std::string series;  ///< the curve
  std::int64_t x = 0;
  double value = 0;  ///< in seconds, unless the column has another name

  friend bool operator==(const FigureRow&, const FigureRow&) = default;
};

enum class ClaimVerdict : unsigned char {
  kHolds,
  kFails,
  kUnknown,  ///< rows are missing
};

struct ClaimJudgement {
  ClaimVerdict verdict = ClaimVerdict::kUnknown;
  std::string why;  ///< the numbers behind the verdict
};

/// Job and shared measurements with which figures are made.
struct Bench {
  Job& job;
  ProgressSink* progress = &SilentProgress();
  std::vector<MeasuredLayer>& layers;  ///< measured at first use, then shared by several figures
};

/// Results of a run; complete on rank 0.
struct Drawing {
  std::vector<FigureRow> rows;
  std::vector<std::string> notes;  ///< differences from the paper
  std::string charts{};            ///< of simulated time lines
};

enum class Look : unsigned char {
  kLines,
  kBars,  ///< a cluster for each group, in it a bar for each series
};

struct Figure {
  std::string_view name;  ///< persistent: "desupinski1999.fig6", the paper and its figure
  std::string_view title;
  std::string_view claim;                   ///< the paper's claim, in one sentence
  std::string_view runs;                    ///< the runs, in words
  std::array<std::string_view, 4> columns;  ///< titles of the members of FigureRow
  int least_ranks = 2;                      ///< with fewer ranks the claim cannot be seen
  Look look = Look::kLines;
  /// Makes the rows. Collective over the job, which has least_ranks or more. Throws Interrupted.
  Drawing (*run)(const Bench& bench);
  /// Judges whether the rows bear the claim out: a pure function. Throws MissingRow.
  ClaimJudgement (*judge)(std::span<const FigureRow> rows);
};

/// A figure that colltune cannot make, and the reason.
struct ImpossibleFigure {
  std::string_view name;
  std::string_view reason;
};

/// All figures, paper by paper.
std::span<const Figure> Figures();
std::span<const ImpossibleFigure> ImpossibleFigures();

/// Returns the paper of a figure: "de Supinski & Karonis 1999".
std::string_view PaperOf(std::string_view name);

/// Finds a figure by its name. Throws std::invalid_argument: for an impossible figure with the
/// reason, and for an unknown name with the known names.
const Figure& FindFigure(std::string_view name);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPRODUCE_FIGURE_H_
