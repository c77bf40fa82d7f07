#include "measure/methods/common_start.h"

#include "algorithms/mpi/error.h"

namespace colltune::measure {
namespace {

constexpr int kAhead = 3;  // announcements between the present and the start

}  // namespace

CommonStart::CommonStart(GlobalClock& clock)
    : clock_(clock), ahead_(kAhead * clock.Announcement()) {}

Seconds CommonStart::Announce() const {
  Check(PMPI_Barrier(clock_.comm()));
  return clock_.Announce(clock_.ToGlobal(clock_.local().Now()).time + ahead_);
}

bool CommonStart::WaitFor(Seconds start) const {
  const Seconds local = clock_.ToLocal(start);
  const bool in_time = clock_.local().Now() <= local;
  clock_.local().WaitUntil(local);
  return in_time;
}

}  // namespace colltune::measure
