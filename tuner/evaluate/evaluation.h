// Evaluation of a profile at random problems off its measured grid, where all candidates are timed.
// Pure: no MPI calls, no clock, no files.
#ifndef COLLTUNE_TUNER_EVALUATE_EVALUATION_H_
#define COLLTUNE_TUNER_EVALUATE_EVALUATION_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profiles/decision_table.h"
#include "tuner/problem/candidates.h"
#include "tuner/problem/job_layout.h"
#include "tuner/problem/sibling_timing.h"
#include "tuner/problem/trial.h"

namespace colltune::tune {

/// Kinds of communicators that applications make, of a world: of COMM_WORLD of a job that takes
/// some nodes, and as many ranks on each.
enum class Communicator : unsigned char {
  kWorld,
  kRow,         ///< of a process grid: consecutive ranks
  kColumn,      ///< of a process grid: one rank of each row
  kNode,        ///< the ranks of a node
  kOnePerNode,  ///< one rank of each node
  kHalf,        ///< the first half of the ranks
  kPrefix,      ///< of no world: the first ranks of each node of this job
};

/// In the order of the enum; persistent: evaluate's CSV contains them.
inline constexpr std::array<std::string_view, 7> kCommunicatorNames = {
    "world", "row", "column", "node", "one_per_node", "half", "prefix"};

/// Communicators to draw from.
enum class CommunicatorSet : unsigned char {
  kAny,     ///< every kind that applications make
  kPrefix,  ///< kPrefix alone
};

/// In the order of the enum: values of --communicators.
inline constexpr std::array<std::string_view, 2> kCommunicatorSetNames = {"any", "prefix"};

struct PointOptions {
  int points = 200;
  std::uint64_t seed = 1;
  std::vector<Collective> collectives = {};  ///< empty: all that the table has rows for
  Bytes memory{std::int64_t{64} << 20};      ///< no buffer of a rank is larger
  CommunicatorSet communicators = CommunicatorSet::kAny;
  SiblingTiming siblings = SiblingTiming::kTogether;
};

/// A problem, and the kind of its communicator.
struct DrawnProblem {
  Problem problem;
  Communicator communicator = Communicator::kPrefix;

  friend bool operator==(const DrawnProblem&, const DrawnProblem&) = default;
};

/// Draws problems for a job of `ranks` on `nodes`, the collectives in turns:
/// - any communicators: a world of some nodes, their number uniform on a logarithmic scale, with
///   all ranks of a node, half, a quarter, or four less; of that world one of the kinds that have
///   two ranks or more, all equally likely;
/// - or prefixes: numbers of ranks from 2 on, uniform on a logarithmic scale;
/// - sizes between the smallest and the largest with evidence, uniform on a logarithmic scale, and
///   odd where there is room;
/// - uniform roots.
/// The same arguments give the same problems, whatever the C++ library. Throws
/// std::invalid_argument for a collective without decisions. Requires ranks >= 2.
std::vector<DrawnProblem> DrawProblems(const DecisionTable& table, int ranks, const Nodes& nodes,
                                       const PointOptions& options);

/// Returns the choice of the preload library for a problem: the library's own where no row or rule
/// covers the problem, or the algorithm declines it. `places` are those of the problem's layout, if
/// they are known; `size` is its size, if its ranks do not fill its nodes.
ChoiceId ChoiceFor(const DecisionTable& table, const Problem& problem,
                   const Places* places = nullptr, Mapping mapping = Mapping::kAny,
                   const std::optional<CommunicatorSize>& size = std::nullopt);

/// Returns the ground of the table's choice for a problem; nothing without a rule. The arguments
/// are those of ChoiceFor.
std::optional<RuleKind> EvidenceFor(const DecisionTable& table, const Problem& problem,
                                    const Places* places = nullptr, Mapping mapping = Mapping::kAny,
                                    const std::optional<CommunicatorSize>& size = std::nullopt);

/// Returns the trial that compares all candidates:
/// - the library's own, and `natives`, the library's other algorithms;
/// - every algorithm of ours with every value of its parameters, as CandidatesFor gives them;
/// - `choice`.
Trial Exhaustive(const Problem& problem, ChoiceId choice, std::span<const Choice> natives,
                 const Places* places = nullptr);

/// Result at one problem.
struct Evaluated {
  Problem problem;
  Candidate chosen;
  Candidate best;  ///< candidate with the smallest median
  Candidate library;
  Seconds spent{};
  Communicator communicator = Communicator::kPrefix;
  std::optional<RuleKind> evidence = std::nullopt;  ///< see EvidenceFor

  double Regret() const { return chosen.median / best.median - 1; }
  double Slowdown() const { return chosen.median / library.median - 1; }
};

/// Compares the choice with the best candidate and the library's own. Nothing where the choice or
/// the library's own has no valid sample.
std::optional<Evaluated> Judge(const Problem& problem, ChoiceId choice, const TrialResult& result);

/// Returns whether the candidate is significantly slower than the library's own: its interval lies
/// above the library's, and its median exceeds the library's by more than the share `tolerance`.
bool IsSlower(const Candidate& candidate, const Candidate& library, double tolerance);

/// Returns whether the choice may be the best: its interval is not above the best candidate's.
bool MayBeBest(const Evaluated& point);

/// Returns the confidence that each of `statements` statements needs for all of them together to
/// have `confidence` (Bonferroni's correction).
double ConfidenceOfEach(double confidence, std::size_t statements);

/// The fewest samples whose smallest and largest value enclose the median with that confidence,
/// 1 - 2^(1-n): with fewer there is no interval (MedianInterval of
/// measure/statistics/statistics.h).
int FewestSamples(double confidence);

struct EvaluationSummary {
  int points = 0;
  double mean_regret = 0;
  double p95_regret = 0;             ///< 95th percentile, by the nearest rank
  const Evaluated* worst = nullptr;  ///< by regret
  double ratio = 1;                  ///< geometric mean of choice / library
  double worst_slowdown = 0;
  int significant = 0;  ///< points where IsSlower
  int may_be_best = 0;
  Seconds spent{};
};

/// Summarises the points of one collective, or all points. The result points into `points`.
/// Requires at least one such point.
EvaluationSummary Summarise(std::span<const Evaluated> points, std::optional<Collective> only,
                            double tolerance);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EVALUATE_EVALUATION_H_
