#include "tests/measure/clock_sync_bench.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace colltune::measure {
namespace {

Seconds Timed(MPI_Comm comm, const std::function<void()>& action) {
  Check(PMPI_Barrier(comm));
  const double begin = PMPI_Wtime();
  action();
  return Seconds(PMPI_Wtime() - begin);
}

Seconds Distance(Seconds a, Seconds b) { return Seconds(std::abs((a - b).count())); }

void TakeWorst(std::span<Seconds> values, MPI_Comm comm) {
  static_assert(sizeof(Seconds) == sizeof(double));
  Check(PMPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_DOUBLE,
                       MPI_MAX, comm));
}

}  // namespace

Seconds SyncQuality::WorstError() const { return std::ranges::max(errors); }

WrongClock ClockOf(int rank, unsigned seed) {
  constexpr double kMostOffset = 1000;  // s
  constexpr double kMostDrift = 20 * kPpm;
  std::seed_seq mixed{seed, static_cast<unsigned>(rank)};
  std::mt19937 random(mixed);
  const Seconds offset(std::uniform_real_distribution(-kMostOffset, kMostOffset)(random));
  const double drift = std::uniform_real_distribution(-kMostDrift, kMostDrift)(random);
  return WrongClock({offset, drift}, {.mean = Seconds(0.5e-6)}, random());
}

SyncQuality Try(const ClockSync& scheme, const SyncOptions& options, MPI_Comm comm) {
  const WrongClock clock = ClockOf(RankIn(comm));
  const Wrongness reference = ClockOf(0).wrongness();
  GlobalClock global(comm, clock, scheme, options);
  SyncQuality quality;
  quality.cost = Timed(comm, [&] { global.Begin(); });

  std::array<Seconds, SyncQuality::kMoments> moments{};
  const auto check = [&](std::size_t i) {
    const GlobalTime told = global.ToGlobal(clock.wrongness().Shown(moments[i]));
    quality.errors[i] = Distance(told.time, reference.Shown(moments[i]));
    quality.bounds[i] = told.error;
    quality.violations += quality.errors[i] > told.error;
  };
  const Seconds begin = WtimeClock().Now();
  for (std::size_t i = 0; i < moments.size(); ++i) {
    WtimeClock().WaitUntil(begin + Seconds(i));
    moments[i] = WtimeClock().Now();
    check(i);
  }
  quality.cost += Timed(comm, [&] { global.End(); });
  for (std::size_t i = 0; i < moments.size(); ++i) check(i);

  TakeWorst({&quality.cost, 1}, comm);
  TakeWorst(quality.errors, comm);
  TakeWorst(quality.bounds, comm);
  Check(PMPI_Allreduce(MPI_IN_PLACE, &quality.violations, 1, MPI_INT, MPI_SUM, comm));
  return quality;
}

}  // namespace colltune::measure
