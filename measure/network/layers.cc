#include "measure/network/layers.h"

#include <algorithm>
#include <array>

#include "algorithms/mpi/built_for.h"

namespace colltune::measure {
namespace {

// In virtual time nothing happens while a rank polls its memory.
constexpr const char* kNoRma =
    kBuiltFor.library.simulates ? "the simulator's time stands still while a rank polls its memory"
                                : "";

}  // namespace

std::span<const LayerEntry> Layers() {
  static const std::array<LayerEntry, 3> table = {{
      {"mpi", "MPI_Send, MPI_Isend and their receives", "", MakeMpiLayer},
      {"rma", "MPI_Put with MPI_Win_flush, between ranks that poll", kNoRma, MakeRmaLayer},
      {"ucx", "tagged messages of UCX, below MPI", WhyNoUcx(), MakeUcxLayer},
  }};
  return table;
}

const LayerEntry* FindLayer(std::string_view name) {
  const auto found = std::ranges::find(Layers(), name, &LayerEntry::name);
  return found == Layers().end() ? nullptr : &*found;
}

}  // namespace colltune::measure
