#include <gtest/gtest.h>
#include <mpi.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "profiles/fingerprint.h"

namespace colltune {
namespace {

// Runs without MPI_Init, as the preload library may.
TEST(ThisMachine, HasTheLibraryThatItIsCompiledAgainst) {
#if defined(MPICH_VERSION)
  EXPECT_EQ(ThisMachine().mpi, "MPICH " MPICH_VERSION);
#elif defined(OMPI_MAJOR_VERSION)
  const std::string version = std::to_string(OMPI_MAJOR_VERSION) + "." +
                              std::to_string(OMPI_MINOR_VERSION) + "." +
                              std::to_string(OMPI_RELEASE_VERSION);
  EXPECT_EQ(ThisMachine().mpi, "Open MPI " + version);
#else
  EXPECT_NE(ThisMachine().mpi, "");
#endif
}

TEST(ThisMachine, HasProcessorAndCores) {
  std::ifstream file("/proc/cpuinfo");
  std::stringstream all;
  all << file.rdbuf();
  EXPECT_EQ(ThisMachine().cpu, CpuName(all.str()));
  EXPECT_EQ(ThisMachine().cores, sysconf(_SC_NPROCESSORS_CONF));
}

}  // namespace
}  // namespace colltune
