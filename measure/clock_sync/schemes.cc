#include "measure/clock_sync/schemes.h"

#include <algorithm>
#include <array>

namespace colltune::measure {

Synchroniser MakeShared(const SyncContext& context);
Synchroniser MakeLinear(const SyncContext& context);
Synchroniser MakeTree(const SyncContext& context);
Synchroniser MakeAllPairs(const SyncContext& context);
Synchroniser MakeJk(const SyncContext& context);
Synchroniser MakeHca3(const SyncContext& context);
Synchroniser MakeInterpolated(const SyncContext& context);

std::span<const ClockSync> ClockSyncs() {
  // One line for each scheme; each is defined in <name>.cc.
  static const std::array<ClockSync, 7> table = {{
      {"shared", "all ranks read one clock", "", false, MakeShared},
      {"linear", "rank 0 with each other rank in turn; offsets",
       "Worsch, Reussner & Augustin, On Benchmarking Collective MPI Operations (EuroPVM/MPI 2002)",
       false, MakeLinear},
      {"tree", "along a binomial tree; offsets",
       "Hoefler, Schneider & Lumsdaine (PMEO 2008), section 3.2", false, MakeTree},
      {"all_pairs", "every pair of ranks; the best way of at most two offsets",
       "Lastovetsky, Rychkov & O'Flynn, MPIBlib (EuroPVM/MPI 2008), section 2.1, and its sources",
       false, MakeAllPairs},
      {"jk", "rank 0 with each other rank in turns; offset and drift",
       "Jones & Koenig, Clock Synchronization in High-End Computing Environments (CCPE 2013)",
       false, MakeJk},
      {"hca3", "along a binomial tree; offset and drift",
       "Hunold & Carpen-Amarie, Hierarchical Clock Synchronization in MPI (CLUSTER 2018)", false,
       MakeHca3},
      {"interpolated", "along a binomial tree before and after a batch; the line between", "", true,
       MakeInterpolated},
  }};
  return table;
}

const ClockSync* FindClockSync(std::string_view name) {
  const auto found = std::ranges::find(ClockSyncs(), name, &ClockSync::name);
  return found == ClockSyncs().end() ? nullptr : &*found;
}

const ClockSync& StandardClockSync(MPI_Comm comm, const Clock& clock) {
  return *FindClockSync(SharesClock(comm, clock) ? "shared" : "interpolated");
}

}  // namespace colltune::measure
