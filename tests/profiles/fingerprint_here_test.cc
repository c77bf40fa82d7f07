#include <gtest/gtest.h>
#include <mpi.h>
#include <unistd.h>

#include <fstream>
#include <regex>
#include <set>
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

TEST(ThisMachine, HasTheDeviceOfMpich) {
#if defined(MPICH_VERSION)
  EXPECT_TRUE(ThisMachine().device.starts_with("ch")) << ThisMachine().device;  // "ch4:ucx"
#else
  EXPECT_EQ(ThisMachine().device, "unknown");
#endif
}

TEST(ThisMachine, HasProcessorAndCores) {
  std::ifstream file("/proc/cpuinfo");
  std::stringstream all;
  all << file.rdbuf();
  EXPECT_EQ(ThisMachine().cpu, CpuName(all.str()));
  EXPECT_EQ(ThisMachine().cores, sysconf(_SC_NPROCESSORS_CONF));
  // The same number of sockets as in /proc/cpuinfo, except on ARM.
  const std::regex socket("physical id\\s*: [0-9]+");
  const std::string text = all.str();
  const std::set<std::string> sockets(std::sregex_token_iterator(text.begin(), text.end(), socket),
                                      {});
  if (!sockets.empty()) {
    EXPECT_EQ(ThisMachine().sockets, static_cast<int>(sockets.size()));
  }
}

}  // namespace
}  // namespace colltune
