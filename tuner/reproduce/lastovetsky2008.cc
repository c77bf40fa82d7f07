// Lastovetsky, Rychkov & O'Flynn, "MPIBlib" (EuroPVM/MPI 2008): scatter and gather timed by several
// methods, the cost of the methods, and round trips of all pairs at the same time.
#include "tuner/reproduce/lastovetsky2008.h"

#include <algorithm>

#include "measure/network/all_pairs.h"
#include "tuner/job/interrupt.h"
#include "tuner/reproduce/timing.h"

namespace colltune::tune {
namespace {

using lastovetsky2008::JudgeCosts;
using lastovetsky2008::JudgeMethods;
using lastovetsky2008::JudgePairs;
using lastovetsky2008::JudgeSeries;
using lastovetsky2008::kGlobal;
using lastovetsky2008::kInSeries;
using lastovetsky2008::kInTurn;
using lastovetsky2008::kLargest;
using lastovetsky2008::kLongest;
using lastovetsky2008::kMaximum;
using lastovetsky2008::kMean;
using lastovetsky2008::kParallel;
using lastovetsky2008::kRoot;
using lastovetsky2008::kRoundTrip;
using lastovetsky2008::kShortest;
using lastovetsky2008::kWhole;

constexpr int kPaperRanks = 16;
constexpr std::array<std::string_view, 4> kByMethod = {"op", "method", "bytes", "seconds"};
constexpr std::array kOperations = {Collective::kScatter, Collective::kGather};

/// 0 to 100 KB, `step` apart.
std::vector<Bytes> Sizes(Bytes step) {
  std::vector<Bytes> sizes;
  for (Bytes bytes{0}; bytes <= kLargest; bytes.count += step.count) sizes.push_back(bytes);
  return sizes;
}

/// A curve of the linear algorithm, which the paper's library also used.
struct Curve {
  std::string_view name;
  std::string_view method;
  measure::MethodOptions options{};
};

Drawing Curves(std::span<const Curve> curves, const Bench& bench) {
  constexpr Bytes kStep{10'000};  // ten points of the paper's hundred show the form
  Drawing drawing{{}, NoteRanks(bench, kPaperRanks)};
  for (const Collective collective : kOperations) {
    for (const Curve& curve : curves) {
      const Timing timing{.collective = collective,
                          .method = curve.method,
                          .algorithms = {"flat"},
                          .sizes = Sizes(kStep),
                          .options = curve.options,
                          .rule = measure::GroupOptions().rule};  // MPIBlib's, of medians
      for (const Measured& measured : MeasureTiming(timing, bench)) {
        drawing.rows.push_back({std::string(ToText(collective)), std::string(curve.name),
                                measured.bytes.count, measured.time.value.count()});
      }
    }
  }
  return drawing;
}

Drawing RunSeries(const Bench& bench) {
  const std::array<Curve, 4> curves = {
      {{kShortest, "round_time", {.reduction = measure::Reduction::kMinimum}},
       {kMean, "imb", {.batch = 1}},
       {kLongest, "maximum"},
       {kInSeries, "imb", {.batch = 10}}}};
  return Curves(curves, bench);
}

Drawing RunMethods(const Bench& bench) {
  const std::array<Curve, 3> curves = {
      {{kGlobal, "global"}, {kMaximum, "maximum"}, {kRoot, "root"}}};
  return Curves(curves, bench);
}

/// Returns the time that all ranks take for an action, from barrier to barrier.
Seconds Timed(const Bench& bench, const std::function<void()>& action) {
  Check(PMPI_Barrier(bench.job.comm()));
  const Seconds begin = measure::WtimeClock().Now();
  action();
  Check(PMPI_Barrier(bench.job.comm()));
  return measure::WtimeClock().Now() - begin;
}

Drawing RunCosts(const Bench& bench) {
  constexpr Bytes kStep{1000};
  Drawing drawing{{}, NoteRanks(bench, kPaperRanks)};
  drawing.notes.emplace_back(
      "global synchronises the clocks for each size, one rank after another");
  for (const Collective collective : kOperations) {
    for (const std::string_view method : {kGlobal, kMaximum, kRoot}) {
      const Timing timing{.collective = collective,
                          .method = method,
                          .algorithms = {"flat"},
                          .sizes = Sizes(kStep),
                          .rule = {.min_reps = 1, .max_reps = 1},
                          .clock_sync = "linear"};
      const Seconds cost = Timed(bench, [&] { MeasureTiming(timing, bench); });
      drawing.rows.push_back({std::string(ToText(collective)), std::string(method),
                              std::ssize(timing.sizes), cost.count()});
    }
  }
  return drawing;
}

Drawing RunPairs(const Bench& bench) {
  constexpr Bytes kBytes{4096};
  constexpr int kRoundTrips = 100;
  Drawing drawing{{}, NoteRanks(bench, kPaperRanks)};
  for (const bool parallel : {false, true}) {
    if (Job::Any(Interrupts() > 0, bench.job.comm())) throw Interrupted();
    measure::GroupOptions options{.parallel = parallel};
    options.rule.min_reps = options.rule.max_reps = kRoundTrips;
    measure::AllPairs pairs;
    const Seconds whole = Timed(bench, [&] {
      pairs =
          measure::TimeAllPairs(bench.job.comm(), measure::WtimeClock(), kBytes, kBytes, options);
    });
    const std::string name(parallel ? kParallel : kInTurn);
    for (std::size_t i = 0; i < pairs.times.size(); ++i) {
      drawing.rows.push_back(
          {std::string(kRoundTrip), name, static_cast<std::int64_t>(i), pairs.times[i].count()});
    }
    drawing.rows.push_back({std::string(kWhole), name, 0, whole.count()});
    if (parallel && !pairs.parallel) {
      drawing.notes.emplace_back("pairs disturb each other here, and were timed in turn after all");
    }
  }
  return drawing;
}

}  // namespace

std::span<const Figure> Lastovetsky2008Figures() {
  static const std::array<Figure, 4> kTable = {{
      {.name = "lastovetsky2008.fig1",
       .title = "single and multiple scatters and gathers",
       .claim = "For small and for large messages a scatter in a series seems to take less than a "
                "single one, since the series overlaps.",
       .runs = "of flat scatter and gather, 0 to 100 KB: imb with batches of 1 and of 10, and for "
               "the extremes of a single one maximum and round_time",
       .columns = kByMethod,
       .run = RunSeries,
       .judge = JudgeSeries},
      {.name = "lastovetsky2008.fig2",
       .title = "scatter and gather by three methods",
       .claim = "The times of the root and the longest times are as accurate as global ones.",
       .runs = "global, maximum and root of flat scatter and gather, 0 to 100 KB",
       .columns = kByMethod,
       .run = RunMethods,
       .judge = JudgeMethods},
      {.name = "lastovetsky2008.table1",
       .title = "what methods cost",
       .claim = "Global timing takes much longer than the others.",
       .runs = "one flat scatter and gather of each size, 0 to 100 KB, 1 KB apart, by each method",
       .columns = {"op", "method", "sizes", "seconds"},
       .look = Look::kBars,
       .run = RunCosts,
       .judge = JudgeCosts},
      {.name = "lastovetsky2008.pairs",
       .title = "round trips of all pairs",
       .claim = "All pairs at the same time take a fraction of what they take in turn, with the "
                "same results.",
       .runs = "100 round trips of 4K between all pairs, in turn and in parallel",
       .columns = {"what", "way", "pair", "seconds"},
       .least_ranks = 4,  // two pairs
       .run = RunPairs,
       .judge = JudgePairs},
  }};
  return kTable;
}

}  // namespace colltune::tune
