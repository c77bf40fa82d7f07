// Fingerprint of the cluster that a profile belongs to.
#ifndef COLLTUNE_PROFILES_FINGERPRINT_H_
#define COLLTUNE_PROFILES_FINGERPRINT_H_

#include <string>
#include <string_view>

#include "algorithms/mpi_libraries/mpi_libraries.h"

namespace colltune {

/// Value of a property that the machine does not tell.
inline constexpr std::string_view kUnknown = "unknown";

/// Properties that must be equal for a profile to be used. Host names are not among them, since any
/// node of a cluster may start a job.
/// The cpu of a simulated machine.
inline constexpr std::string_view kSimulated = "simulated";

struct Fingerprint {
  std::string mpi;  ///< library and version, such as "MPICH 4.0.2"
  std::string cpu;  ///< the processor's model name
  int cores = 0;    ///< of one node, as the kernel counts them
  int sockets = 1;  ///< of one node, likewise
  /// Communication device that the library is built for, such as "ch4:ucx".
  std::string device = std::string(kUnknown);

  bool IsSimulated() const { return cpu == kSimulated; }
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// Returns which properties differ between `wanted` and `here`, and how; empty where none does.
std::string Difference(const Fingerprint& wanted, const Fingerprint& here);

/// Returns library and version, such as "MPICH 4.0.2", from the text of MPI_Get_library_version.
/// For a library that colltune does not know, returns the first line without blanks around it.
std::string LibraryName(std::string_view version);

/// Returns the device, such as "ch4:ucx", from the text of MPI_Get_library_version. Returns
/// kUnknown where the text names none, as for libraries other than MPICH and its kin.
std::string DeviceName(std::string_view version);

/// Returns the first processor's model name from the text of /proc/cpuinfo; kUnknown where the text
/// has none, as on ARM.
std::string CpuName(std::string_view cpuinfo);

/// Returns the fingerprint of the machine and MPI library that this process runs on. A simulated
/// machine has the cpu kSimulated and one core. May be called before MPI_Init. Defined in
/// //profiles:fingerprint_here; all else of this header is free of MPI.
Fingerprint ThisMachine();

/// Returns the row of the MPI library that runs: the one that this program is built for, unless it
/// is built for the ABI that several have. May be called before MPI_Init. Defined in
/// //profiles:fingerprint_here.
const MpiLibrary& RunningLibrary();

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_FINGERPRINT_H_
