#include "measure/clock_sync/global_clock.h"

#include <vector>

#include "measure/statistics/statistics.h"

namespace colltune::measure {
namespace {

const SyncOptions& Validated(const SyncOptions& options) {
  options.Validate();
  return options;
}

constexpr int kAnnouncements = 3;  // announcements timed; the median counts

}  // namespace

GlobalClock::GlobalClock(MPI_Comm comm, const Clock& local, const ClockSync& scheme,
                         const SyncOptions& options)
    : comm_(comm),
      private_(PrivateCopy(comm)),
      context_{private_.get(), &local, Validated(options)},
      scheme_(&scheme),
      synchroniser_(scheme.make(context_)) {}

bool GlobalClock::IsStale() const {
  int stale = !synchronised_ || local().Now() - when_ > context_.options.max_age;
  Check(PMPI_Bcast(&stale, 1, MPI_INT, 0, context_.comm));
  return stale != 0;
}

void GlobalClock::Begin() {
  if (IsStale()) Synchronise(SyncMoment::kBefore);
}

void GlobalClock::End() {
  if (scheme_->again_after) Synchronise(SyncMoment::kAfter);
}

void GlobalClock::Synchronise(SyncMoment moment) {
  model_ = synchroniser_(moment);
  // Rank 0 is done before others in some schemes: a batch begins when all know the time.
  Check(PMPI_Barrier(context_.comm));
  when_ = local().Now();
  synchronised_ = true;
}

GlobalTime GlobalClock::ToGlobal(Seconds local) const {
  return {model_.ToReference(local), model_.ErrorAt(local)};
}

Seconds GlobalClock::Announce(Seconds time) const {
  double value = time.count();
  Check(PMPI_Bcast(&value, 1, MPI_DOUBLE, 0, comm_));
  return Seconds(value);
}

Seconds GlobalClock::Announcement() {
  if (announcement_) return *announcement_;
  std::vector<Seconds> times;
  Check(PMPI_Barrier(comm_));
  for (int i = 0; i < kAnnouncements; ++i) {
    const Seconds begin = local().Now();
    Announce(begin);
    Check(PMPI_Barrier(comm_));
    times.push_back(local().Now() - begin);
  }
  return announcement_.emplace(Median(times));
}

}  // namespace colltune::measure
