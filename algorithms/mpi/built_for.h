// The MPI library that this program is compiled for: the only place that asks the macros of mpi.h.
#ifndef COLLTUNE_ALGORITHMS_MPI_BUILT_FOR_H_
#define COLLTUNE_ALGORITHMS_MPI_BUILT_FOR_H_

#include <mpi.h>

#include <string_view>

#include "algorithms/mpi_libraries/mpi_libraries.h"

namespace colltune {

struct BuiltFor {
  const MpiLibrary& library;
  std::string_view version;  ///< empty where the header does not say it
};

#define COLLTUNE_RELEASE(MAJOR, MINOR, PATCH) COLLTUNE_JOINED(MAJOR, MINOR, PATCH)
#define COLLTUNE_JOINED(MAJOR, MINOR, PATCH) #MAJOR "." #MINOR "." #PATCH

// Headers of libraries that stem from MPICH also define MPICH_VERSION: they are served as MPICH.
inline constexpr BuiltFor kBuiltFor = {
#if defined(COLLTUNE_SMPI)
    MpiLibraryNamed("SMPI"), ""
#elif defined(MPICH_VERSION)
    MpiLibraryNamed("MPICH"), MPICH_VERSION
#elif defined(OPEN_MPI)
    MpiLibraryNamed("Open MPI"),
    COLLTUNE_RELEASE(OMPI_MAJOR_VERSION, OMPI_MINOR_VERSION, OMPI_RELEASE_VERSION)
#else
    kOtherMpiLibrary, ""
#endif
};

#undef COLLTUNE_RELEASE
#undef COLLTUNE_JOINED

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_MPI_BUILT_FOR_H_
