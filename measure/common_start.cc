#include "measure/common_start.h"

#include "algorithms/mpi/error.h"

namespace colltune {
namespace {

constexpr int kAnnouncements = 3;  // that are timed
constexpr int kAhead = 3;          // announcements between the present and the start

/// All ranks get the value of rank 0.
Seconds Share(Seconds time, MPI_Comm comm) {
  double value = time.count();
  Check(PMPI_Bcast(&value, 1, MPI_DOUBLE, 0, comm));
  return Seconds(value);
}

}  // namespace

CommonStart::CommonStart(const GlobalClock& clock) : clock_(clock) {
  Check(PMPI_Barrier(clock_.comm()));
  const Seconds begin = clock_.local().Now();
  for (int i = 0; i < kAnnouncements; ++i) {
    Share(begin, clock_.comm());
    Check(PMPI_Barrier(clock_.comm()));
  }
  ahead_ = kAhead * (clock_.local().Now() - begin) / kAnnouncements;
}

Seconds CommonStart::Announce() const {
  Check(PMPI_Barrier(clock_.comm()));
  return Share(clock_.ToGlobal(clock_.local().Now()).time + ahead_, clock_.comm());
}

bool CommonStart::WaitFor(Seconds start) const {
  const Seconds local = clock_.ToLocal(start);
  const bool in_time = clock_.local().Now() <= local;
  clock_.local().WaitUntil(local);
  return in_time;
}

}  // namespace colltune
