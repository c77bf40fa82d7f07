// What to measure next. Pure: no MPI, no clock, no files; the same answers lead to the same
// questions.
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
#include "tuner/search/decide.h"
#include "tuner/search/line.h"
#include "tuner/search/model_error.h"
#include "tuner/search/split_roots.h"

namespace colltune::tune {

enum class SearchKind : unsigned char {
  kRace,        ///< what the model thinks can win, where it changes
  kExhaustive,  ///< every candidate at every size, to the end
  kModel,       ///< nothing: the model decides
};

/// In the order of the enum.
inline constexpr std::array<std::string_view, 3> kSearchKindNames = {"race", "exhaustive", "model"};

/// Other roots than 0, of which there are many, may take so many times as long as all else together
/// where all hosts are alike. On 8 nodes of 8 cores, with as long, scatters were left to a library
/// that takes 2.8 times as long as the best.
inline constexpr int kTimeForRoots = 2;

struct SearchOptions {
  SearchKind kind = SearchKind::kRace;
  std::vector<Collective> collectives;
  std::vector<Layout> layouts;
  std::vector<LayoutBetween> between;  ///< of those; measured last, where the others let expect it
  std::vector<Bytes> sizes;            ///< rising; decided for, where buffers fit `memory`
  Bytes memory{std::int64_t{64} << 20};  ///< the most that one buffer of a rank may take
  DecisionRule decision;
  /// The library's own algorithms that may be selected, by collective.
  std::map<Collective, std::vector<std::string>> natives;
  int reps = 10;                  ///< that a question has at least: to guess its cost
  std::optional<Seconds> budget;  ///< of all experiments together
  /// Of how many kinds the hosts are. Each is a root of its own kind: for each of them other roots
  /// than 0 may take kTimeForRoots times as long as all else together.
  int kinds_of_roots = 1;
  /// Whether of roots that are expected to be like root 0 some are measured as well. Where times
  /// are not exact it is noise that decides what is expected of them. On one node MPICH sends a
  /// broadcast to the first rank first, which with another root takes twice as long.
  bool doubts_roots = false;
  /// Where it is not empty nothing else is asked for, and what takes the application the most time
  /// is asked for first. Of `collectives` and `layouts`.
  Called called;
};

/// The sizes that a collective is decided for.
std::vector<Bytes> SizesOf(const SearchOptions& options, Collective collective,
                           const Layout& layout);

/// A size at which the decision may be wrong.
struct Doubt {
  Problem problem;
  double regret = 0;  ///< that is to be expected there, as a share of the best time
};

/// What answers took, by what they were asked for.
struct Spending {
  Seconds given{};    ///< the layouts of the options
  Seconds between{};  ///< those between them
  Seconds roots{};    ///< roots that others' choices do not suit

  Seconds All() const { return given + between + roots; }
};

class Search {
 public:
  /// `oracle` outlives it.
  Search(SearchOptions options, const Oracle& oracle);
  Search(const Search&) = delete;  // its lines lean on each other
  Search& operator=(const Search&) = delete;

  /// The question that is expected to save the most regret for its time; nothing when none is
  /// worth its time, or the budget is spent.
  std::optional<Question> Next();

  /// Those that do not depend on the answers to others, the first one last.
  std::vector<Question> FirstQuestions() const;

  void Learn(const Question& question, const Answer& answer);

  /// The answer to a question of somebody else's: some candidates may still be missing.
  void LearnAside(const Question& question, const Answer& answer);

  /// From now on Next has nothing to ask once so much is spent.
  void LimitTo(Seconds budget) { options_.budget = budget; }

  /// One for each collective and layout; then those of layouts between; then those of roots that
  /// others' choices do not suit.
  const std::deque<Line>& lines() const { return lines_; }
  const SearchOptions& options() const { return options_; }
  double ErrorOf(Collective collective) const { return errors_.at(collective).Level(); }
  const Spending& spending() const { return spending_; }
  const Failures& failures() const { return failures_; }
  Seconds spent() const { return spending_.All(); }
  int asked() const { return asked_; }
  /// What is left to ask: a guess that falls and rises.
  int left() const;

  /// Whether a line has been measured at all the sizes that it begins with.
  bool HasBegun(const Line& line) const;

  /// Where decisions are still uncertain, the most uncertain first.
  std::vector<Doubt> Doubts() const;

