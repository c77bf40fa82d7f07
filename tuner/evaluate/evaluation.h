// How good a profile is where nothing was measured: at random problems off its grid, where all
// candidates are timed. Pure: no MPI calls, no clock, no files.
#ifndef COLLTUNE_TUNER_EVALUATE_EVALUATION_H_
#define COLLTUNE_TUNER_EVALUATE_EVALUATION_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "profiles/decision_table.h"
#include "tuner/problem/question.h"
#include "tuner/problem/space.h"

namespace colltune::tune {

struct PointOptions {
  int points = 200;
  std::uint64_t seed = 1;
  std::vector<Collective> collectives = {};  ///< empty: all that the table has rows for
  Bytes memory{std::int64_t{64} << 20};      ///< no buffer of a rank is larger
};

/// Problems for a job of `ranks` on `nodes`, the collectives in turns. Numbers of ranks, from 2 on,
/// and sizes, between the smallest and the largest that the table has evidence for, are uniform on
/// a logarithmic scale; sizes are odd where there is room; roots are uniform. The same arguments
/// give the same problems, whatever the C++ library. Throws std::invalid_argument for a collective
/// without decisions. Requires ranks >= 2.
std::vector<Problem> DrawProblems(const DecisionTable& table, int ranks, const Nodes& nodes,
                                  const PointOptions& options);

/// What the preload library performs for such a call: the library's own where no row or rule covers
/// it, or the algorithm declines it. `places` are those of the problem's layout, if they are known.
std::string ChoiceFor(const DecisionTable& table, const Problem& problem,
                      const Places* places = nullptr, Mapping mapping = Mapping::kAny);

/// `choice`, the library's own, `natives`, the library's other algorithms, and every algorithm of
/// ours with every value of its parameters.
Question Exhaustive(const Problem& problem, const std::string& choice,
                    std::span<const Choice> natives, const Places* places = nullptr);

/// What was found at one problem.
struct Evaluated {
  Problem problem;
  Candidate chosen;
  Candidate best;  ///< of all, by the median
  Candidate library;
  Seconds spent{};

  double Regret() const { return chosen.median / best.median - 1; }
  double Slowdown() const { return chosen.median / library.median - 1; }
};

/// Nothing where the choice or the library's own has no valid sample.
std::optional<Evaluated> Judge(const Problem& problem, const std::string& choice,
                               const Answer& answer);

/// Whether it is slower than the library's own by more than the share `tolerance` of its time, and
/// beyond what their intervals leave open.
bool IsSlower(const Candidate& candidate, const Candidate& library, double tolerance);

/// Whether the choice is the best, as far as the intervals tell.
bool MayBeBest(const Evaluated& point);

/// The confidence that each of so many statements needs for all of them together to have
/// `confidence` (Bonferroni's correction).
double ConfidenceOfEach(double confidence, std::size_t statements);

/// The fewest samples whose smallest and largest value enclose the median with that confidence,
/// 1 - 2^(1-n): with fewer there is no interval (MedianInterval of
/// measure/statistics/statistics.h).
int FewestSamples(double confidence);

struct EvaluationSummary {
  int points = 0;
  double mean_regret = 0;
  double p95_regret = 0;             ///< the smallest that 95 % of the points do not exceed
  const Evaluated* worst = nullptr;  ///< by regret
  double ratio = 1;                  ///< geometric mean of choice / library
  double worst_slowdown = 0;
  int significant = 0;  ///< points where IsSlower
  int may_be_best = 0;
  Seconds spent{};
};

/// Of the points of one collective, or of all. Points into `points`. Requires one or more.
EvaluationSummary Summarise(std::span<const Evaluated> points, std::optional<Collective> only,
                            double tolerance);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EVALUATE_EVALUATION_H_
