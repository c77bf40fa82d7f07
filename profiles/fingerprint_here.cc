#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <array>

#include "algorithms/mpi/error.h"
#include "profiles/fingerprint.h"

namespace colltune {
namespace {

std::string LibraryHere() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  Check(PMPI_Get_library_version(text.data(), &length));
  return LibraryName(text.data());
}

#ifdef COLLTUNE_SMPI

// The simulated machine is a platform file's, whatever processor the simulator runs on.
Fingerprint Simulated() { return {LibraryHere(), std::string(kSimulated), 1}; }

#else

std::string CpuHere() {
  // The first processor's lines are enough, and 4 KiB hold its 1.5 KiB. The whole file grows with
  // the number of cores, and the kernel composes it anew for each process of an application.
  std::array<char, 4096> text{};
  const int file = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC);
  const ssize_t count = file < 0 ? 0 : read(file, text.data(), text.size());
  if (file >= 0) close(file);
  return CpuName({text.data(), count > 0 ? static_cast<std::size_t>(count) : 0});
}

#endif

}  // namespace

Fingerprint ThisMachine() {
#ifdef COLLTUNE_SMPI
  return Simulated();
#else
  return {LibraryHere(), CpuHere(), static_cast<int>(sysconf(_SC_NPROCESSORS_CONF))};
#endif
}

}  // namespace colltune
