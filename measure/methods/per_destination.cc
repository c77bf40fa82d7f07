// The per-destination method finds OL_i, the time until rank i is done with an operation whose data
// come from a root. It times operations that rank i acknowledges to the root. The largest OL_i is
// the operation's time.
//
// Source: de Supinski & Karonis, "Accurately Measuring MPI Broadcasts in a Computational Grid"
// (HPDC 1999), section 4 and figure 9: OL_i = E_i - RTL_i/2, where E_i is the time of one
// broadcast and acknowledgement in a loop of them, and RTL_i that of an empty round trip between
// root and i. No clocks need to be in step. Half a round trip stands for the way back. On a path
// whose two directions differ, OL_i is wrong by half their difference, which is not detected.
//
// Operations whose data go to a root (gather, reduce) are timed in mirror image: the way there is
// corrected for, not the way back. The root sends each rank i its waiting time, counted from the
// message's arrival, which is taken to be RTL_i/2 after the sending. So all ranks start at the same
// moment. The operation's time is that from this moment to the root's end. (Releasing one rank at a
// time, with the others' data early, would follow the paper more closely. But data that compete for
// the root's link then do not meet: a flat gather of 64 KiB reads a third of its time.)
//
// Times are of batches, and the caller takes their median: one long mean would carry every
// interruption by the operating system.
//
// Precondition: no rank, and no link, may delay the next operation of the loop because it is still
// busy with this one. The paper asks that E_i exceed the gap g_j of every rank j on i's path. Gaps
// of processors do not show this where messages are buffered and queue for a link. So the effect
// itself is checked: isolated operations, each begun when the one before is over on all ranks, must
// not take less time than operations in the loop. Where they do, rank i is timed by isolated
// operations, each by itself, which costs a barrier and the resolution of the clock.
//
// A root may still be busy when rank i's acknowledgement arrives, as in a flat broadcast with the
// sends to ranks after i. That would hide OL_i from loops and isolated operations alike. Rank i is
// then timed with schedules that end after the message's passage (CutBehind). OL_i is marked
// invalid where the path is not unique, sends compete in one round, or the schedules of the
// library's own implementation are unknown. Such an OL_i is not the largest: the root itself ends
// later, and the root's own end is a sample, too.
//
// Timing p - 1 destinations one by one takes p - 1 operations for each repetition: minutes where
// messages take milliseconds. With MethodOptions::at_once, all ranks acknowledge the same operation
// instead. An acknowledgement then waits while the root receives others before it: at most p - 1
// receives, whose time has to be small against the operation. Where the root is still busy, OL_i is
// too large, but below the root's own end.
#include <algorithm>
#include <cmath>
#include <tuple>
#include <type_traits>
#include <utility>

#include "algorithms/buffers.h"
#include "algorithms/mpi/error.h"
#include "algorithms/mpi/unique.h"
#include "measure/methods/acknowledged_timing.h"
#include "measure/methods/method.h"
#include "measure/methods/path.h"
#include "measure/statistics/statistics.h"

namespace colltune::measure {
namespace {

constexpr int kPilots = 3;  // most batches by which the precondition is checked

// A loop counts as delayed when it takes longer by this share. Medians of batches of the same
// operation on a busy node agree no better. Isolated operations are right in any case.
constexpr double kTolerance = 0.02;

std::size_t Index(Rank rank) { return static_cast<std::size_t>(rank); }

/// Base of both directions: batches whose times the root keeps, and shares in Collect.
class Acknowledging : public Method {
 public:
  Acknowledging(Operation& operation, const Clock& clock, const MethodOptions& options)
      : operation_(operation), acknowledged_(operation, clock, options) {
    for (Rank i = 0; i < operation_.ranks(); ++i) {
      half_trips_.push_back(i == operation_.root() ? Seconds(0) : acknowledged_.RoundTrip(i) / 2);
    }
  }

  std::vector<Repetition> Collect() override {
    std::vector<Repetition> repetitions;
    for (std::vector<double>& times : std::exchange(kept_, {})) {
      acknowledged_.ShareOfRoot(times);
      Repetition& repetition = repetitions.emplace_back();
      for (std::size_t i = 0; i < times.size(); ++i) {
        repetition.push_back(MakeSample(i, Seconds(times[i])));
      }
    }
    return repetitions;
  }

 protected:
  virtual Sample MakeSample(std::size_t i, Seconds time) const = 0;

  Operation& operation_;
  Acknowledged acknowledged_;
  std::vector<Seconds> half_trips_;        // RTL_i/2 by rank; valid at the root
  std::vector<std::vector<double>> kept_;  // times of each repetition; valid at the root
};

/// Times operations whose data come from a root.
class PerDestination : public Acknowledging {
 public:
  PerDestination(Operation& operation, const Clock& clock, const MethodOptions& options)
      : Acknowledging(operation, clock, options),
        pilots_(std::min(kPilots, options.calibrations)),
        ways_(Index(operation.ranks())) {
    at_once_ = std::isfinite(options.at_once.count()) && MayBeAtOnce(options.at_once);
    for (Rank i = 0; i < operation_.ranks() && !at_once_; ++i) {
      if (i != operation_.root()) Decide(i, ways_[Index(i)]);
    }
  }