  /// Roots of a line that has other ones than 0, with which what suits root 0 is expected to be
  /// slower than the library.
  RootSet Slower(const Line& line) const;

  /// Those that it is for: its own, or of its collective and layout all that no other line has.
  RootSet RootsOf(const Line& line) const;

  /// What choice was made at a measured size, with its evidence.
  Decision DecisionAt(const Line& line, Bytes bytes) const;

 private:
  struct Wish {
    std::size_t line = 0;
    Bytes bytes;
    double value = 0;  ///< expected regret that the answer may save; of anchors those with the
                       ///< most come first
    /// Only these are held against the library's own; all that may win where there are none.
    std::vector<std::string> checked = {};
  };
  struct Decided {
    Bytes bytes;
    std::string choice;
  };
  /// The second half of a line's roots is measured by itself, and stands for itself from then on.
  struct Half {
    std::size_t whole = 0;  ///< the line
    RootSet kept;           ///< what is left to it
    std::size_t second = 0;
  };

  /// Seconds that the application spends in calls that a size decides; 1 where there is none.
  double CalledFor(const Line& line, Bytes bytes) const;
  bool Is(const Wish& wish, const Problem& problem) const;
  std::optional<std::size_t> FindLine(const Problem& problem) const;
  /// Leaves out what failed, on all lines that it is left out for.
  void NoteFailures(const Question& question, const Answer& answer);
  /// Of all that failed what concerns a line.
  void LeaveOutOf(Line& line) const;
  Line& AddLine(const Line& whole, RootSet roots);

  /// The line that it is about, if there is one.
  std::optional<std::size_t> Take(const Question& question, const Answer& answer);
  Question Ask(const Wish& wish) const;
  /// Our choices that are worth looking at: the line's, but where roots are doubted all there are.
  std::vector<std::string> CandidatesOf(const Line& line, Bytes bytes) const;
  std::vector<std::string> Contestants(const Line& line, Bytes bytes) const;
  /// One choice serves all sizes where ranks do not know them: all that have been slower than the
  /// library nowhere so far.
  std::vector<std::string> ContestantsForAll(const Line& line, Bytes bytes) const;
  /// Whether only the library is left of those.
  bool IsSettled(const Line& line) const;
  std::vector<std::string> NativesOf(const Line& line) const;
  std::optional<Wish> BestOf(std::size_t line) const;
  std::optional<Wish> BestOfAll();
  void Lean();
  void AddAnchors(std::size_t first_line);
  void SortAnchors();
  void Split();
  /// Looks at the second half of all roots that are taken together, and again at both halves where
  /// they want different things; of those that are like root 0 where they are doubted. Whether
  /// there is something to look at.
  bool Halve();
  void AddHalf(std::size_t whole);
  /// Requires that it was asked about.
  void StandForItself(std::size_t line);
  /// Whether other roots may still be measured.
  bool HasTimeForRoots() const {
    return spending_.roots <=
           kTimeForRoots * options_.kinds_of_roots * (spending_.given + spending_.between);
  }
  /// At measured sizes, and at those of the grid between them what rules will say.
  Choices ChoicesOf(const Line& line) const;
  /// Whether what is planned around a size has to be held against the library's own there.
  bool MaySurprise(const Line& line, const Decided& low, Bytes middle, const Decided& high) const;
  /// Whether on both layouts that the line leans on the library is clearly slower at this size.
  static bool IsClearAround(const Line& line, const std::string& choice, Bytes bytes);
  double Value(const Line& line, const Decided& low, Bytes middle, const Decided& high) const;
  /// What the best by the estimates saves against the better one of two that are planned.
  double Saved(const Line& line, Bytes bytes, const std::array<std::string, 2>& planned) const;
  Seconds Cost(const Wish& wish) const;

  SearchOptions options_;
  const Oracle* oracle_;
  std::deque<Line> lines_;  // which lean on each other, where they are
  std::map<const Line*, RootGroup> groups_;
  std::vector<std::size_t> to_halve_;  // lines with roots
  std::vector<Half> halves_;           // that are being looked at
  std::vector<Wish> anchors_;          // the next one last
  std::vector<std::optional<Wish>> best_;
  std::vector<bool> stale_;  // by line: best_ is to be found again
  std::map<Collective, ModelError> errors_;
  Failures failures_;
  std::set<Problem> was_asked_;
  Spending spending_;
  int asked_ = 0;
  bool is_split_ = false;  // by roots
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_SEARCH_H_
