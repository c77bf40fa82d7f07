#include "measure/operation/workload.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "algorithms/mpi/error.h"

namespace colltune::measure {
namespace {

#ifdef COLLTUNE_SMPI
class Processor : public Workload {
 public:
  void Compute(std::int64_t units) override {
    constexpr Seconds kUnit(1e-7);
    WtimeClock().WaitUntil(WtimeClock().Now() + static_cast<double>(units) * kUnit);
  }
};
#else
class Processor : public Workload {
 public:
  void Compute(std::int64_t units) override {
    // An addition and a multiplication take 8 cycles or so, one after another.
    constexpr int kStepsPerUnit = 32;
    double value = state_;
    for (std::int64_t i = 0; i < units * kStepsPerUnit; ++i) value = value * 0.5 + 1;
    state_ = value;
  }

 private:
  volatile double state_ = 0;  // volatile, or the compiler drops a loop whose result nobody reads
};
#endif

Seconds TimeOf(Workload& workload, const Clock& clock, std::int64_t units) {
  // An interruption of one run does not slow all.
  constexpr int kRuns = 3;
  Seconds least = Seconds::max();
  for (int i = 0; i < kRuns; ++i) {
    const Seconds begin = clock.Now();
    workload.Compute(units);
    least = std::min(least, clock.Now() - begin);
  }
  return least;
}

constexpr std::int64_t kNever = -1;

std::int64_t CalibrateHere(Workload& workload, const Clock& clock, Seconds least) {
  // Units that take a tenth of a second, at 0.1 us each: a clock that still reads 0 is useless.
  constexpr std::int64_t kMustTakeTime = std::int64_t{1} << 20;
  std::int64_t units = least > Seconds(0) ? 1 : 0;
  for (;;) {
    const Seconds time = units > 0 ? TimeOf(workload, clock, units) : Seconds(0);
    if (time >= least) return units;
    if (time <= Seconds(0) && units >= kMustTakeTime) return kNever;
    units = 2 * time < least ? 2 * units : units + std::max<std::int64_t>(1, units / 8);
  }
}

}  // namespace

std::unique_ptr<Workload> ProcessorWorkload() { return std::make_unique<Processor>(); }

std::int64_t Calibrate(Workload& workload, const Clock& clock, Seconds least, MPI_Comm comm) {
  const std::int64_t units = CalibrateHere(workload, clock, least);
  std::array<std::int64_t, 2> most = {units, units == kNever};
  Check(PMPI_Allreduce(MPI_IN_PLACE, most.data(), 2, MPI_INT64_T, MPI_MAX, comm));
  if (most[1] != 0) throw std::runtime_error("the workload takes no time on this clock");
  return most[0];
}

}  // namespace colltune::measure
