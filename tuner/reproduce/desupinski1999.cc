// De Supinski & Karonis, "Accurately Measuring MPI Broadcasts in a Computational Grid" (HPDC 1999):
// linear and binomial broadcasts timed by four methods, and by OL_i.
#include "tuner/reproduce/desupinski1999.h"

#include "tuner/reproduce/timing.h"

namespace colltune::tune {
namespace {

using desupinski1999::JudgeAcknowledge;
using desupinski1999::JudgeBarriers;
using desupinski1999::JudgeBounds;
using desupinski1999::JudgeLatencies;
using desupinski1999::JudgeOrder;
using desupinski1999::JudgeRounds;
using desupinski1999::JudgeSendLatency;
using desupinski1999::kAcknowledgeAll;
using desupinski1999::kAlgorithms;
using desupinski1999::kBarrier;
using desupinski1999::kBarrierRing;
using desupinski1999::kLong;
using desupinski1999::kOurs;
using desupinski1999::kRounds;
using desupinski1999::kRoundsBackward;
using desupinski1999::kSendLatency;
using desupinski1999::kShort;
using desupinski1999::kTruth;

constexpr int kMostRanks = 32;  // of the paper's jobs
constexpr int kLeastRanks = 8;  // from there on a chain has twice a tree's steps: 7 against 3
constexpr std::array<std::string_view, 4> kByAlgorithm = {"bytes", "algorithm", "ranks", "seconds"};
constexpr std::array<std::string_view, 4> kByMethod = {"bytes", "method", "ranks", "seconds"};
const std::vector<std::string_view> kAll(kAlgorithms.begin(), kAlgorithms.end());

/// Adds a curve for each algorithm, named by the algorithm or by the method.
void AddCurves(std::string_view method, const std::vector<std::string_view>& algorithms,
               std::string_view bytes, bool named_by_method, const Bench& bench,
               std::vector<FigureRow>& rows) {
  const Timing timing{.method = method,
                      .algorithms = algorithms,
                      .sizes = {ParseBytes(bytes)},
                      .ranks = CurveRanks(bench)};
  for (const Measured& measured : MeasureTiming(timing, bench)) {
    rows.push_back({std::string(bytes), named_by_method ? std::string(method) : measured.algorithm,
                    measured.ranks, measured.time.value.count()});
  }
}

Drawing ByMethod(std::string_view method, const Bench& bench) {
  Drawing drawing{{}, NoteRanks(bench, kMostRanks)};
  AddCurves(method, kAll, kShort, false, bench, drawing.rows);
  return drawing;
}

Drawing Compare(const std::vector<std::string_view>& methods, std::string_view algorithm,
                const Bench& bench) {
  Drawing drawing{{}, NoteRanks(bench, kMostRanks)};
  for (const std::string_view method : methods) {
    AddCurves(method, {algorithm}, kShort, true, bench, drawing.rows);
  }
  return drawing;
}

Drawing RunBarriers(const Bench& bench) {
  Drawing drawing{{}, NoteRanks(bench, kMostRanks)};
  for (const std::string_view bytes : {kShort, kLong}) {
    AddCurves(kBarrierRing, {"chain", "chain_backward"}, bytes, false, bench, drawing.rows);
    AddCurves(kBarrier, {"binomial"}, bytes, false, bench, drawing.rows);
  }
  return drawing;
}

Drawing RunAcknowledge(const Bench& bench) {
  Drawing drawing{{}, NoteRanks(bench, kMostRanks)};
  AddCurves(kAcknowledgeAll, kAll, kShort, false, bench, drawing.rows);
  std::vector<FigureRow> truth;
  AddCurves(kOurs, kAll, kShort, false, bench, truth);
  for (FigureRow& row : truth) {
    row.series += kTruth;
    drawing.rows.push_back(std::move(row));
  }
  return drawing;
}

}  // namespace

std::span<const Figure> DeSupinski1999Figures() {
  static const std::array<Figure, 7> kTable = {{
      {.name = "desupinski1999.fig3",
       .title = "send latency of broadcasts",
       .claim =
           "The time in which the root sends is the same for any number of ranks with a linear "
           "broadcast, so that it seems to scale.",
       .runs = "send_latency of chain, chain_backward and binomial, 256 B",
       .columns = kByAlgorithm,
       .least_ranks = kLeastRanks,
       .run = [](const Bench& bench) { return ByMethod(kSendLatency, bench); },
       .judge = JudgeSendLatency},
      {.name = "desupinski1999.fig4",
       .title = "rounds of a linear broadcast in either order of the roots",
       .claim =
           "Rounds of a linear broadcast hide most of its time where the roots follow each other "
           "in its order, and give it right in the opposite one.",
       .runs = "rounds, rounds_backward and per_destination of chain, 256 B",
       .columns = kByMethod,
       .least_ranks = kLeastRanks,
       .run =
           [](const Bench& bench) {
             return Compare({kRounds, kRoundsBackward, kOurs}, "chain", bench);
           },
       .judge = JudgeOrder},
      {.name = "desupinski1999.fig6",
       .title = "rounds of broadcasts",
       .claim =
           "By rounds two linear broadcasts that take as long look significantly different, and "
           "one of them comparable to the tree.",
       .runs = "rounds of chain, chain_backward and binomial, 256 B",
       .columns = kByAlgorithm,
       .least_ranks = kLeastRanks,
       .run = [](const Bench& bench) { return ByMethod(kRounds, bench); },
       .judge = JudgeRounds},
      {.name = "desupinski1999.fig7",
       .title = "broadcasts and barriers",
       .claim =
           "A barrier around the ring rates two linear broadcasts apart that take as long, which "
           "matters less with large messages.",
       .runs = "barrier_ring of chain and chain_backward, barrier of binomial, 256 B and 64K",
       .columns = kByAlgorithm,
       .least_ranks = kLeastRanks,
       .run = RunBarriers,
       .judge = JudgeBarriers},
      {.name = "desupinski1999.fig8",
       .title = "broadcasts that all ranks acknowledge",
       .claim = "Acknowledgements of all ranks add their own time: what they give is above the "
                "broadcast's.",
       .runs =
           "acknowledge_all and, for OL, per_destination of chain, chain_backward and binomial, "
           "256 B",
       .columns = kByAlgorithm,
       .least_ranks = kLeastRanks,
       .run = RunAcknowledge,
       .judge = JudgeAcknowledge},
      {.name = "desupinski1999.fig10",
       .title = "broadcasts by their latency to each rank",
       .claim =
           "The largest OL_i grows linearly with the ranks for linear broadcasts, and for a tree "
           "at powers of two, with little growth between them.",
       .runs = "per_destination of chain, chain_backward and binomial, 256 B",
       .columns = kByAlgorithm,
       .least_ranks = kLeastRanks,
       .run = [](const Bench& bench) { return ByMethod(kOurs, bench); },
       .judge = JudgeLatencies},
      {.name = "desupinski1999.fig11",
       .title = "a binomial broadcast by four methods",
       .claim = "The largest OL_i is between what rounds give, and what barriers and "
                "acknowledgements do.",
       .runs = "rounds, per_destination, barrier and acknowledge_all of binomial, 256 B",
       .columns = kByMethod,
       .least_ranks = kLeastRanks,
       .run =
           [](const Bench& bench) {
             return Compare({kRounds, kOurs, kBarrier, kAcknowledgeAll}, "binomial", bench);
           },
       .judge = JudgeBounds},
  }};
  return kTable;
}

}  // namespace colltune::tune
