#include "tuner/version.h"

#include <fmt/format.h>
#include <mpi.h>

#include "profiles/fingerprint.h"

namespace colltune::tune {

extern const char kVersion[];  // in version_number.cc, which the build makes of .install/changelog

namespace {

/// Names the MPI library of the header: another one of the same binary interface may be loaded.
std::string BuiltFor() {
#if defined(MPICH_VERSION)
  return "MPICH " MPICH_VERSION;
#elif defined(OMPI_MAJOR_VERSION)
  return fmt::format("Open MPI {}.{}.{}", OMPI_MAJOR_VERSION, OMPI_MINOR_VERSION,
                     OMPI_RELEASE_VERSION);
#else
  return ThisMachine().mpi;  // the header does not say; SMPI has no other library
#endif
}

}  // namespace

std::string VersionText() { return fmt::format("{}, built for {}", kVersion, BuiltFor()); }

}  // namespace colltune::tune
