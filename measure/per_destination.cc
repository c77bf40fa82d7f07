// The per-destination method: OL_i, the time until rank i has a broadcast's message, from
// broadcasts that rank i acknowledges to the root. The largest OL_i is the broadcast's time.
//
// Source: de Supinski & Karonis, "Accurately Measuring MPI Broadcasts in a Computational Grid"
// (HPDC 1999), section 4 and figure 9: OL_i = E_i - RTL_i/2, where E_i is the time of one
// broadcast and acknowledgement and RTL_i that of an empty round trip between root and i. No
// clocks need to be in step. Half a round trip stands for the way back: on a path whose two
// directions differ, OL_i is wrong by half their difference, and nothing here can see it.
//
// Times are of batches, and the caller takes their median: one long mean would carry every
// interruption by the operating system.
//
// Precondition: E_i must exceed the gap g_j of every rank j on i's path, or the next broadcast is
// held up by j's rest of this one (in a flat broadcast by the root's sends to ranks behind i).
// For the root the acknowledgement that already lies there costs its receive on top. It is
// checked with the path read off the schedules. Where it fails, i is timed with the schedules cut
// behind the message's path (CutBehind): what a rank does after the round in which it has sent
// the message on cannot change when the message arrives, but it is what held up the next
// broadcast. Where other sends are in the same round they may compete with the message, and cannot
// be cut; and the library's own implementation hides its path, so that only the root's gap can be
// checked. Then the destination is marked invalid. The largest E_i cannot fail (section 4 of the
// paper): it stays valid in any case, and the broadcast's time is not touched by any of this.
#include <algorithm>
#include <utility>

#include "measure/method.h"
#include "measure/path.h"
#include "measure/statistics.h"

namespace colltune {
namespace {

constexpr int kBatch = 10;    // operations in a batch
constexpr int kBatches = 11;  // batches behind a round trip, and behind a gap
constexpr int kPilots = 3;    // batches that decide whether the precondition holds
constexpr int kTag = 1;

// E_i counts as held up when it exceeds the gap by less than this share: medians of batches of the
// same thing on a busy node agree no better. Too wide is harmless: the cut times the same.
constexpr double kTolerance = 0.02;

class PerDestination : public Method {
 public:
  PerDestination(Operation& operation, const Clock& clock)
      : operation_(operation),
        clock_(clock),
        comm_(operation.comm()),
        self_(RankIn(comm_)),
        half_trips_(Ranks()),
        replacements_(Ranks()),
        valid_(Ranks(), true) {
    for (Rank i = 0; i < operation_.ranks(); ++i) {
      if (i != operation_.root()) half_trips_[Index(i)] = RoundTrip(i) / 2;
    }
    if (operation_.ranks() > 1) CheckPrecondition();
  }

  void Repeat() override {
    std::vector<double> times(Ranks());
    for (Rank i = 0; i < operation_.ranks(); ++i) {
      if (i == operation_.root()) continue;
      times[Index(i)] = (Batch(i) - half_trips_[Index(i)]).count();
    }
    Share(times);
    Repetition& repetition = kept_.emplace_back();
    for (Rank i = 0; i < operation_.ranks(); ++i) {
      if (i != operation_.root()) {
        repetition.push_back({i, Seconds(times[Index(i)]), valid_[Index(i)]});
      }
    }
  }

  std::vector<Repetition> Collect() override { return std::exchange(kept_, {}); }

 private:
  static std::size_t Index(Rank rank) { return static_cast<std::size_t>(rank); }
  std::size_t Ranks() const { return static_cast<std::size_t>(operation_.ranks()); }
  bool IsRoot() const { return self_ == operation_.root(); }

  void Send(Rank to) { Check(PMPI_Send(&token_, 1, MPI_BYTE, to, kTag, comm_)); }
  void Receive(Rank from) {
    Check(PMPI_Recv(&token_, 1, MPI_BYTE, from, kTag, comm_, MPI_STATUS_IGNORE));
  }
  void Share(std::vector<double>& root_values) {
    Check(PMPI_Bcast(root_values.data(), operation_.ranks(), MPI_DOUBLE, operation_.root(), comm_));
  }

  /// The mean time of `body` over a batch, after one that is not timed.
  template <typename Body>
  Seconds TimeBatch(Body body) {
    Check(PMPI_Barrier(comm_));
    body();
    const Seconds begin = clock_.Now();
    for (int k = 0; k < kBatch; ++k) body();
    return (clock_.Now() - begin) / kBatch;
  }

