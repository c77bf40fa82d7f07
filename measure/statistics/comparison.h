// Compares implementations by rank tests on their runs.
//
// Source: Hunold & Carpen-Amarie, "Reproducible MPI Benchmarking Is Still Not as Easy as You
// Think" (IEEE TPDS 2016): the run of the whole program (one mpiexec) is the experimental unit.
// Repetitions within a run share placement, memory and route, so their number proves nothing about
// the next run. Each run gives one value, its median.
#ifndef COLLTUNE_MEASURE_STATISTICS_COMPARISON_H_
#define COLLTUNE_MEASURE_STATISTICS_COMPARISON_H_

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "algorithms/units.h"

namespace colltune::measure {

/// Alternative to the hypothesis that both samples come from one distribution.
enum class Alternative : unsigned char {
  kTwoSided,
  kLess,     ///< the first sample tends to be smaller
  kGreater,  ///< the first sample tends to be larger
};

struct RankSum {
  double u = 0;  ///< number of pairs with the larger value in the first sample; ties count half
  double p = 1;  ///< probability of a u at least as extreme, if the hypothesis holds
  bool exact = false;
};

/// Wilcoxon's rank-sum test, alias Mann & Whitney's (Hollander & Wolfe, Nonparametric Statistical
/// Methods, section 4.1). Exact where there are no ties and each sample has fewer than
/// kExactBelow values; else normally approximated, with corrections for ties and continuity.
/// Requires values in both samples.
inline constexpr std::size_t kExactBelow = 50;  // as in R's wilcox.test
RankSum WilcoxonRankSum(std::span<const Seconds> first, std::span<const Seconds> second,
                        Alternative alternative = Alternative::kTwoSided);

/// Returns Holm's corrected probabilities, in the order of `p`. Rejecting all hypotheses whose
/// corrected probability is at most a makes any error with a probability of at most a (Holm, "A
/// Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6,
/// 1979).
std::vector<double> Holm(std::span<const double> p);

/// An implementation and the median of each of its runs.
struct Contender {
  std::string name;
  std::vector<Seconds> runs;
};

/// One pair of contenders, as indices.
struct Comparison {
  std::size_t faster = 0;  ///< by the ranks of the runs; significant or not
  std::size_t slower = 0;
  double p = 1;  ///< two-sided, corrected for all pairs
  bool significant = false;
};

/// Compares all pairs. The tests are two-sided, since the faster of a pair is chosen by the same
/// data. Requires runs of each contender, and 0 < confidence < 1.
std::vector<Comparison> Compare(std::span<const Contender> contenders, double confidence);

/// Returns the fewest runs of each contender (two contenders or more) with which Compare can find
/// all pairs different: 4 for two contenders at 95 %, since with 3 runs the least p is
/// 2 / C(6, 3) = 0.1.
int LeastRuns(std::size_t contenders, double confidence);

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_STATISTICS_COMPARISON_H_
