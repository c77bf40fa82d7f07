#include "tuner/search/surface.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>

#include "tuner/search/calibration.h"

namespace colltune::tune {
namespace {

/// Number of timings that tell what an unpredictable choice behaves like.
constexpr std::size_t kNeighbours = 8;

/// Distance at which a timing counts as much as knowing nothing.
constexpr double kFar = 2;

/// Returns the standard deviation of the logarithm of a median.
double NoiseOf(const Candidate& timing) {
  // The width of a normal distribution's interval of 99 %, the confidence of DecisionRule.
  constexpr double kDeviations = 2 * 2.576;
  return std::log(timing.high / std::max(timing.low, timing.median / 2)) / kDeviations;
}

/// Number of ranks up to which all candidates are predicted.
constexpr int kPredictAll = 24;

/// A candidate whose prediction exceeds this multiple of the best on half as many nodes is not
/// expected to be the best on all of them: neither is it on four times as many.
constexpr double kPromising = 3;

/// A candidate that takes more than this multiple of the best at all of the nearest measured
/// problems, and is predicted to at a size nearby, is not expected to be the best between them.
constexpr double kNearBest = 1.5;

/// Returns the same problem at the nearest power of 8: all candidates are predicted at each of
/// them.
Problem AtCoarseSize(Problem problem) {
  constexpr double kDoublings = 3;
  const auto bytes = static_cast<double>(problem.bytes.count);
  if (bytes < 1) return problem;
  const double power = kDoublings * std::round(std::log2(bytes) / kDoublings);
  problem.bytes.count = static_cast<std::int64_t>(std::exp2(power));
  return problem;
}

/// Returns the same problem on the first half of the nodes, or of the ranks of one node.
Problem OnHalf(const Problem& problem) {
  const int each = problem.layout.ranks_per_node;
  const int nodes = (problem.layout.ranks + each - 1) / each;
  Problem half = problem;
  half.layout = nodes == 1 ? Layout{each / 2, each / 2}
                           : Layout{nodes / 2 * each, each, {}, problem.layout.siblings};
  half.root = problem.root == 0 ? 0 : half.layout.ranks / 2;
  return half;
}

models::RunPoint RunPointOf(ChoiceId choice, const Problem& problem) {
  return {choice, problem.bytes, problem.layout.ranks, problem.layout.ranks_per_node, problem.root};
}

/// Returns the problem of a run, as far as a run tells: layouts of a search differ in their ranks,
/// or in their ranks per node.
Problem ProblemOf(const models::RunPoint& at, const Problem& like) {
  return {like.collective, {at.ranks, at.ranks_per_node}, at.bytes, at.root};
}

/// Shortest time that counts. A choice that sends nothing is predicted to take none.
constexpr Seconds kShortest{1e-9};

bool HasSchedule(ChoiceId choice) {
  return choice != kLibrary && !choice.text().starts_with(kNativePrefix);
}

double LogOf(Seconds time) { return std::log(std::max(time, kShortest).count()); }

/// A weight that falls with the square of the distance, so that near timings screen off far ones.
double WeightAt(double distance) {
  constexpr double kSame = 0.25;  // timings nearer than this count alike
  return 1 / ((kSame + distance) * (kSame + distance));
}

/// Weighted mean and variance of ratios; the variance is shrunk towards kUnlike's, as if that had
/// been seen at distance kFar. One ratio alone tells of no variance.
struct Ratios {
  double weight = 0;
  double weights_squared = 0;
  double sum = 0;
  double squares = 0;

