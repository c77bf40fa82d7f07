// Hoefler, Schneider & Lumsdaine, "Accurately Measuring Collective Operations at Massive Scale"
// (2008): disturbances of measurements, synchronisation of clocks, and the overhead of nonblocking
// collectives.
#include <algorithm>
#include <array>

#include "measure/clock_sync/global_clock.h"
#include "tuner/experiments/nonblocking_measuring.h"
#include "tuner/job/interrupt.h"
#include "tuner/reproduce/hoefler2008.h"
#include "tuner/reproduce/smallest_round_trip.h"
#include "tuner/reproduce/timelines.h"
#include "tuner/reproduce/timing.h"

namespace colltune::tune {
namespace {

using hoefler2008::JudgeBarrier;
using hoefler2008::JudgeNonblocking;
using hoefler2008::JudgePipeline;
using hoefler2008::JudgeQuality;
using hoefler2008::JudgeQualityCost;
using hoefler2008::JudgeSkew;
using hoefler2008::JudgeSynchronisation;
using hoefler2008::kBlocking;
using hoefler2008::kByTime;
using hoefler2008::kByTimeUntested;
using hoefler2008::kByWork;
using hoefler2008::kLinear;
using hoefler2008::kTree;

constexpr std::array<std::string_view, 4> kByRank = {"case", "what", "rank", "seconds"};
/// Returns the time that this rank takes to synchronise the clocks of `comm`; rank 0's is shown.
Seconds SynchronisationTime(MPI_Comm comm, std::string_view scheme) {
  measure::GlobalClock clock(comm, measure::WtimeClock(), *measure::FindClockSync(scheme), {});
  Check(PMPI_Barrier(comm));
  const Seconds begin = measure::WtimeClock().Now();
  clock.Begin();
  return measure::WtimeClock().Now() - begin;
}

Drawing RunSynchronisation(const Bench& bench) {
  constexpr int kPaperRanks = 128;
  Drawing drawing{{}, NoteRanks(bench, kPaperRanks)};
  for (int ranks = 2; ranks <= std::min(bench.job.ranks(), kPaperRanks); ranks *= 2) {
    const UniqueComm comm = bench.job.FirstRanks(ranks);
    if (!comm) continue;
    for (const std::string_view scheme : {kLinear, kTree}) {
      drawing.rows.push_back(
          {"", std::string(scheme), ranks, SynchronisationTime(comm.get(), scheme).count()});
    }
  }
  return drawing;
}

Drawing RunNonblocking(const Bench& bench) {
  constexpr int kPaperRanks = 32;
  constexpr Bytes kTestInterval{1024};  // the paper's
  struct Curve {
    std::string_view name;
    std::string_view scheme;
    std::optional<Bytes> test_interval;
  };
  constexpr std::array<Curve, 3> kCurves = {{{kByTime, "time_based", kTestInterval},
                                             {kByTimeUntested, "time_based", {}},
                                             {kByWork, "work_based", kTestInterval}}};
  Drawing drawing{{}, NoteRanks(bench, kPaperRanks)};
  for (const auto& [name, scheme, interval] : kCurves) {
    NonblockingPlan plan;
    plan.call = measure::FindNonblockingCall("iallreduce");
    plan.scheme = &*std::ranges::find(NonblockingSchemes(), scheme, &NonblockingScheme::name);
    plan.clock = &measure::WtimeClock();
    plan.sizes = {Bytes{8}, Bytes{128}, Bytes{1024}, Bytes{8192}, Bytes{1 << 16}, Bytes{1 << 19}};
    plan.options.test_interval = interval;
    plan.progress = bench.progress;
    const auto rows = MeasureNonblocking(plan, bench.job);
    if (rows.size() < plan.sizes.size()) throw Interrupted();
    for (const auto& [bytes, times] : rows) {
      if (name == kByTime) {
        drawing.rows.push_back({"", std::string(kBlocking), bytes.count, times.blocking.count()});
      }
      drawing.rows.push_back({"", std::string(name), bytes.count, times.overhead.count()});
    }
  }
  return drawing;
}

}  // namespace

std::span<const Figure> Hoefler2008Figures() {
  static const std::array<Figure, 7> kTable = {{
      {.name = "hoefler2008.fig1",
       .title = "pipeline effects for a linear broadcast",
       .claim = "In a row of broadcasts each seems to take less than a single one.",
       .runs = "the simulator, with 4 ranks and one broadcast or three",
       .columns = {"", "what", "operations", "seconds"},
       .run = RunPipeline,
       .judge = JudgePipeline},
      {.name = "hoefler2008.fig2",
       .title = "process skew and a broadcast",
       .claim =
           "Receivers that are late do not wait for their message, and a root that is late lets "
           "all others wait longer.",
       .runs = "the simulator, with 4 ranks of which some start late",
       .columns = kByRank,
       .run = RunSkew,
       .judge = JudgeSkew},
      {.name = "hoefler2008.fig3",
       .title = "a barrier in front of a broadcast",
       .claim =
           "A linear barrier lets ranks go at different times, and so changes what a broadcast "
           "behind it seems to take.",
       .runs = "the simulator, with 4 ranks",
       .columns = kByRank,
       .run = RunBarrier,
       .judge = JudgeBarrier},
      {.name = "hoefler2008.fig6",
       .title = "the smallest round trip that is found",
       .claim =
           "Where a search ends after N = 100 round trips that were not smaller, it comes within "
           "10 % of the smallest of 50 000.",
       .runs = "50 000 round trips of ranks 0 and 1, and searches that draw from them",
       .columns = {"", "round trip", "N", "seconds"},
       .run = RunQuality,
       .judge = JudgeQuality},
      {.name = "hoefler2008.fig6cost",
       .title = "the round trips that it takes to find the smallest",
       .claim = "A search with N = 100 takes approximately 180 round trips.",
       .runs = "50 000 round trips of ranks 0 and 1, and searches that draw from them",
       .columns = {"", "what", "N", "round trips"},
       .run = RunQualityCost,
       .judge = JudgeQualityCost},
      {.name = "hoefler2008.fig8",
       .title = "time to synchronise clocks",
       .claim = "A tree of log2 P steps takes a fraction of the time of P - 1 steps in a row.",
       .runs = "clock synchronisation by linear and tree, on powers of two ranks",
       .columns = {"", "scheme", "ranks", "seconds"},
       .least_ranks = 8,  // 7 steps against 3
       .run = RunSynchronisation,
       .judge = JudgeSynchronisation},
      {.name = "hoefler2008.fig11",
       .title = "overhead of a nonblocking allreduce",
       .claim = "With tests while computing, the time-based and the work-based scheme agree.",
       .runs = "both schemes of measure --op iallreduce, with a test for each 1024 bytes",
       .columns = {"", "scheme", "bytes", "seconds"},
       .run = RunNonblocking,
       .judge = JudgeNonblocking},
  }};
  return kTable;
}

}  // namespace colltune::tune
