// The search: which problem to measure next, from all answers so far. Pure: no MPI, no clock, no
// files; the same answers lead to the same questions.
#ifndef COLLTUNE_TUNER_SEARCH_SEARCH_H_
#define COLLTUNE_TUNER_SEARCH_SEARCH_H_

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/journal/failures.h"
#include "tuner/problem/called.h"
#include "tuner/problem/question.h"
#include "tuner/search/cost_curve.h"
#include "tuner/search/decide.h"
#include "tuner/search/model_error.h"
#include "tuner/search/root_groups.h"

namespace colltune::tune {

enum class SearchKind : unsigned char {
  kRace,        ///< candidates that the model thinks can win, at sizes where choices change
  kExhaustive,  ///< every candidate at every size, to the end
  kModel,       ///< no measurement: the model decides
};

/// Names, in the order of SearchKind.
inline constexpr std::array<std::string_view, 3> kSearchKindNames = {"race", "exhaustive", "model"};

/// Time limit for roots other than 0, as a multiple of the time for all else, on homogeneous hosts:
/// there are many such roots. With a limit of 1, on 8 nodes of 8 cores, scatters were left to a
/// library that takes 2.8 times as long as the best.
inline constexpr int kTimeForRoots = 2;

struct SearchOptions {
  SearchKind kind = SearchKind::kRace;
  std::vector<Collective> collectives;
  std::vector<Layout> layouts;
  /// Layouts between two of `layouts`: measured last, with candidates that do well on those two.
  std::vector<LayoutBetween> between;
  std::vector<Bytes> sizes;              ///< rising; decided for, where buffers fit `memory`
  Bytes memory{std::int64_t{64} << 20};  ///< the most that one buffer of a rank may take
  DecisionRule decision;
  /// The library's own algorithms that may be selected, by collective.
  std::map<Collective, std::vector<std::string>> natives;
  int reps = 10;                  ///< least repetitions in a question: to estimate its cost
  std::optional<Seconds> budget;  ///< of all experiments together
  /// Number of kinds of hosts; each makes roots of a kind of its own. Multiplies kTimeForRoots.
  int kinds_of_roots = 1;
  /// Whether to measure also some of the roots that are expected to be like root 0. With inexact
  /// times that expectation rests on noise. On one node MPICH sends a broadcast to the first rank
  /// first, which with another root takes twice as long.
  bool doubts_roots = false;
  /// The application's calls, of `collectives` and `layouts`. Unless empty, only problems that the
  /// application calls are measured, and the ones that take it the most time come first.
  Called called;
};

/// Returns the sizes, rising, for which a collective is decided on `layout`.
std::vector<Bytes> SizesOf(const SearchOptions& options, Collective collective,
                           const Layout& layout);

/// A size at which the decision may be wrong.
struct Doubt {
  Problem problem;
  double regret = 0;  ///< expected, as a share of the best time
};

/// Measuring time of all answers, by the purpose of their questions.
struct Spending {
  Seconds given{};    ///< SearchOptions::layouts
  Seconds between{};  ///< SearchOptions::between
  Seconds roots{};    ///< lines with roots of their own

  Seconds All() const { return given + between + roots; }
};

/// Each line begins with measurements at a few sizes, its anchors. Further sizes are measured where
/// an answer is expected to save regret.
class Search {
 public:
  /// Requires that `predictor` outlives the search.
  Search(SearchOptions options, const Predictor& predictor);
  Search(const Search&) = delete;  // lines point to one another
  Search& operator=(const Search&) = delete;

  /// Returns the next question. After the anchors of lines that do not lean, this is the question
  /// that is expected to save the most regret per second. Returns nothing when no question is worth
  /// its time, or when the budget is spent.
  std::optional<Question> Next();

  /// Returns the questions that do not depend on answers to others: all anchors, the first to be
  /// asked last.
  std::vector<Question> FirstQuestions() const;

  void Learn(const Question& question, const Answer& answer);

  /// Learns the answer to a question that Next did not return. The problem may still be asked: the
  /// answer may lack candidates.
  void LearnAside(const Question& question, const Answer& answer);

  /// Leaves out failed candidates, also the ones that failed in questions of others.
  void LeaveOut(const Failures& failures);

  /// Makes Next return nothing once `budget` is spent.
  void LimitTo(Seconds budget) { options_.budget = budget; }

  /// Lines in this order: one for each collective and layout; one for each collective and layout
  /// between; lines with roots of their own.
  const std::deque<CostCurve>& lines() const { return lines_; }
  const SearchOptions& options() const { return options_; }
  double ErrorOf(Collective collective) const { return errors_.at(collective).Level(); }
  const Spending& spending() const { return spending_; }
  const Failures& failures() const { return failures_; }
  Seconds spent() const { return spending_.All(); }
  int asked() const { return asked_; }
  /// Estimates how many questions are left; the number falls and rises.
  int left() const;

  /// Whether all anchors of a line have been measured.
  bool HasBegun(const CostCurve& line) const;

  /// Returns the problems whose decisions are still uncertain, the largest expected regret first.
  std::vector<Doubt> Doubts() const;