  void Add(double ratio, double by) {
    weight += by;
    weights_squared += by * by;
    sum += by * ratio;
    squares += by * ratio * ratio;
  }
  double Mean() const { return sum / weight; }
  double Variance() const {
    const double prior = WeightAt(kFar);
    const double spread = std::max(squares - sum * sum / weight, 0.0);
    // Weight by which ratios can differ from their own mean (Bessel's correction).
    const double free = weight - weights_squared / weight;
    return (spread + prior * kUnlike * kUnlike) / (free + prior);
  }
};

}  // namespace

void Surface::Add(const Problem& problem, const Candidate& timing) {
  timings_[timing.choice].insert_or_assign(problem, Timing{timing, metric_.PositionOf(problem)});
  const auto predicted = PredictionOf(timing.choice, problem);
  if (!predicted) return;
  corrections_[metric_.SpanOf(problem.layout)].Add(
      {RunPointOf(timing.choice, problem), LogOf(timing.median) - *predicted, NoiseOf(timing)});
}

const models::Correction& Surface::CorrectionAt(const Problem& problem) const {
  static const models::Correction kNothing;
  const auto found = corrections_.find(metric_.SpanOf(problem.layout));
  return found == corrections_.end() ? kNothing : found->second;
}

LogRatio Surface::MostCorrection(const Problem& problem) const {
  return 4 * CorrectionAt(problem).parameters().deviation;
}

std::optional<Seconds> Surface::ShortestAt(const Problem& problem) const {
  const auto& predictions = Predictions(problem);
  const auto shortest =
      std::ranges::min_element(predictions, {}, [](const auto& each) { return each.second; });
  if (shortest == predictions.end()) return std::nullopt;
  return Seconds(std::exp(shortest->second));
}

/// Predicts one candidate, also one that Predictions leaves out.
std::optional<double> Surface::PredictionOf(ChoiceId choice, const Problem& problem) const {
  const auto known = predictions_.find(problem);
  if (known != predictions_.end()) {
    const auto found = known->second.find(choice);
    if (found != known->second.end()) return found->second;
  }
  const auto time = predictor_->Predict(choice, problem);
  return time ? std::optional(LogOf(*time)) : std::nullopt;
}

const Candidate* Surface::Find(ChoiceId choice, const Problem& problem) const {
  const auto timings = timings_.find(choice);
  if (timings == timings_.end()) return nullptr;
  const auto found = timings->second.find(problem);
  return found == timings->second.end() ? nullptr : &found->second.candidate;
}

const std::map<ChoiceId, double>& Surface::Predictions(const Problem& problem) const {
  const auto known = predictions_.find(problem);
  if (known != predictions_.end()) return known->second;
  std::map<ChoiceId, double> predictions;
  for (const ChoiceId choice : predictor_->Distinct(problem, PromisingAt(problem))) {
    if (const auto time = predictor_->Predict(choice, problem)) predictions[choice] = LogOf(*time);
  }
  return predictions_.emplace(problem, std::move(predictions)).first->second;
}

/// Returns the candidates that are predicted at a problem: on many ranks, only the ones that are
/// promising, or decline, on half as many nodes. Predictions then take the most time.
const std::vector<ChoiceId>& Surface::PromisingAt(const Problem& problem) const {
  const auto known = promising_.find(problem);
  if (known != promising_.end()) return known->second;
  std::vector<ChoiceId> choices = predictor_->Candidates(problem);
  if (problem.layout.ranks > kPredictAll) {
    const Problem half = OnHalf(problem);
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [choice, predicted] : Predictions(half)) least = std::min(least, predicted);
    const std::vector<ChoiceId> all_of_half = predictor_->Candidates(half);
    const std::vector<ChoiceId>& of_half = PromisingAt(half);
    std::erase_if(choices, [&](ChoiceId choice) {
      if (std::ranges::find(all_of_half, choice) == all_of_half.end()) return false;
      if (Find(choice, problem) != nullptr) return false;
      if (std::ranges::find(of_half, choice) == of_half.end()) return true;
      const auto predicted = PredictionOf(choice, half);
      return predicted && *predicted > least + std::log(kPromising);
    });
  }
  return promising_.emplace(problem, std::move(choices)).first->second;
}

std::optional<Estimate> Surface::Expect(ChoiceId choice, const Problem& problem,
                                        const Hides& hides) const {
  const bool may_know = !hides || !hides(problem);
  if (const Candidate* known = may_know ? Find(choice, problem) : nullptr) {
    return Estimate{known->median, NoiseOf(*known)};
  }
  const auto predicted = PredictionOf(choice, problem);
  if (!predicted && HasSchedule(choice)) return std::nullopt;  // it declines the problem
  if (!predicted) return Like(choice, problem, hides);
  models::HidesRun hides_run;
  if (hides) hides_run = [&](const models::RunPoint& at) { return hides(ProblemOf(at, problem)); };
  const models::ExpectedResidual residual =
      CorrectionAt(problem).Expect(RunPointOf(choice, problem), hides_run);
  return Estimate{Seconds(std::exp(*predicted + residual.mean)), residual.deviation};
}

