#include "tuner/version.h"

#include <fmt/format.h>

#include "algorithms/mpi/built_for.h"
#include "profiles/fingerprint.h"

namespace colltune::tune {

extern const char kVersion[];  // in version_number.cc, which the build makes of .install/changelog

namespace {

/// Names the MPI library of the header: another one of the same binary interface may be loaded.
std::string BuiltForText() {
  if (kBuiltFor.version.empty()) return ThisMachine().mpi;  // SMPI has no other library
  return fmt::format("{} {}", kBuiltFor.library.name, kBuiltFor.version);
}

}  // namespace

std::string VersionText() { return fmt::format("{}, built for {}", kVersion, BuiltForText()); }

}  // namespace colltune::tune
