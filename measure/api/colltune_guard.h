// Handle, and conversion of exceptions to error codes, for the entry points of colltune.h.
#ifndef COLLTUNE_MEASURE_API_COLLTUNE_GUARD_H_
#define COLLTUNE_MEASURE_API_COLLTUNE_GUARD_H_

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "algorithms/native/native.h"
#include "algorithms/registry.h"
#include "measure/api/colltune.h"
#include "measure/api/exception_to_error.h"

namespace colltune::measure {

struct Implementation {
  Choice choice;
  std::optional<NativeSelector> native;  ///< set where the choice is an algorithm of the library
};

}  // namespace colltune::measure

struct colltune_handle {
  /// Opens a handle on a private copy of `comm`. Collective. Throws colltune::measure::Failure.
  explicit colltune_handle(MPI_Comm comm) : runner(colltune::measure::RunnerOn(comm)) {}

  colltune::Runner runner;
  /// Implementations by the names used so far: parsing a name takes longer than a small collective.
  std::array<std::map<std::string, colltune::measure::Implementation, std::less<>>,
             colltune::kCollectiveNames.size()>
      choices;
};

namespace colltune::measure {

/// Stores the text of the exception that is being handled, and returns its code.
int ReportCurrentException() noexcept;

/// Calls `body`, and turns every std::exception into a code and a text. All exceptions of colltune
/// are std::exceptions.
template <typename Body>
int Guarded(const Body& body) {
  try {
    body();
    return COLLTUNE_SUCCESS;
  } catch (const std::exception&) {
    return ReportCurrentException();
  }
}

/// Throws std::invalid_argument that names the argument if `pointer` is null.
inline void DemandPointer(const void* pointer, const char* argument) {
  if (pointer == nullptr)
    throw std::invalid_argument(fmt::format("{} is a null pointer", argument));
}

}  // namespace colltune::measure

#endif  // COLLTUNE_MEASURE_API_COLLTUNE_GUARD_H_