  void Repeat() override {
    std::vector<double>& times = kept_.emplace_back();
    if (at_once_) {
      const std::vector<Seconds> heard = acknowledged_.TimeAll();
      for (std::size_t i = 0; i < heard.size(); ++i) {
        times.push_back((heard[i] - half_trips_[i]).count());
      }
      return;
    }
    for (Rank i = 0; i < operation_.ranks(); ++i) times.push_back(Time(i).count());
  }

 private:
  /// Settings for timing one destination.
  struct Way {
    bool isolated = false;
    bool valid = true;
    std::vector<Schedule> replacement;  // empty: the operation itself
  };

  bool MayBeAtOnce(Seconds at_once) {
    const std::vector<Seconds> heard = acknowledged_.TimeAll();
    std::vector<double> root = {std::ranges::max(heard).count(),
                                acknowledged_.WaitingReceive().count()};
    acknowledged_.ShareOfRoot(root);
    const auto [whole, waiting_receive] = std::tie(root[0], root[1]);
    return whole >= at_once.count() &&
           (operation_.ranks() - 1) * waiting_receive <= kTolerance * whole;
  }

  /// Returns OL_i of one batch; valid at the root.
  Seconds Time(Rank i) {
    if (i == operation_.root()) return acknowledged_.TimeRoot();
    const Way& way = ways_[Index(i)];
    const Seconds whole = way.isolated ? acknowledged_.TimeIsolated(i, way.replacement).whole
                                       : acknowledged_.TimeLoop(i, way.replacement);
    return whole - half_trips_[Index(i)];
  }

  void Decide(Rank i, Way& way) {
    std::vector<Seconds> loops;
    std::vector<Seconds> alone;
    std::vector<Seconds> waits;  // for the acknowledgement, after the root itself was done
    for (int pilot = 0; pilot < pilots_; ++pilot) {
      loops.push_back(acknowledged_.TimeLoop(i, way.replacement));
      const Acknowledged::Seen seen = acknowledged_.TimeIsolated(i, way.replacement);
      alone.push_back(seen.whole);
      waits.push_back(seen.whole - seen.root);
    }
    std::vector<double> root = {Median(std::move(loops)).count(), Median(std::move(alone)).count(),
                                Median(std::move(waits)).count(),
                                acknowledged_.WaitingReceive().count()};
    acknowledged_.ShareOfRoot(root);
    const auto [loop, isolated, wait, waiting_receive] =
        std::tie(root[0], root[1], root[2], root[3]);
    way.isolated = loop > (1 + kTolerance) * isolated;
    if (wait <= waiting_receive + kTolerance * isolated) CutOrGiveUp(i, way);
  }

  void CutOrGiveUp(Rank i, Way& way) {
    const std::vector<Schedule> schedules = operation_.Schedules();
    std::vector<Rank> path;
    if (!schedules.empty()) path = PathTo(schedules, operation_.root(), i);
    way.valid = false;
    if (path.empty()) return;
    std::vector<Schedule> cut = CutBehind(schedules, path);
    if (WaitsForOthers(cut, path)) return;
    way.replacement = std::move(cut);
    way.isolated = false;
    way.valid = true;
  }

  Sample MakeSample(std::size_t i, Seconds time) const override {
    return {static_cast<Rank>(i), time, ways_[i].valid && time >= Seconds(0)};
  }

  const int pilots_;
  std::vector<Way> ways_;  // by destination
  bool at_once_ = false;
};

/// Times operations whose data go to a root.
class ToRoot : public Acknowledging {
 public:
  using Acknowledging::Acknowledging;

  void Repeat() override { kept_.push_back({acknowledged_.TimeReleased(half_trips_).count()}); }

 private:
  Sample MakeSample(std::size_t, Seconds time) const override {
    return {operation_.root(), time, time >= Seconds(0)};
  }
};

/// Times an operation that other communicators perform at the same time. Their loops begin
/// together, and last as long as each takes. The samples are those of the first rank's
/// communicator.
class AmongOthers final : public Method {
 public:
  /// `all` has the ranks of all these communicators.
  AmongOthers(std::unique_ptr<Method> method, MPI_Comm all)
      : method_(std::move(method)), all_(all) {}

  void Repeat() override {
    Check(PMPI_Barrier(all_));
    method_->Repeat();
  }

  std::vector<Repetition> Collect() override {
    std::vector<Repetition> repetitions = method_->Collect();
    static_assert(std::is_trivially_copyable_v<Sample>);
    for (Repetition& samples : repetitions) {
      const auto bytes = static_cast<int>(samples.size() * sizeof(Sample));
      Check(PMPI_Bcast(samples.data(), bytes, MPI_BYTE, 0, all_));
    }
    return repetitions;
  }

 private:
  const std::unique_ptr<Method> method_;
  const MPI_Comm all_;
};

std::unique_ptr<Method> MakeAlone(Operation& operation, const Clock& clock,
                                  const MethodOptions& options) {
  if (EndsAtRoot(operation.collective())) {
    return std::make_unique<ToRoot>(operation, clock, options);
  }
  return std::make_unique<PerDestination>(operation, clock, options);
}

}  // namespace

std::unique_ptr<Method> MakePerDestination(Operation& operation, GlobalClock& clock,
                                           const MethodOptions& options) {
  std::unique_ptr<Method> method = MakeAlone(operation, clock.local(), options);
  if (SizeOf(clock.comm()) == operation.ranks()) return method;
  return std::make_unique<AmongOthers>(std::move(method), clock.comm());
}

}  // namespace colltune::measure
