// Quality and cost of a search for the smallest round trip, by the patience at which it ends:
// Hoefler, Schneider & Lumsdaine (2008), section 3.1 and figure 6.
#ifndef COLLTUNE_TUNER_REPRODUCE_SMALLEST_ROUND_TRIP_H_
#define COLLTUNE_TUNER_REPRODUCE_SMALLEST_ROUND_TRIP_H_

#include "tuner/reproduce/figure.h"

namespace colltune::tune {

struct PatientSearch {
  Seconds found{};       ///< mean of the smallest round trips that searches found
  double exchanges = 0;  ///< mean number of round trips of a search
};

/// Simulates the paper's searches, and returns their means. A search draws from `round_trips` until
/// `patience` draws in a row were not smaller. Requires at least one round trip.
PatientSearch SimulateSearch(std::span<const Seconds> round_trips, int patience);

Drawing RunQuality(const Bench& bench);
Drawing RunQualityCost(const Bench& bench);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPRODUCE_SMALLEST_ROUND_TRIP_H_