std::vector<Problem> Surface::Nearest(ChoiceId choice, const Problem& problem, std::size_t count,
                                      const Hides& hides) const {
  const auto timings = timings_.find(choice);
  if (timings == timings_.end()) return {};
  std::vector<std::pair<double, const Problem*>> near;
  const Metric::Position position = metric_.PositionOf(problem);
  for (const auto& [at, timing] : timings->second) {
    if (!hides || !hides(at)) near.emplace_back(Metric::Distance(position, timing.position), &at);
  }
  count = std::min(count, near.size());
  std::ranges::partial_sort(near, near.begin() + static_cast<std::ptrdiff_t>(count), {},
                            [](const auto& each) { return std::pair(each.first, *each.second); });
  std::vector<Problem> nearest;
  for (std::size_t i = 0; i < count; ++i) nearest.push_back(*near[i].second);
  return nearest;
}

/// Returns the algorithms by the steadiness of the ratio of the choice's times at the nearest
/// problems to their predictions, the steadiest first.
std::vector<Surface::Likeness> Surface::LikenessesOf(ChoiceId choice, const Problem& problem,
                                                     const Hides& hides) const {
  std::map<ChoiceId, Ratios> ratios;
  for (const Problem& at : Nearest(choice, problem, kNeighbours, hides)) {
    const double time = LogOf(Find(choice, at)->median);
    const double weight = WeightAt(metric_.Distance(problem, at));
    for (const auto& [other, predicted] : Predictions(at)) {
      ratios[other].Add(time - predicted, weight);
    }
  }
  std::vector<Likeness> likenesses;
  for (const auto& [other, ratio] : ratios) {
    likenesses.push_back({ratio.Variance(), ratio.Mean(), other});
  }
  std::ranges::sort(likenesses, {},
                    [](const Likeness& each) { return std::pair(each.variance, each.as); });
  return likenesses;
}

/// Returns the estimate by the steadiest algorithm that can be predicted.
std::optional<Estimate> Surface::Like(ChoiceId choice, const Problem& problem,
                                      const Hides& hides) const {
  for (const Likeness& likeness : LikenessesOf(choice, problem, hides)) {
    const auto predicted = PredictionOf(likeness.as, problem);
    if (!predicted) continue;
    return Estimate{Seconds(std::exp(*predicted + likeness.ratio)), std::sqrt(likeness.variance)};
  }
  return std::nullopt;
}

std::vector<LogRatio> Surface::Growths(ChoiceId choice, const Problem& from,
                                       std::span<const Problem> others) const {
  std::vector<Likeness> likenesses = {{.as = choice}};
  if (!HasSchedule(choice)) likenesses = LikenessesOf(choice, from, {});
  std::vector<LogRatio> growths;
  for (const Problem& to : others) {
    growths.push_back(0);
    for (const Likeness& likeness : likenesses) {
      const auto before = PredictionOf(likeness.as, from);
      const auto after = PredictionOf(likeness.as, to);
      if (!before || !after) continue;
      growths.back() = *after - *before;
      break;
    }
  }
  return growths;
}

std::set<ChoiceId> Surface::PromisingNear(const Problem& problem) const {
  std::set<ChoiceId> choices;
  const auto add_best = [&](const std::map<ChoiceId, double>& times) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [choice, time] : times) least = std::min(least, time);
    for (const auto& [choice, time] : times) {
      if (time <= least + std::log(kNearBest)) choices.insert(choice);
    }
  };
  add_best(Predictions(AtCoarseSize(problem)));
  for (const Problem& at : Nearest(kLibrary, problem, kNeighbours / 2)) {
    std::map<ChoiceId, double> timed;
    for (const auto& [choice, prediction] : Predictions(at)) {
      if (const Candidate* const timing = Find(choice, at)) timed[choice] = LogOf(timing->median);
    }
    add_best(timed);
  }
  return choices;
}

}  // namespace colltune::tune
