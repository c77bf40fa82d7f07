// Which cluster a profile belongs to.
#ifndef COLLTUNE_PROFILES_FINGERPRINT_H_
#define COLLTUNE_PROFILES_FINGERPRINT_H_

#include <string>
#include <string_view>

namespace colltune {

/// A part of a machine that does not tell what it is.
inline constexpr std::string_view kUnknown = "unknown";

/// Properties that must be equal for a profile to be used. Host names are not among them, since any
/// node of a cluster may start a job.
struct Fingerprint {
  std::string mpi;  ///< library and version, such as "MPICH 4.0.2"
  std::string cpu;  ///< the processor's model name
  int cores = 0;    ///< of one node, as the kernel counts them
  int sockets = 1;  ///< of one node, likewise
  /// Communication device that the library is built for, such as "ch4:ucx".
  std::string device = std::string(kUnknown);

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

/// The cpu of a simulated machine.
inline constexpr std::string_view kSimulated = "simulated";

/// Empty when `here` is the machine that `wanted` describes; else which part differs and how.
std::string Difference(const Fingerprint& wanted, const Fingerprint& here);

/// "MPICH 4.0.2" from what MPI_Get_library_version says; the first line of it, without blanks
/// around, for a library that colltune does not know.
std::string LibraryName(std::string_view version);

/// "ch4:ucx" from what MPI_Get_library_version says; kUnknown where it says nothing of it, as other
/// libraries than MPICH and its kin do.
std::string DeviceName(std::string_view version);

/// The first processor's model name from the text of /proc/cpuinfo; kUnknown where it has none,
/// as on ARM.
std::string CpuName(std::string_view cpuinfo);

/// The fingerprint of the machine and MPI library that this process runs on; of a simulated
/// machine the cpu is kSimulated and has one core. May be called before MPI_Init. In
/// //profiles:fingerprint_here, all else of this header is free of MPI.
Fingerprint ThisMachine();

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_FINGERPRINT_H_
