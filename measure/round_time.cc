// The round-time method: in each repetition the root announces a moment in the near future, all
// ranks wait for it on their shared clock, and the time runs from that moment until the last rank
// has finished.
//
// Source: Hunold & Carpen-Amarie, "Hierarchical Clock Synchronization in MPI" (CLUSTER 2018) and
// their ReproMPI, where it is the scheme "round-time"; Hoefler, Schneider & Lumsdaine (2008),
// section 3, for starting at a common time at all.
//
// Error: ranks start late by up to one reading of the clock; a rank that is told of the moment
// after it has passed makes the repetition invalid.
#include <array>
#include <utility>

#include "measure/method.h"

namespace colltune {
namespace {

class RoundTime : public Method {
 public:
  RoundTime(Operation& operation, GlobalClock& clock)
      : operation_(operation), clock_(clock.local()) {
    // ReproMPI announces the start three announcements ahead, each timed as the mean of ten.
    constexpr int kAnnouncements = 10;
    constexpr int kAhead = 3;
    Check(PMPI_Barrier(operation_.comm()));
    const Seconds begin = clock_.Now();
    for (int i = 0; i < kAnnouncements; ++i) {
      Announce(begin);
      Check(PMPI_Barrier(operation_.comm()));
    }
    ahead_ = kAhead * (clock_.Now() - begin) / kAnnouncements;
    operation_.Run();  // builds the schedule and touches the memory
  }

  void Repeat() override {
    Check(PMPI_Barrier(operation_.comm()));
    const Seconds start = Announce(clock_.Now() + ahead_);
    const bool late = clock_.Now() > start;
    clock_.WaitUntil(start);
    operation_.Run();
    std::array<double, 2> mine = {(clock_.Now() - start).count(), late ? 1.0 : 0.0};
    std::array<double, 2> worst{};
    Check(PMPI_Allreduce(mine.data(), worst.data(), 2, MPI_DOUBLE, MPI_MAX, operation_.comm()));
    const bool valid = worst[1] == 0;
    // Announced too late for someone: next time further ahead (MPIX_Harmonize's factor).
    if (!valid) ahead_ *= 1.5;
    kept_.push_back({{Sample::kAll, Seconds(worst[0]), valid}});
  }

  std::vector<Repetition> Collect() override { return std::exchange(kept_, {}); }

 private:
  /// All ranks get the root's time.
  Seconds Announce(Seconds time) {
    double value = time.count();
    Check(PMPI_Bcast(&value, 1, MPI_DOUBLE, 0, operation_.comm()));
    return Seconds(value);
  }

  Operation& operation_;
  const Clock& clock_;
  Seconds ahead_{};
  std::vector<Repetition> kept_;
};

}  // namespace

std::unique_ptr<Method> MakeRoundTime(Operation& operation, GlobalClock& clock,
                                      const MethodOptions&) {
  return std::make_unique<RoundTime>(operation, clock);
}

}  // namespace colltune
