#include "measure/clock/clock.h"

#include <algorithm>

#include "algorithms/mpi/nodes.h"
#include "algorithms/mpi/unique.h"

#ifdef COLLTUNE_SMPI
#include <cmath>
#include <ctime>
#endif

namespace colltune::measure {
namespace {

class Wtime : public Clock {
 public:
  std::string_view name() const override { return "MPI_Wtime"; }

  Scope scope() const override {
    int* global = nullptr;
    int found = 0;
    Check(PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, static_cast<void*>(&global),
                             &found));
    // MPI libraries read a clock of the kernel, which all processes of a node share.
    return found && *global ? Scope::kJob : Scope::kNode;
  }

  Seconds Now() const override { return Seconds(MPI_Wtime()); }

  void WaitUntil(Seconds time) const override {
    for (Seconds left = time - Now(); left > Seconds(0); left = time - Now()) Pass(left);
  }

 private:
#ifdef COLLTUNE_SMPI
  // In virtual time reading the clock may be free, and a loop that only reads it never ends.
  static void Pass(Seconds left) {
    constexpr double kNanosecond = 1e-9;
    const double whole = std::floor(left.count());
    const timespec request = {
        static_cast<std::time_t>(whole),
        std::max(1L, static_cast<long>((left.count() - whole) / kNanosecond))};
    smpi_nanosleep(&request, nullptr);
  }
#else
  static void Pass(Seconds) {}
#endif
};

}  // namespace

const Clock& WtimeClock() {
  static const Wtime clock;
  return clock;
}

ClockQuality Examine(const Clock& clock) {
  constexpr int kReadings = 10000;
  ClockQuality quality;
  const Seconds start = clock.Now();
  Seconds before = start;
  for (int i = 0; i < kReadings; ++i) {
    const Seconds now = clock.Now();
    const Seconds step = now - before;
    if (step > Seconds(0) && (quality.resolution == Seconds(0) || step < quality.resolution)) {
      quality.resolution = step;
    }
    before = now;
  }
  quality.cost = (before - start) / kReadings;
  return quality;
}

bool SharesClock(MPI_Comm comm, const Clock& clock) {
  const int ranks = SizeOf(comm);
  const bool on_one_node = IsOnOneNode(comm);
  const Clock::Scope scope = clock.scope();
  int shared =
      scope == Clock::Scope::kJob || ranks == 1 || (scope == Clock::Scope::kNode && on_one_node);
  Check(PMPI_Allreduce(MPI_IN_PLACE, &shared, 1, MPI_INT, MPI_MIN, comm));
  return shared != 0;
}

}  // namespace colltune::measure
