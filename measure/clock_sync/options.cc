#include "measure/clock_sync/options.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <string_view>

namespace colltune::measure {
namespace {

void AtLeast(std::string_view option, double value, double least) {
  if (value >= least && std::isfinite(value)) return;
  throw std::invalid_argument(
      fmt::format("{} is {}, not a number from {} on", option, value, least));
}

}  // namespace

void SyncOptions::Validate() const {
  AtLeast("patience", patience, 1);
  AtLeast("most_exchanges", most_exchanges, 1);
  AtLeast("epsilon", epsilon.count(), 0);
  AtLeast("drift_bound", drift_bound, 0);
  AtLeast("max_age", max_age.count(), 0);
  AtLeast("fit_points", fit_points, 2);  // a line takes two
  AtLeast("fit_exchanges", fit_exchanges, 1);
  AtLeast("fit_gap", fit_gap.count(), 0);
  // A clock with more drift is broken, and a difference of rates is no longer about twice the
  // bound.
  constexpr double kMostDrift = 0.01;
  if (drift_bound > kMostDrift) {
    throw std::invalid_argument(
        fmt::format("drift_bound is {}, more than {}", drift_bound, kMostDrift));
  }
}

}  // namespace colltune::measure
