// The planner of a search: which problem to measure next, from all measurements so far. Pure: no
// MPI, no clock, no files; the same results lead to the same trials.
#ifndef COLLTUNE_TUNER_SEARCH_PLANNER_H_
#define COLLTUNE_TUNER_SEARCH_PLANNER_H_

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "tuner/search/grid.h"
#include "tuner/search/measurements.h"
#include "tuner/search/outlook.h"

namespace colltune::tune {

enum class SearchKind : unsigned char {
  kRace,        ///< candidates that may win, where a result is expected to save the most regret
  kExhaustive,  ///< every candidate at every problem, to the end
  kModel,       ///< no measurement: the model decides
};

/// Names, in the order of SearchKind.
inline constexpr std::array<std::string_view, 3> kSearchKindNames = {"race", "exhaustive", "model"};

/// Share of the time that measures problems drawn at random from the workload, to which nothing is
/// fitted: they calibrate what is expected elsewhere.
inline constexpr double kCalibrationShare = 0.05;

/// Number of problems that calibrate before a search ends by itself: at 95 % confidence, the
/// largest of 59 draws exceeds all but 5 % of what they are drawn from (Wilks, 1941).
inline constexpr std::size_t kChecks = 59;

struct PlannerOptions {
  SearchKind kind = SearchKind::kRace;
  int reps = 10;                    ///< least of a trial, to estimate its cost; one where exact
  std::optional<Seconds> budget;    ///< of all trials together
  double regret = 0;                ///< the expected regret at which the search ends, a share
  std::function<void()> beat = {};  ///< called at each problem that is considered: many take long
};

/// A problem whose decision may be wrong.
struct Uncertainty {
  Problem problem;
  double regret = 0;  ///< expected, as a share of the best time
};

/// The expected regret of the decisions that one problem stands for.
struct Expectation {
  Problem problem;
  double weight = 0;  ///< of the problem, and of all finer ones that it stands for
  double regret = 0;  ///< a share of the best time
};

/// Measuring time of all results, by the purpose of their trials.
struct Spending {
  Seconds search{};
  Seconds calibration{};

  Seconds All() const { return search + calibration; }
};

/// Buys regret: each trial is the one that is expected to save the most of it per second, over all
/// problems that it tells of. A problem tells of itself, and of all finer problems of the grid that
/// have it as the nearest: see GridOf. These are considered once it was measured.
class Planner {
 public:
  /// Requires that `measurements` outlives the planner, and that only the planner changes it.
  Planner(Measurements& measurements, const PlannerOptions& options);

  /// Returns the next trial: the same one until a result is learned. Returns nothing when no trial
  /// is worth its time, when the regret that is left is expected to be as small as was asked for,
  /// or when the budget is spent.
  std::optional<Trial> Next();

  /// Returns the trials that do not depend on results of others.
  std::vector<Trial> FirstTrials();

  void Learn(const Trial& trial, const TrialResult& result);

  /// Learns the result of a trial that Next did not return. The problem may still be asked: the
  /// result may lack candidates.
  void LearnAside(const Trial& trial, const TrialResult& result);

  /// Makes Next return nothing once `budget` is spent.
  void LimitTo(Seconds budget) { options_.budget = budget; }

  const Measurements& measurements() const { return measurements_; }
  const std::optional<Seconds>& budget() const { return options_.budget; }
  const Spending& spending() const { return spending_; }
  Seconds spent() const { return spending_.All(); }
  int trials() const { return trials_; }
  /// Estimates how many trials are left; the number falls and rises.
  int left() const;

  /// Returns the time that the trial of a problem is expected to take; 0 where it is not
  /// considered.
  Seconds CostOf(const Problem& problem) const;

  /// Returns the expected regret of all decisions, as a share of the best time, weighted by the
  /// calls of applications.
  double ExpectedRegret() const;

  /// Returns the expected regret of all decisions, each problem being considered anew.
  std::vector<Expectation> Expectations();

  /// Returns the regret that is expected after three times the time spent so far, if it goes on to
  /// fall as it has fallen; nothing where too little is known of that.
  std::optional<double> LaterRegret() const;

  /// Returns the problems whose decisions are still uncertain, the largest expected regret first.
  std::vector<Uncertainty> Uncertainties();

