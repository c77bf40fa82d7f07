// Machines drawn from a seed.
#ifndef COLLTUNE_TESTS_SMPI_MACHINES_DRAW_H_
#define COLLTUNE_TESTS_SMPI_MACHINES_DRAW_H_

#include <cstdint>

#include "tests/smpi/machines/machine.h"

namespace colltune::machines {

/// The most that a machine may have. A seed draws the same machine with other limits, but cut to
/// them; a machine that is cut to one rack has no sites.
struct DrawLimits {
  int most_racks = 8;
  int most_hosts = 128;   ///< at least 2
  int most_ranks = 1536;  ///< at least 2; fewer ranks than hosts also cut the hosts
};

/// Draws a machine: 1 to 8 racks of 2 to 16 hosts, 1 to 12 ranks on each, 1 to 4 kinds of hosts,
/// and the rest by the table in draw.cc. The result depends on nothing but the arguments. Throws
/// std::invalid_argument for limits below the least ones.
Machine Draw(std::uint64_t seed, const DrawLimits& limits = {});

}  // namespace colltune::machines

#endif  // COLLTUNE_TESTS_SMPI_MACHINES_DRAW_H_
