#include "tuner/search/planner.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "algorithms/buffers.h"
#include "tuner/search/judgement.h"

namespace colltune::tune {
namespace {

/// Number of points of a collective that are considered from the beginning.
constexpr std::size_t kFirst = 6;

/// Number of trials of one problem: a second one times candidates that have become promising since.
constexpr int kMostTrials = 2;

/// Growth of the number of results after which all points are considered anew.
constexpr double kGrowth = 1.5;

/// Most that a measured regret counts for: larger ones would drown all others.
constexpr double kMostCounted = 1;

/// Most times as large as expected that regret is taken to be.
constexpr double kMostScale = 30;

/// Regret of a single problem, as a share, that the search does not end with while trials can lower
/// it: a rare problem hardly counts in the mean, but its callers wait all the same.
constexpr double kMostAnywhere = 0.5;

/// Growth of the number of trials after which all points are considered anew, to see whether the
/// search ends.
constexpr double kCheckGrowth = 1.05;

/// A problem that is predicted to take less than this multiple of one without valid samples is not
/// asked.
constexpr double kLongEnough = 4;

bool HasFailed(const TrialResult& result) {
  return std::ranges::any_of(result.timings,
                             [](const Candidate& timing) { return !timing.failed.empty(); });
}

/// Returns what the trial's samples took.
Seconds InSamples(const TrialResult& result) {
  Seconds sum{};
  for (const Candidate& timing : result.timings) {
    if (timing.samples > 0) sum += timing.samples * timing.median;
  }
  return sum;
}

}  // namespace

Planner::Planner(Measurements& measurements, const PlannerOptions& options)
    : measurements_(measurements), options_(options) {
  if (options_.kind == SearchKind::kModel) return;
  for (const Collective collective : measurements.space().collectives) {
    Field& field = fields_[collective];
    for (const GridPoint& grid : GridOf(measurements.space(), collective)) {
      places_[grid.problem] = field.points.size();
      field.points.push_back({.grid = grid, .children = {}, .weight = grid.weight});
      if (grid.parent) field.points[*grid.parent].children.push_back(field.points.size() - 1);
    }
    for (std::size_t i = field.points.size(); i-- > 1;) {
      field.points[*field.points[i].grid.parent].weight += field.points[i].weight;
    }
    const std::size_t first =
        IsRace() ? std::min(kFirst, field.points.size()) : field.points.size();
    for (std::size_t i = 0; i < first; ++i) Activate(field, i);
  }
}

/// Considers a point from now on: it then counts for itself, no longer for its parent.
void Planner::Activate(Field& field, std::size_t index) {
  Point& point = field.points[index];
  if (point.is_active) return;
  point.is_active = true;
  field.is_ranked = false;
  if (point.grid.parent) {
    // A parent tells of the point: its trial makes the regret smaller. So the point is considered
    // when no other promises more than its parent did before its trial.
    const Point& parent = field.points[*point.grid.parent];
    if (point.whose == Whose::kNobodys && parent.whose == Whose::kItsOwn && parent.asked > 0) {
      point.regret = parent.regret;
      point.cost = parent.cost;
      point.whose = Whose::kParents;
    }
    // Coarser points that are not active themselves count for their own parents.
    for (auto at = point.grid.parent; at; at = field.points[*at].grid.parent) {
      field.points[*at].weight -= point.weight;
      if (field.points[*at].is_active) break;
    }
  }
}

bool Planner::GoFiner() {
  bool any = false;
  for (auto& [collective, field] : fields_) {
    const std::size_t count = field.points.size();
    std::vector<std::size_t> finer;
    for (std::size_t i = 0; i < count; ++i) {
      if (!field.points[i].is_active) continue;
      for (const std::size_t child : field.points[i].children) {
        if (!field.points[child].is_active) finer.push_back(child);
      }
    }
    for (const std::size_t child : finer) Activate(field, child);
    any = any || !finer.empty();
  }
  return any;
}

double Planner::Scale() const {
  // Adds kPrior to what was expected and found: single large regrets come by chance.
  constexpr double kPrior = 0.1;
  return std::clamp((found_ + kPrior) / (expected_ + kPrior), 1.0, kMostScale);
}

void Planner::Compare(const Point& point, const Trial& trial, const TrialResult& result) {
  const ChoiceId choice = Interpolate(measurements_, trial.problem).decision.choice;
  const auto chosen = std::ranges::find(result.timings, choice, &Candidate::choice);
  if (chosen == result.timings.end() || !IsKnown(*chosen)) return;
  Seconds best = chosen->median;
  for (const Candidate& timing : result.timings) {
    if (IsKnown(timing)) best = std::min(best, timing.median);
  }
  expected_ += point.regret / Scale();
  found_ += std::min(chosen->median / best - 1, kMostCounted);
}

void Planner::LearnTiming(const Trial& trial, const TrialResult& result) {
  if (result.timings.empty()) return;
  if (!IsExact()) {
    overhead_.spent += std::max(result.spent - InSamples(result), Seconds{});
    overhead_.ranks += trial.problem.layout.ranks;
  }
  if (HasFailed(result)) return;
  const Collective collective = trial.problem.collective;
  const bool has_samples = std::ranges::any_of(result.timings, IsKnown);
  // Predictions take time: they are asked for only where they count.
  if (has_samples && !unclocked_.collectives.contains(collective)) return;
  const auto shortest = measurements_.SurfaceOf(collective).ShortestAt(trial.problem);
  if (!shortest) return;
  if (has_samples) {
    unclocked_.shortest = std::min(unclocked_.shortest.value_or(*shortest), *shortest);
  } else {
    unclocked_.collectives.insert(collective);
    unclocked_.longest = std::max(unclocked_.longest, *shortest);
  }
}

bool Planner::IsTooShort(const Problem& problem) const {
  if (!unclocked_.collectives.contains(problem.collective)) return false;
  const auto shortest = measurements_.SurfaceOf(problem.collective).ShortestAt(problem);
  const Seconds enough = kLongEnough * unclocked_.longest;
  return shortest && *shortest < std::min(enough, unclocked_.shortest.value_or(enough));
}

void Planner::Refresh(Field& field, Point& point, Breadth breadth) {
  if (options_.beat) options_.beat();
  field.is_ranked = false;
  point.is_stale = breadth == Breadth::kNear;
  point.whose = Whose::kItsOwn;
  point.is_new = false;
  const double scale = Scale();
  const Outlook outlook =
      OutlookAt(measurements_, point.grid.problem, WorthOf(options_.regret) / scale, breadth);
  point.regret = scale * std::expm1(outlook.regret);
  point.choices = point.asked < kMostTrials ? outlook.choices : std::vector<ChoiceId>();
  const int reps = IsExact() ? 1 : options_.reps;
  point.cost = reps * outlook.once.count() + overhead_.On(point.grid.problem.layout.ranks).count();
}

void Planner::RefreshAll() {
  for (auto& [collective, field] : fields_) {
    for (Point& point : field.points) {
      if (point.is_active && point.is_new) Refresh(field, point, Breadth::kNear);
    }
  }
}

double Planner::ExpectedRegret() const {
  double regret = 0;
  double weight = 0;
  for (const auto& [collective, field] : fields_) {
    for (const Point& point : field.points) {
      if (!point.is_active) continue;
      regret += point.weight * point.regret;
      weight += point.weight;
    }
  }
  return weight > 0 ? regret / weight : 0;
}

/// Returns the most that the mean regret of interpolated decisions is, at 95 % confidence, as it
/// was measured where nothing was fitted, times the share of calls that have such decisions.
Planner::Found Planner::FoundRegret() const {
  constexpr double kDeviations = 1.645;  // of a normal distribution, on one side
  double sum = 0;
  double squares = 0;
  Found found;
  for (const Problem& problem : measurements_.held_out()) {
    const auto regret = RegretOfInterpolation(measurements_, problem);
    if (!regret) continue;
    sum += *regret;
    squares += *regret * *regret;
    ++found.count;
  }
  if (found.count == 0) return found;
  double open = 0;
  double all = 0;
  for (const auto& [collective, field] : fields_) {
    for (const Point& point : field.points) {
      all += point.grid.weight;
      if (point.asked == 0) open += point.grid.weight;
    }
  }
  const auto count = static_cast<double>(found.count);
  const double variance = std::max(squares / count - sum / count * sum / count, 0.0);
  found.regret = open / all * (sum / count + kDeviations * std::sqrt(variance / count));
  return found;
}

/// On small grids fewer than kChecks, but as many as a quantile takes: nothing is fitted to them,
/// and decisions would lack what they tell.
std::size_t Planner::LeastChecks() const {
  return std::clamp(static_cast<std::size_t>(kCalibrationShare * trials_), kLeastResiduals,
                    kChecks);
}

/// Returns the problem with the largest expected regret, if that is more than kMostAnywhere, and
/// than was asked for, and trials can lower it.
std::optional<Planner::Place> Planner::Largest() {
  for (;;) {
    std::optional<Place> largest;
    double most = std::max(options_.regret, kMostAnywhere);
    for (auto& [collective, field] : fields_) {
      for (std::size_t i = 0; i < field.points.size(); ++i) {
        const Point& point = field.points[i];
        if (!point.is_active || point.regret <= most || point.choices.empty()) continue;
        if (IsTooShort(point.grid.problem)) continue;
        most = point.regret;
        largest = {collective, i};
      }
    }
    if (!largest || !At(*largest).is_stale) return largest;
    Refresh(fields_.at(largest->collective), At(*largest), Breadth::kAll);
  }
}

void Planner::Calibrate(Collective collective, Field& field) {
  field.calibrated = field.known;
  measurements_.Calibrate(collective);
}

/// Calibrates the collectives that something was measured of since they were, and considers their
/// points anew: a few results may tell that savings are less certain than they were taken to be.
/// Returns whether there were any.
bool Planner::CalibrateAnew() {
  bool any = false;
  for (auto& [collective, field] : fields_) {
    if (field.calibrated == field.known) continue;
    Calibrate(collective, field);
    for (Point& point : field.points) point.is_new = true;
    any = true;
  }
  RefreshAll();
  return any;
}

/// Whether the expected regret is as small as was asked for, all points of the grid considered
/// anew, by all results, and that of no point is large. Where only single ones are, they are next.
bool Planner::IsEnough() {
  if (large_) large_ = Largest();
  if (large_ || trials_ < check_at_) return false;
  check_at_ = static_cast<int>(kCheckGrowth * trials_) + 1;
  history_.emplace_back(spent(), ExpectedRegret());
  if (ExpectedRegret() > options_.regret) return false;
  do {
    CalibrateAnew();
    if (ExpectedRegret() > options_.regret) return false;
    large_ = Largest();
    if (large_) return false;
  } while (GoFiner());
  const Found found = FoundRegret();
  return found.count >= LeastChecks() && found.regret <= options_.regret;
}

std::optional<double> Planner::LaterRegret() const {
  constexpr double kTimes = 3;
  const auto before = std::ranges::lower_bound(history_, spent() / kTimes, {},
                                               [](const auto& each) { return each.first; });
  if (before == history_.end() || before->second <= 0 || spent() <= Seconds{}) return std::nullopt;
  // A power of the time: as much smaller again.
  return std::min(ExpectedRegret() / before->second, 1.0) * ExpectedRegret();
}

std::vector<Expectation> Planner::Expectations() {
  std::vector<Expectation> all;
  while (GoFiner()) {
  }
  RefreshAll();
  for (auto& [collective, field] : fields_) {
    for (const Point& point : field.points) {
      if (!point.is_active) continue;
      all.push_back({point.grid.problem, point.weight, point.regret});
    }
  }
  return all;
}

/// Finds the field's point whose trial is expected to save the most regret per second.
void Planner::Rank(Field& field) {
  field.best.reset();
  field.rate = 0;
  for (std::size_t i = 0; i < field.points.size(); ++i) {
    Point& point = field.points[i];
    if (!point.is_active || point.asked >= kMostTrials) continue;
    if (point.whose == Whose::kNobodys) Refresh(field, point, Breadth::kNear);
    if (point.whose == Whose::kItsOwn && point.choices.empty()) continue;
    if (IsTooShort(point.grid.problem)) continue;
    const double rate = point.weight * point.regret / point.cost;
    if (rate <= field.rate) continue;
    field.rate = rate;
    field.best = i;
  }
  field.is_ranked = true;
}

/// Returns the point whose trial is expected to save the most regret per second. Points whose
/// regret was computed before the latest results are computed anew as they come up: results only
/// lower it, but for surprises.
std::optional<Planner::Place> Planner::Best() {
  for (;;) {
    std::optional<Place> best;
    double most = 0;
    for (auto& [collective, field] : fields_) {
      if (!field.is_ranked) Rank(field);
      if (!field.best || field.rate <= most) continue;
      most = field.rate;
      best = {collective, *field.best};
    }
    if (!best || !At(*best).is_stale) return best;
    Refresh(fields_.at(best->collective), At(*best), Breadth::kAll);
  }
}

std::optional<Planner::Place> Planner::NextOfAll() {
  for (auto& [collective, field] : fields_) {
    for (std::size_t i = 0; i < field.points.size(); ++i) {
      if (field.points[i].asked == 0) return Place{collective, i};
    }
  }
  return std::nullopt;
}

std::optional<Planner::Place> Planner::Draw() {
  if (fields_.empty()) return std::nullopt;
  // One collective, and one of its problems by weight: as evaluations draw them.
  const auto share = [this] { return std::ldexp(static_cast<double>(random_() >> 11), -53); };
  auto field = fields_.begin();
  std::advance(field, static_cast<std::ptrdiff_t>(share() * static_cast<double>(fields_.size())));
  if (field->second.points.empty()) return std::nullopt;
  double sum = 0;
  for (const Point& point : field->second.points) sum += point.grid.weight;
  double left = share() * sum;
  std::size_t index = 0;
  while (index + 1 < field->second.points.size() &&
         (left -= field->second.points[index].grid.weight) > 0) {
    ++index;
  }
  const Place place{field->first, index};
  return IsOpen(At(place)) ? std::optional(place) : std::nullopt;
}

/// Returns the problem that was drawn to calibrate, once its share of the time allows for it.
std::optional<Planner::Place> Planner::NextToCalibrate() {
  if (!drawn_) drawn_ = Draw();
  if (!drawn_) return std::nullopt;
  Point& point = At(*drawn_);
  if (!IsOpen(point)) {
    drawn_.reset();
    return std::nullopt;
  }
  const double affordable = kCalibrationShare * shared_.All().count() - shared_.calibration.count();
  // Its cost is computed anew only where it seems to be affordable: that takes time.
  if (point.whose != Whose::kItsOwn || point.cost <= affordable) {
    Refresh(fields_.at(drawn_->collective), point, Breadth::kAll);
  }
  return point.cost <= affordable ? drawn_ : std::nullopt;
}

/// Returns a problem that calibrates, whatever the share of the time, until LeastChecks were
/// measured: expectations that nothing has checked are no reason to end.
std::optional<Planner::Place> Planner::NextToCheck() {
  constexpr int kDraws = 300;  // most are measured where so many are
  if (FoundRegret().count >= LeastChecks()) return std::nullopt;
  for (int i = 0; i < kDraws && !drawn_; ++i) drawn_ = Draw();
  return drawn_;
}

std::optional<Trial> Planner::Next() {
  if (IsOver() || options_.kind == SearchKind::kModel) return std::nullopt;
  if (!next_) next_ = Choose();
  return *next_;
}

std::optional<Trial> Planner::Choose() {
  calibrates_ = false;
  if (!IsRace()) {
    const auto next = NextOfAll();
    if (!next) return std::nullopt;
    return Trial{At(*next).grid.problem, AllChoices(measurements_, At(*next).grid.problem)};
  }
  if (IsEnough()) return std::nullopt;
  std::optional<Place> next = NextToCalibrate();
  calibrates_ = next.has_value();
  if (!next) next = large_;
  while (!next) {
    next = Best();
    if (next || GoFiner() || CalibrateAnew()) continue;
    next = NextToCheck();
    if (!next) return std::nullopt;
    calibrates_ = true;
  }
  const Point& point = At(*next);
  if (!calibrates_) return Trial{point.grid.problem, point.choices};
  return Trial{point.grid.problem,
               CalibrationChoices(measurements_, point.grid.problem, WorthOf(options_.regret))};
}

std::vector<Trial> Planner::FirstTrials() {
  std::vector<Trial> trials;
  for (auto& [collective, field] : fields_) {
    for (Point& point : field.points) {
      if (!point.is_active || point.asked > 0) continue;
      if (point.is_stale) Refresh(field, point, Breadth::kAll);
      if (!point.choices.empty()) trials.push_back({point.grid.problem, point.choices});
    }
  }
  return trials;
}

std::optional<Planner::Place> Planner::PlaceOf(const Problem& problem) const {
  const auto found = places_.find(problem);
  if (found == places_.end()) return std::nullopt;
  return Place{problem.collective, found->second};
}

Seconds Planner::CostOf(const Problem& problem) const {
  const auto found = places_.find(problem);
  if (found == places_.end()) return {};
  return Seconds(fields_.at(problem.collective).points[found->second].cost);
}

void Planner::Take(const Trial& trial, const TrialResult& result, bool calibrates) {
  next_.reset();
  ++trials_;
  const auto purpose = calibrates ? &Spending::calibration : &Spending::search;
  spending_.*purpose += result.spent;
  shared_.*purpose += IsExact() ? InSamples(result) : result.spent;
  LearnTiming(trial, result);
  if (HasFailed(result)) {
    Failures failures;
    failures.Add(trial, result);
    measurements_.Add(failures);
  }
  if (calibrates) {
    measurements_.AddCalibration(trial, result);
  } else {
    measurements_.Add(trial, result);
  }
  const auto found = fields_.find(trial.problem.collective);
  if (found == fields_.end()) return;
  Field& field = found->second;
  ++field.known;
  field.is_ranked = false;
  for (Point& point : field.points) point.is_stale = point.is_new = true;
  if (field.known < field.refresh_at) return;
  field.refresh_at = static_cast<std::size_t>(kGrowth * static_cast<double>(field.known)) + 1;
  Calibrate(trial.problem.collective, field);
  if (!IsRace()) return;
  for (Point& point : field.points) {
    if (point.is_active && point.whose == Whose::kItsOwn) Refresh(field, point, Breadth::kNear);
  }
}

void Planner::Learn(const Trial& trial, const TrialResult& result) {
  const bool calibrates = std::exchange(calibrates_, false);
  const auto place = PlaceOf(trial.problem);
  if (place) {
    Point& point = At(*place);
    if (calibrates) Compare(point, trial, result);
    point.asked = calibrates ? kMostTrials : point.asked + 1;
    // An unusable result does not improve by being asked for again.
    if (!calibrates) {
      for (const std::size_t child : std::vector(point.children)) {
        Activate(fields_.at(place->collective), child);
      }
    }
  }
  if (calibrates) drawn_.reset();
  Take(trial, result, calibrates);
}

void Planner::LearnAside(const Trial& trial, const TrialResult& result) {
  Take(trial, result, /*calibrates=*/false);
}

int Planner::left() const {
  int open = 0;
  for (const auto& [collective, field] : fields_) {
    open += static_cast<int>(std::ranges::count_if(field.points, [this](const Point& point) {
      return point.is_active && (point.is_stale || !point.choices.empty()) && IsOpen(point);
    }));
  }
  return open;
}

std::vector<Uncertainty> Planner::Uncertainties() {
  std::vector<Uncertainty> uncertainties;
  RefreshAll();
  for (auto& [collective, field] : fields_) {
    for (const Point& point : field.points) {
      if (point.is_active && !point.choices.empty()) {
        uncertainties.push_back({point.grid.problem, point.regret});
      }
    }
  }
  std::ranges::stable_sort(uncertainties, std::greater(), &Uncertainty::regret);
  return uncertainties;
}

}  // namespace colltune::tune
