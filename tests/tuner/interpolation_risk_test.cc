// Interpolated decisions on made-up machines with noise: how many are slower than the library.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "algorithms/registry.h"
#include "tests/tuner/power_predictor.h"
#include "tests/tuner/searching.h"
#include "tuner/search/judgement.h"

namespace colltune::tune {
namespace {

/// Runs differ by this much, as a standard deviation of logarithms.
constexpr double kNoise = 0.02;

/// A machine whose algorithms deviate smoothly from the model, and whose library changes its
/// algorithm at drawn borders.
class MadeUpMachine {
 public:
  /// With `by_ranks`, the library has another algorithm on powers of two, too.
  MadeUpMachine(std::uint64_t seed, bool by_ranks) : random_(seed), by_ranks_(by_ranks) {
    std::uniform_real_distribution<double> share(0, 1);
    for (double& wave : waves_) wave = share(random_);
    border_ = 64 << static_cast<int>(8 * share(random_));
    slowness_ = {0.8 + 1.5 * share(random_), 0.8 + 1.5 * share(random_), 0.7 + share(random_)};
  }

  Seconds TrueTime(ChoiceId choice, const Problem& problem) const {
    const double size = std::log2(static_cast<double>(problem.bytes.count));
    const double ranks = std::log2(static_cast<double>(problem.layout.ranks));
    if (choice == kLibrary) {
      const bool is_small = problem.bytes.count < border_;
      const bool is_power = (problem.layout.ranks & (problem.layout.ranks - 1)) == 0;
      const double slowness = by_ranks_ && is_power ? slowness_[2] : slowness_[is_small ? 0 : 1];
      return slowness * TrueTime(is_small ? "chain" : "flat", problem);
    }
    const double off = choice == "flat" ? waves_[0] : waves_[1];
    return *model_.Predict(choice, problem) *
           std::exp(0.2 * std::sin(size / 4 + 6 * off) + 0.1 * std::cos(ranks + 6 * off));
  }

  TrialResult Run(const Trial& trial) {
    std::normal_distribution<double> noise(0, kNoise);
    TrialResult result;
    for (const ChoiceId choice : trial.choices) {
      const Seconds time = TrueTime(choice, trial.problem) * std::exp(noise(random_));
      // The median of some samples has half the noise of runs.
      result.timings.push_back(
          {choice, 20, time, time * (1 - kNoise / 2), time * (1 + kNoise / 2), std::nullopt});
      result.spent += 20 * time;
    }
    return result;
  }

  const PowerPredictor& model() const { return model_; }

 private:
  std::mt19937_64 random_;
  bool by_ranks_;
  std::array<double, 2> waves_{};
  std::int64_t border_;
  std::array<double, 3> slowness_{};
  const PowerPredictor model_{
      {{"flat", {32e-6, 0.1}}, {"chain", {2e-6, 0.6}}, {"binomial", {20e-6, 0.25}}}};
};

SearchSetup Options() {
  SearchSetup options;
  options.collectives = {Collective::kAllreduce};
  for (int ranks = 2; ranks <= 32; ++ranks) options.layouts.push_back({ranks, 1});
  for (std::int64_t bytes = 8; bytes <= 1 << 20; bytes *= 2) options.sizes.push_back(Bytes{bytes});
  options.timing = TimingModel::kNoisy;
  options.plan.regret = 0.02;
  return options;
}

struct Counts {
  int decided = 0;  ///< interpolated decisions against the library
  int slower = 0;   ///< of these, slower than the library by more than the margin
  int problems = 0;
};

void Count(std::uint64_t seed, bool by_ranks, Counts& counts) {
  MadeUpMachine machine(seed, by_ranks);
  Searching search(Options(), machine.model());
  while (const auto trial = search.planner.Next()) {
    search.planner.Learn(*trial, machine.Run(*trial));
  }
  search.measurements.Calibrate(Collective::kAllreduce);
  for (const Layout& layout : search.measurements.space().layouts) {
    for (const Bytes bytes : search.measurements.space().sizes) {
      const Problem problem{Collective::kAllreduce, layout, bytes, 0};
      const Judgement judgement = Judge(search.measurements, problem);
      ++counts.problems;
      if (judgement.is_measured || judgement.decision.choice == kLibrary) continue;
      ++counts.decided;
      const double ratio = machine.TrueTime(judgement.decision.choice, problem) /
                           machine.TrueTime(kLibrary, problem);
      counts.slower += ratio > 1 + search.measurements.rule().margin;
    }
  }
}

// Over 20 seeds of each of two machines; decisions of one machine have errors in common, so that
// chance is that of the 20 machines: 3 standard deviations of a share of 5 %, of 20 draws.
TEST(InterpolationRisk, IsAsSmallAsPromised) {
  for (const bool by_ranks : {false, true}) {
    Counts counts;
    constexpr int kSeeds = 20;
    for (int seed = 1; seed <= kSeeds; ++seed) Count(seed, by_ranks, counts);
    const double share = static_cast<double>(counts.slower) / counts.decided;
    RecordProperty(by_ranks ? "slower_by_ranks" : "slower", std::to_string(share));
    EXPECT_GT(counts.decided, counts.problems / 5) << "there is something to tell";
    EXPECT_LE(share, kInterpolationRisk + 3 * std::sqrt(0.05 * 0.95 / kSeeds)) << by_ranks;
    std::printf("by ranks %d: %d of %d interpolated decisions of %d problems are slower\n",
                by_ranks, counts.slower, counts.decided, counts.problems);
  }
}

}  // namespace
}  // namespace colltune::tune