  /// Returns the roots of a line of other roots than 0 with which root 0's choices are expected to
  /// be slower than the library.
  RootSet Slower(const CostCurve& line) const;

  /// Roots that `line` decides: its own set, or every root that no sibling line claims.
  RootSet RootsOf(const CostCurve& line) const;

  /// Returns the decision at a measured size, with its evidence.
  Decision DecisionAt(const CostCurve& line, Bytes bytes) const;

 private:
  /// A size of a line that may be measured next.
  struct Refinement {
    std::size_t line = 0;
    Bytes bytes;
    double value = 0;  ///< expected regret that the answer may save; the priority of an anchor
    /// The choices that are compared with the library; empty: all that may win.
    std::vector<std::string> checked = {};
  };
  struct Decided {
    Bytes bytes;
    std::string choice;
  };
  /// A line whose roots are bisected: the second half is measured and decided on a line of its own.
  struct Half {
    std::size_t whole = 0;   ///< index of the bisected line
    RootSet kept;            ///< the first half, which the bisected line keeps
    std::size_t second = 0;  ///< index of the second half's line
  };

  /// Returns the seconds that the application spends in calls that are decided at `bytes`; 1 where
  /// its calls are unknown.
  double CalledFor(const CostCurve& line, Bytes bytes) const;
  bool Is(const Refinement& wish, const Problem& problem) const;
  std::optional<std::size_t> FindLine(const Problem& problem) const;
  /// Leaves out of `line` all failed candidates of its collective, layout and kind of root.
  void LeaveOutOf(CostCurve& line) const;
  CostCurve& AddLine(const CostCurve& whole, RootSet roots);

  /// Adds an answer to the line of its problem, and returns the line's index; nothing without one.
  std::optional<std::size_t> Take(const Question& question, const Answer& answer);
  Question Ask(const Refinement& wish) const;
  /// Returns Line::Candidates; Line::AllCandidates for roots that are doubted.
  std::vector<std::string> CandidatesOf(const CostCurve& line, Bytes bytes) const;
  std::vector<std::string> Contestants(const CostCurve& line, Bytes bytes) const;
  /// Returns the contestants where ranks do not know sizes, so that one choice serves all sizes.
  /// Prunes candidates that were significantly slower than the library, or have no time, at a
  /// measured size.
  std::vector<std::string> ContestantsForAll(const CostCurve& line, Bytes bytes) const;
  /// Whether ContestantsForAll has pruned all but the library.
  bool IsSettled(const CostCurve& line) const;
  std::vector<std::string> NativesOf(const CostCurve& line) const;
  std::optional<Refinement> BestOf(std::size_t line) const;
  std::optional<Refinement> BestOfAll();
  void Lean();
  void AddAnchors(std::size_t first_line);
  void SortAnchors();
  void Split();
  /// Bisects sets of roots: plans to measure the second half of each. Where the choices of two
  /// halves disagree, both are bisected in turn. Roots that are expected to be like root 0 take
  /// part only where they are doubted. Returns whether there is anything to measure.
  bool Halve();
  void AddHalf(std::size_t whole);
  /// Takes the roots of a second half away from the line that was bisected, once all anchors of
  /// `line`, the second half's, are measured.
  void StandForItself(std::size_t line);
  /// Whether roots other than 0 may still be measured: see kTimeForRoots.
  bool HasTimeForRoots() const {
    return spending_.roots <=
           kTimeForRoots * options_.kinds_of_roots * (spending_.given + spending_.between);
  }
  /// Returns the choices at measured sizes. At grid sizes between two measured ones the choice with
  /// the smaller estimate of the two stands for the rules that will be made.
  Choices ChoicesOf(const CostCurve& line) const;
  /// Whether the choices planned around `middle` have to be compared with the library there.
  bool MaySurprise(const CostCurve& line, const Decided& low, Bytes middle,
                   const Decided& high) const;
  /// Whether the library is clearly slower than `choice` at `bytes` on both neighbours of `line`.
  static bool IsClearAround(const CostCurve& line, const std::string& choice, Bytes bytes);
  double Value(const CostCurve& line, const Decided& low, Bytes middle, const Decided& high) const;
  /// Returns the saving of the best estimate over the better one of two planned choices, as a
  /// logarithm; less the margin where that one is the library.
  double Saved(const CostCurve& line, Bytes bytes, const std::array<std::string, 2>& planned) const;
  Seconds Cost(const Refinement& wish) const;

  SearchOptions options_;
  const Predictor* predictor_;
  std::deque<CostCurve> lines_;  // a deque: lines point to one another
  std::map<const CostCurve*, RootGroup> groups_;
  std::vector<std::size_t> to_halve_;  // indices of lines whose roots are to be bisected
  std::vector<Half> halves_;           // being measured
  std::vector<Refinement> anchors_;    // the next one last
  std::vector<std::optional<Refinement>> best_;
  std::vector<bool> stale_;  // by line: best_ has to be computed again
  std::map<Collective, ModelError> errors_;
  Failures failures_;
  std::set<Problem> was_asked_;
  Spending spending_;
  int asked_ = 0;
  bool is_split_ = false;  // Split has run
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_SEARCH_H_
