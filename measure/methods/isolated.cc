// Methods that isolate each operation from the ones before and after it, and start it on all ranks
// together (start_sync.h). Each rank keeps its start and end by its own clock. The times become
// global, and one sample for all ranks, only when they are collected.
//
// Sources: Lastovetsky, Rychkov & O'Flynn (MPIBlib, 2008), section 2.1, for root, maximum and
// global; for the others see start_sync.cc.
//
// Error: ranks start late by up to one reading of the clock, and by the error of the global clock.
// After barriers ranks start as far apart as they leave the barrier (barrier_skew.h): "root" and
// "maximum" then miss time that late ranks need not wait.
#include <memory>
#include <utility>

#include "algorithms/mpi/unique.h"
#include "measure/methods/rank_times.h"
#include "measure/methods/start_sync.h"

namespace colltune::measure {
namespace {

class Isolated final : public Method {
 public:
  Isolated(Operation& operation, GlobalClock& clock, Judgement judgement,
           std::unique_ptr<Start> start, bool first_counts)
      : operation_(operation), clock_(clock), judgement_(judgement), start_(std::move(start)) {
    if (first_counts) {
      Repeat();
    } else {
      operation_.Run();  // builds the schedule and touches the memory
    }
  }

  void Repeat() override {
    const Clock& local = clock_.local();
    const int row = start_->Prepare();
    for (int k = 0; k < row; ++k) {
      Kept one{.started = start_->Wait(k)};
      one.start = local.Now();
      operation_.Run();
      one.end = local.Now();
      kept_.push_back(one);
    }
  }

  std::vector<Repetition> Collect() override {
    std::vector<Times> times;
    for (const Kept& one : std::exchange(kept_, {})) times.push_back(ToTimes(one));
    // The slowest of all communicators that work at the same time counts.
    times = JoinRanks(std::move(times), clock_.comm());
    start_->Learn(times);
    std::vector<Repetition> repetitions;
    for (const Times& all : times) {
      repetitions.push_back({ToSample(all, SizeOf(clock_.comm()), judgement_)});
    }
    return repetitions;
  }

 private:
  struct Kept {
    Started started;
    Seconds start{};  // local times
    Seconds end{};
  };

  Times ToTimes(const Kept& one) const {
    RankTimes times{.start = {},
                    .end = {},
                    .own = one.end - one.start,
                    .reports = operation_.runner().rank() == operation_.root(),
                    .flawed = one.started.late || one.end > one.started.until};
    if (judgement_.NeedsGlobalClock()) {
      times.start = clock_.ToGlobal(one.start);
      times.end = clock_.ToGlobal(one.end);
    }
    if (one.started.common) times.own = times.end.time - one.started.at;
    return TimesOf(times);
  }

  Operation& operation_;
  GlobalClock& clock_;
  const Judgement judgement_;
  const std::unique_ptr<Start> start_;
  std::vector<Kept> kept_;
};

template <Reduction kReduction>
std::unique_ptr<Method> BehindBarriers(Operation& operation, GlobalClock& clock,
                                       const MethodOptions& options) {
  return std::make_unique<Isolated>(operation, clock,
                                    Judgement{kReduction, false, options.clock_share},
                                    StartByDoubleBarrier(clock.comm()), options.first_counts);
}

}  // namespace

#define COLLTUNE_METHOD(Make)                                            \
  std::unique_ptr<Method> Make(Operation& operation, GlobalClock& clock, \
                               const MethodOptions& options)

COLLTUNE_METHOD(MakeRoot) { return BehindBarriers<Reduction::kRoot>(operation, clock, options); }

COLLTUNE_METHOD(MakeMaximum) {
  return BehindBarriers<Reduction::kMaximum>(operation, clock, options);
}

COLLTUNE_METHOD(MakeGlobal) {
  return BehindBarriers<Reduction::kGlobal>(operation, clock, options);
}

COLLTUNE_METHOD(MakeWindow) {
  return std::make_unique<Isolated>(
      operation, clock, Judgement{options.reduction, true, options.clock_share},
      StartByWindows(operation, clock, options.batch), options.first_counts);
}

COLLTUNE_METHOD(MakeRoundTime) {
  return std::make_unique<Isolated>(operation, clock,
                                    Judgement{options.reduction, true, options.clock_share},
                                    StartByRoundTime(clock), options.first_counts);
}

#undef COLLTUNE_METHOD

}  // namespace colltune::measure
