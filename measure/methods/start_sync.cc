// Double barrier: Lastovetsky, Rychkov & O'Flynn (MPIBlib, 2008), section 2.1.
//
// Windows: Worsch, Reussner & Augustin (2002), for SKaMPI; Hoefler, Schneider & Lumsdaine (2008),
// section 3. A rank that starts late, or ends after its window, flaws its repetition. Such a rank
// is then late for the next repetition, too: no disturbance goes unnoticed.
//
// Round time: Hunold & Carpen-Amarie (2018), and their ReproMPI.
#include "measure/methods/start_sync.h"

#include <algorithm>

#include "measure/methods/common_start.h"

namespace colltune::measure {
namespace {

class DoubleBarrier : public Start {
 public:
  explicit DoubleBarrier(MPI_Comm comm) : comm_(comm) {}
  int Prepare() override { return 1; }
  Started Wait(int) override {
    Check(PMPI_Barrier(comm_));
    Check(PMPI_Barrier(comm_));
    return {};
  }
  void Learn(const std::vector<Times>&) override {}

 private:
  MPI_Comm comm_;
};

/// Tells whether more than SKaMPI's tolerated share of repetitions 0, `step`, 2 `step`, ... is
/// flawed.
bool TooMany(const std::vector<Times>& times, int step) {
  constexpr double kTolerated = 0.25;
  int all = 0;
  int flawed = 0;
  for (std::size_t i = 0; i < times.size(); i += static_cast<std::size_t>(step)) {
    ++all;
    flawed += times[i].flawed > 0;
  }
  return flawed > kTolerated * all;
}

class RoundTime : public Start {
 public:
  explicit RoundTime(GlobalClock& clock) : start_(clock) {}
  int Prepare() override { return 1; }
  Started Wait(int) override {
    const Seconds at = start_.Announce();
    return {.common = true, .at = at, .late = !start_.WaitFor(at)};
  }
  void Learn(const std::vector<Times>& times) override {
    if (TooMany(times, 1)) start_.MoveAhead();
  }

 private:
  CommonStart start_;
};

class Windows : public Start {
 public:
  Windows(Operation& operation, GlobalClock& clock, int row)
      : clock_(clock), start_(clock), row_(row) {
    // A window is twice the time of an operation and a barrier, which is longer than that of the
    // operation alone. It is doubled since the next operation may take longer than this one.
    operation.Run();
    Check(PMPI_Barrier(clock.comm()));
    const Seconds begin = clock.local().Now();
    operation.Run();
    Check(PMPI_Barrier(clock.comm()));
    double window = 2 * (clock.local().Now() - begin).count();
    Check(PMPI_Allreduce(MPI_IN_PLACE, &window, 1, MPI_DOUBLE, MPI_MAX, clock.comm()));
    window_ = Seconds(window);
  }

  int Prepare() override {
    first_ = start_.Announce();
    return row_;
  }

  Started Wait(int k) override {
    const Seconds at = first_ + k * window_;
    const bool late = !start_.WaitFor(at);
    return {.common = true, .at = at, .until = clock_.ToLocal(at + window_), .late = late};
  }

  void Learn(const std::vector<Times>& times) override {
    // A late first repetition of a row comes from the announcement, not from the windows.
    if (TooMany(times, row_)) start_.MoveAhead();
    if (!TooMany(times, 1)) return;
    // SKaMPI's rule: twice the window or, where a row took longer than its windows, one and a half
    // times what an operation took on average.
    const Seconds row_time = times.back().last_end - first_;
    window_ = std::max(2 * window_, 1.5 * row_time / (row_ + 1));
  }

 private:
  const GlobalClock& clock_;
  CommonStart start_;
  int row_;
  Seconds window_{};
  Seconds first_{};  // start of the current row (T0), in global time
};

}  // namespace

std::unique_ptr<Start> StartByDoubleBarrier(MPI_Comm comm) {
  return std::make_unique<DoubleBarrier>(comm);
}

std::unique_ptr<Start> StartByWindows(Operation& operation, GlobalClock& clock, int row) {
  return std::make_unique<Windows>(operation, clock, row);
}

std::unique_ptr<Start> StartByRoundTime(GlobalClock& clock) {
  return std::make_unique<RoundTime>(clock);
}

}  // namespace colltune::measure
