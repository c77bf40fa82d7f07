#include "tuner/reproduce/smallest_round_trip.h"

#include <algorithm>
#include <array>
#include <random>

#include "measure/clock_sync/offset_bounds.h"
#include "measure/network/experiments.h"
#include "tuner/job/interrupt.h"
#include "tuner/reproduce/hoefler2008.h"

namespace colltune::tune {
namespace {

using hoefler2008::kExchanges;
using hoefler2008::kFound;
using hoefler2008::kSmallest;

constexpr std::array kPatiences = {1, 2, 5, 10, 20, 50, 100, 200, 500};

/// Measures single round trips between ranks 0 and 1. Returns none on other ranks.
std::vector<Seconds> RoundTrips(const Bench& bench) {
  constexpr int kRoundTrips = 50'000;  // the paper's
  constexpr Bytes kBytes{1};
  std::vector<Seconds> times;
  const UniqueComm pair = bench.job.FirstRanks(2);
  if (pair) {
    measure::NetworkExperiments experiments(pair.get(), measure::WtimeClock(), {.repetitions = 1});
    while (std::ssize(times) < kRoundTrips) {
      times.push_back(experiments.Flood(0, 1, kBytes, 0, 1).time);
    }
  }
  if (Job::Any(Interrupts() > 0, bench.job.comm())) throw Interrupted();
  return times;
}

}  // namespace

PatientSearch SimulateSearch(std::span<const Seconds> round_trips, int patience) {
  constexpr int kSearches = 1000;
  const measure::SyncOptions options;
  std::mt19937 random(static_cast<unsigned>(patience));
  std::uniform_int_distribution<std::size_t> any(0, round_trips.size() - 1);
  PatientSearch mean;
  for (int i = 0; i < kSearches; ++i) {
    measure::SmallestRoundTrip smallest(patience, options.epsilon);
    Seconds least = Seconds::max();
    measure::Exchange exchange;
    do {
      exchange.after = round_trips[any(random)];
      least = std::min(least, exchange.after);
      ++mean.exchanges;
    } while (smallest.WantsMoreAfter(exchange));
    mean.found += least;
  }
  return {mean.found / kSearches, mean.exchanges / kSearches};
}

Drawing RunQuality(const Bench& bench) {
  Drawing drawing;
  const auto round_trips = RoundTrips(bench);
  if (round_trips.empty()) return drawing;
  const double smallest = std::ranges::min(round_trips).count();
  for (const int patience : kPatiences) {
    drawing.rows.push_back(
        {"", std::string(kFound), patience, SimulateSearch(round_trips, patience).found.count()});
    drawing.rows.push_back({"", std::string(kSmallest), patience, smallest});
  }
  return drawing;
}

Drawing RunQualityCost(const Bench& bench) {
  Drawing drawing;
  const auto round_trips = RoundTrips(bench);
  if (round_trips.empty()) return drawing;
  for (const int patience : kPatiences) {
    drawing.rows.push_back(
        {"", std::string(kExchanges), patience, SimulateSearch(round_trips, patience).exchanges});
  }
  return drawing;
}

}  // namespace colltune::tune
