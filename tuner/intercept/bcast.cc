// MPI_Bcast and MPI_Bcast_c.
//
// Ranks may describe one message by different counts and datatypes, so that only the root and
// the number of bytes decide. Calls that the library would refuse are passed to it untouched; it
// knows best what to say. A program whose ranks disagree on the number of bytes may hang, as it
// may with the library, when a rule ends between the two numbers.
#include <cstdint>
#include <limits>

#include "algorithms/calls.h"
#include "tuner/intercept/boundary.h"
#include "tuner/intercept/state.h"

namespace colltune {
namespace {

/// Never negative in a valid call; what does not fit counts as more than any rule has.
Bytes MessageSize(MPI_Count count, MPI_Datatype type) {
  MPI_Count each = 0;
  Check(PMPI_Type_size_x(type, &each));
  std::int64_t bytes = 0;
  constexpr Bytes kMost{std::numeric_limits<std::int64_t>::max()};
  return __builtin_mul_overflow(count, each, &bytes) ? kMost : Bytes{bytes};
}

/// False when the call is the library's to perform; else it has been performed and returns `code`.
/// A count that an algorithm is given fits an int, as its bytes do.
bool PerformBcast(State& state, void* buffer, MPI_Count count, MPI_Datatype type, int root,
                  MPI_Comm comm, int& code) noexcept {
  if (comm == MPI_COMM_NULL) return false;
  try {
    CommunicatorEntry& entry = state.EntryOf(comm);
    if (!entry.Consults(Collective::kBcast)) return false;
    if (count < 0 || type == MPI_DATATYPE_NULL || buffer == MPI_IN_PLACE || root < 0 ||
        root >= entry.ranks()) {
      return false;
    }
    const Choice& choice = entry.Choose(Collective::kBcast, MessageSize(count, type), root, comm);
    if (choice.IsLibrary()) return false;
    code = Bcast(entry.runner(), choice, buffer, static_cast<int>(count), type, root);
    if (code != MPI_SUCCESS) PMPI_Comm_call_errhandler(comm, code);
  } catch (...) {
    code = RaiseCurrentException(comm);
  }
  return true;
}

}  // namespace
}  // namespace colltune

COLLTUNE_EXPORT int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  colltune::State* const state = colltune::ActiveState();
  int code = MPI_SUCCESS;
  if (state != nullptr && colltune::PerformBcast(*state, buffer, count, type, root, comm, code)) {
    return code;
  }
  return PMPI_Bcast(buffer, count, type, root, comm);
}

#if MPI_VERSION >= 4
COLLTUNE_EXPORT int MPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype type, int root,
                                MPI_Comm comm) {
  colltune::State* const state = colltune::ActiveState();
  int code = MPI_SUCCESS;
  if (state != nullptr && colltune::PerformBcast(*state, buffer, count, type, root, comm, code)) {
    return code;
  }
  return PMPI_Bcast_c(buffer, count, type, root, comm);
}
#endif