 private:
  /// Whose expected regret and cost a point has, the least telling first.
  enum class Whose : unsigned char {
    kNobodys,  ///< none are known
    kParents,  ///< from before the parent's trial
    kItsOwn,
  };
  struct Point {
    GridPoint grid;
    std::vector<std::size_t> children;
    double weight = 0;       ///< of the point, and of all finer ones that are not considered yet
    bool is_active = false;  ///< is considered
    int asked = 0;
    double regret = kUnknownRegret;      ///< expected
    double cost = 0;                     ///< of the trial, in seconds
    Whose whose = Whose::kNobodys;       ///< regret and cost
    std::vector<ChoiceId> choices = {};  ///< of the trial; empty where none is worth its time
    bool is_new = true;                  ///< something was measured since it was considered
    bool is_stale = true;  ///< something was measured since all its candidates were considered
  };
  /// The points of one collective.
  struct Field {
    std::vector<Point> points;
    std::size_t known = 0;       ///< number of results
    std::size_t calibrated = 0;  ///< number of results at the last calibration
    std::size_t refresh_at = 1;  ///< number of results at which all points are considered anew
    bool is_ranked = false;      ///< the two after are known
    std::optional<std::size_t> best = {};  ///< point whose trial saves the most regret per second
    double rate = 0;                       ///< of that point
  };
  struct Place {
    Collective collective;
    std::size_t index;
  };

  /// The cost of trials besides their samples: to agree on clocks and to check results, on each
  /// rank. None where times are exact.
  struct Overhead {
    Seconds spent{};
    int ranks = 0;  ///< of all trials together

    Seconds On(int some) const { return ranks == 0 ? Seconds{} : spent * some / ranks; }
  };

  /// Collectives some of whose trials gave no valid sample, as clocks do not agree well enough for
  /// such short times.
  struct Unclocked {
    std::set<Collective> collectives;
    Seconds longest{};                  ///< predicted of a trial without samples
    std::optional<Seconds> shortest{};  ///< predicted of a trial with samples
  };

  bool IsExact() const { return measurements_.space().timing == TimingModel::kExact; }
  bool IsRace() const { return options_.kind == SearchKind::kRace; }
  bool IsOver() const { return options_.budget && spent() >= *options_.budget; }
  Point& At(const Place& place) { return fields_.at(place.collective).points[place.index]; }
  void Activate(Field& field, std::size_t index);
  /// Considers the next finer points of all points that were not worth a trial; returns whether
  /// there are any.
  bool GoFiner();
  /// Returns how many times as large regret was where it was measured as it was expected to be; 1
  /// at least.
  double Scale() const;
  /// Compares the regret that was expected of a problem with what a calibration found.
  void Compare(const Point& point, const Trial& trial, const TrialResult& result);
  /// Learns what a trial took besides its samples, and whether it had any.
  void LearnTiming(const Trial& trial, const TrialResult& result);
  /// Whether the problem's trial is likely to give no valid sample.
  bool IsTooShort(const Problem& problem) const;
  /// Whether the point was not asked, and may be.
  bool IsOpen(const Point& point) const {
    return point.asked == 0 && !IsTooShort(point.grid.problem);
  }
  void Refresh(Field& field, Point& point, Breadth breadth);
  void Rank(Field& field);
  void RefreshAll();
  /// The most regret that calibrations found, and their number.
  struct Found {
    double regret = 0;
    std::size_t count = 0;
  };
  Found FoundRegret() const;
  /// Returns how many problems have to calibrate before the search ends by itself.
  std::size_t LeastChecks() const;
  std::optional<Place> Largest();
  void Calibrate(Collective collective, Field& field);
  bool CalibrateAnew();
  bool IsEnough();
  std::optional<Place> Best();
  std::optional<Place> NextOfAll();
  /// Draws the next problem that calibrates; nothing where none is left.
  std::optional<Place> Draw();
  std::optional<Place> NextToCalibrate();
  std::optional<Place> NextToCheck();
  std::optional<Trial> Choose();
  std::optional<Place> PlaceOf(const Problem& problem) const;
  /// Adds the result to the measurements, as a calibration or not.
  void Take(const Trial& trial, const TrialResult& result, bool calibrates);

  Measurements& measurements_;
  PlannerOptions options_;
  std::map<Collective, Field> fields_;
  std::map<Problem, std::size_t> places_;  // of points, in their field
  std::mt19937_64 random_;
  std::optional<Place> drawn_;  // the next problem that calibrates
  bool calibrates_ = false;     // the next trial
  // The next trial. Choosing draws, so that to choose again would be another choice. The outer one
  // is empty where none was chosen since the last result, the inner one where none is left.
  std::optional<std::optional<Trial>> next_;
  int check_at_ = 0;            // number of trials at which it is seen whether the regret is small
  std::optional<Place> large_;  // the next problem, where the mean regret is small enough
  std::vector<std::pair<Seconds, double>> history_;  // expected regret by time spent
  double expected_ = 0;  // sums over the problems that calibrated: expected regret,
  double found_ = 0;     // and measured regret
  Spending spending_;
  // Time that calibrations have a share of. Exact samples repeat when a tuning is resumed; what is
  // between them does not, and would decide when the next one is due.
  Spending shared_;
  Overhead overhead_;
  Unclocked unclocked_;
  int trials_ = 0;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_PLANNER_H_
