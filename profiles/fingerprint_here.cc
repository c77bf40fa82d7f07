#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "algorithms/mpi/built_for.h"
#include "algorithms/mpi/error.h"
#include "algorithms/no_destructor.h"
#include "profiles/fingerprint.h"

namespace colltune {
namespace {

std::string VersionHere() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  Check(PMPI_Get_library_version(text.data(), &length));
  return text.data();
}

// Describes the machine of the platform file, whatever processor the simulator runs on.
Fingerprint Simulated() { return {LibraryName(VersionHere()), std::string(kSimulated), 1}; }

/// Returns the first bytes of a file; empty if there is no such file.
template <std::size_t most>
std::string FirstOf(const char* path) {
  std::array<char, most> text;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  const ssize_t count = file < 0 ? 0 : read(file, text.data(), text.size());
  if (file >= 0) close(file);
  return {text.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

std::string CpuHere() {
  // The first processor's lines are enough, and 4 KiB hold its 1.5 KiB. The whole file grows with
  // the number of cores, and the kernel composes it anew for each process of an application.
  return CpuName(FirstOf<4096>("/proc/cpuinfo"));
}

/// Counts sockets without hwloc, which takes milliseconds in each process of an application.
int SocketsHere(int cores) {
  std::set<std::string> sockets;
  for (int core = 0; core < cores; ++core) {
    const std::string topology = fmt::format("/sys/devices/system/cpu/cpu{}/topology", core);
    std::string socket = FirstOf<16>((topology + "/physical_package_id").c_str());
    if (!socket.empty()) sockets.insert(std::move(socket));  // empty: the core is switched off
  }
  return std::max(1, static_cast<int>(sockets.size()));
}

Fingerprint Look() {
  if (kBuiltFor.library.simulates) return Simulated();
  const std::string version = VersionHere();
  const int cores = static_cast<int>(sysconf(_SC_NPROCESSORS_CONF));
  return {LibraryName(version), CpuHere(), cores, SocketsHere(cores), DeviceName(version)};
}

}  // namespace

Fingerprint ThisMachine() {
  static const NoDestructor here(Look());
  return *here;
}

const MpiLibrary& RunningLibrary() {
  if (&kBuiltFor.library != &kOtherMpiLibrary) return kBuiltFor.library;
  const std::string mpi = ThisMachine().mpi;
  const auto* const row = std::ranges::find_if(kMpiLibraries, [&](const MpiLibrary& library) {
    return mpi.starts_with(library.fingerprint_is_name_and_version ? library.name
                                                                   : library.version_prefix);
  });
  return row == kMpiLibraries.end() ? kOtherMpiLibrary : *row;
}

}  // namespace colltune