  template <typename Body>
  Seconds MedianBatch(int batches, Body body) {
    std::vector<Seconds> times;
    for (int b = 0; b < batches; ++b) times.push_back(TimeBatch(body));
    return Median(std::move(times));
  }

  /// RTL_i. All ranks call it; the root gets the result.
  Seconds RoundTrip(Rank i) {
    return MedianBatch(kBatches, [&] {
      if (IsRoot()) {
        Send(i);
        Receive(i);
      } else if (self_ == i) {
        Receive(operation_.root());
        Send(operation_.root());
      }
    });
  }

  /// E_i of one batch: with the operation as it is, or with what replaces it for i.
  Seconds Batch(Rank i) {
    const std::vector<Schedule>& replacement = replacements_[Index(i)];
    return TimeBatch([&] {
      replacement.empty() ? operation_.Run() : operation_.Run(replacement[Index(self_)]);
      if (IsRoot()) Receive(i);
      if (self_ == i) Send(operation_.root());
    });
  }

  /// g_j of every rank, for the root with the receive of an acknowledgement that is already there.
  std::vector<double> Gaps() {
    const double gap = MedianBatch(kBatches, [&] { operation_.Run(); }).count();
    std::vector<double> gaps(Ranks());
    Check(PMPI_Allgather(&gap, 1, MPI_DOUBLE, gaps.data(), 1, MPI_DOUBLE, comm_));
    gaps[Index(operation_.root())] += WaitingReceive().count();
    Share(gaps);
    return gaps;
  }

  /// The root's time to receive a token that has arrived. The last of a row of tokens from the
  /// same rank has arrived behind all others.
  Seconds WaitingReceive() {
    const Rank peer = (operation_.root() + 1) % operation_.ranks();
    std::vector<Seconds> times;
    for (int b = 0; b < kBatches; ++b) {
      if (self_ == peer) {
        for (int k = 0; k < kBatch; ++k) Send(operation_.root());
        Check(PMPI_Send(&token_, 1, MPI_BYTE, operation_.root(), kTag + 1, comm_));
      } else if (IsRoot()) {
        Check(PMPI_Recv(&token_, 1, MPI_BYTE, peer, kTag + 1, comm_, MPI_STATUS_IGNORE));
        const Seconds begin = clock_.Now();
        for (int k = 0; k < kBatch; ++k) Receive(peer);
        times.push_back((clock_.Now() - begin) / kBatch);
      }
    }
    return times.empty() ? Seconds(0) : Median(std::move(times));
  }

  /// The median E_i of a few batches for every destination; the same on all ranks.
  std::vector<double> Pilot() {
    std::vector<double> times(Ranks());
    for (Rank i = 0; i < operation_.ranks(); ++i) {
      if (i == operation_.root()) continue;
      std::vector<Seconds> pilots;
      for (int b = 0; b < kPilots; ++b) pilots.push_back(Batch(i));
      times[Index(i)] = Median(std::move(pilots)).count();
    }
    Share(times);
    return times;
  }

  void CheckPrecondition() {
    const std::vector<Schedule> schedules = operation_.Schedules();
    const std::vector<double> gaps = Gaps();
    const std::vector<double> times = Pilot();
    const double largest = *std::ranges::max_element(times);
    for (Rank i = 0; i < operation_.ranks(); ++i) {
      if (i == operation_.root() || times[Index(i)] == largest) continue;
      std::vector<Rank> path;
      if (!schedules.empty()) path = PathTo(schedules, operation_.root(), i);
      const bool known = !path.empty();
      if (!known) path = {operation_.root(), i};
      const bool held_up = std::ranges::any_of(path.begin(), path.end() - 1, [&](Rank j) {
        return times[Index(i)] <= (1 + kTolerance) * gaps[Index(j)];
      });
      if (!held_up) continue;
      std::vector<Schedule> cut;
      if (known) cut = CutBehind(schedules, path);
      if (known && !WaitsForOthers(cut, path)) {
        replacements_[Index(i)] = std::move(cut);
      } else {
        valid_[Index(i)] = false;
      }
    }
  }

  Operation& operation_;
  const Clock& clock_;
  const MPI_Comm comm_;
  const Rank self_;
  char token_ = 0;
  std::vector<Seconds> half_trips_;                  // by destination; known to the root
  std::vector<std::vector<Schedule>> replacements_;  // by destination; empty: the operation
  std::vector<bool> valid_;                          // by destination
  std::vector<Repetition> kept_;
};

}  // namespace

std::unique_ptr<Method> MakePerDestination(Operation& operation, GlobalClock& clock,
                                           const MethodOptions&) {
  return std::make_unique<PerDestination>(operation, clock.local());
}

}  // namespace colltune
