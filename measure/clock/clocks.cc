// The table of clocks.
#include <algorithm>
#include <array>

#include "measure/clock/clock.h"
#include "measure/clock/node_clocks.h"

namespace colltune::measure {

std::span<const ClockEntry> Clocks() {
  static const std::array<ClockEntry, 3> table = {{
      {"MPI_Wtime", "the clock of the MPI library", "", WtimeClock},
      {"monotonic_raw", "Linux's CLOCK_MONOTONIC_RAW, which NTP does not bend", WhyNoMonotonicRaw(),
       MonotonicRawClock},
      {"tsc",
       "the cycle counter of x86, its frequency by CPUID 15h or else calibrated by monotonic_raw",
       WhyNoTsc(), TscClock},
  }};
  return table;
}

const ClockEntry* FindClock(std::string_view name) {
  const auto found = std::ranges::find(Clocks(), name, &ClockEntry::name);
  return found == Clocks().end() ? nullptr : &*found;
}

}  // namespace colltune::measure
