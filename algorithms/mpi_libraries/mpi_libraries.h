// MPI libraries and their launchers: all that distinguishes one from another, in a row each.
//
// The tables are constants without mpi.h, and need no linking: the preload library reads them in
// processes of any MPI library, and of none. Code that a single library needs stands in the room
// that calls it; a member of the row selects that code.
#ifndef COLLTUNE_ALGORITHMS_MPI_LIBRARIES_MPI_LIBRARIES_H_
#define COLLTUNE_ALGORITHMS_MPI_LIBRARIES_MPI_LIBRARIES_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace colltune {

using NameList = std::span<const std::string_view>;

/// Environment variable that a launcher sets for its ranks.
struct LauncherVariable {
  const char* name;
  bool has_rank;        ///< its value is the rank in MPI_COMM_WORLD
  bool in_ranks_alone;  ///< other processes of a job, such as batch scripts, do not have it
};

/// Syntax by which a launcher takes variables for its ranks alone.
enum class LauncherSyntax {
  kEnvironment,  ///< none that colltune knows: ranks inherit the launcher's environment
  kHydra,        ///< -genv NAME VALUE
  kOpenMpi,      ///< -x NAME=VALUE
  kSlurm,        ///< --export=ALL,NAME=VALUE
};

struct Launcher {
  std::string_view name;
  NameList programs;  ///< names of its program; more are in the rows of MPI libraries
  std::span<const LauncherVariable> variables;
  LauncherSyntax syntax = LauncherSyntax::kEnvironment;
  NameList before_name_and_value = {};  ///< options that set: NAME VALUE follows, or NAME=VALUE
  NameList before_name = {};            ///< options that hand on: names follow, or NAME=VALUE
};

struct MpiLibrary {
  std::string_view name;
  /// Begin of MPI_Get_library_version's text, without blanks around words.
  std::string_view version_prefix;
  /// Whether fingerprints have the library as its name and the word after version_prefix. Otherwise
  /// they have the first line of the text.
  bool fingerprint_is_name_and_version = true;
  /// Key of the line of that text which names the communication device; empty: no line does.
  std::string_view device_key = {};
  const Launcher* launcher = nullptr;  ///< its mpiexec and mpirun; nullptr in no row
  /// Names of the launcher's program that are for this library alone, as several libraries may be
  /// installed side by side; the one to start jobs by comes first.
  NameList programs = {};
  std::string_view debian_package = {};  ///< of the launcher; empty: Debian has none
  /// Control variable of MPI_T that selects among the library's own algorithms; * stands for the
  /// collective in capitals. Empty: no variable does.
  std::string_view native_variable = {};
  /// Whether Fortran procedures call the MPI_ functions of C, so that only a few of mpi_f08 have to
  /// be intercepted. Otherwise tuner/intercept/fortran_NAME.cc defines all of them.
  bool fortran_calls_c = true;
  /// Whether ranks are threads of one process that simulates them in virtual time.
  bool simulates = false;
};

namespace mpi_libraries {

/// Defined nowhere: a constant that calls it does not compile.
void NoSuchRow();

// Hydra, of MPICH and of libraries that stem from it: "Using the Hydra Process Manager" for
// options; for variables, "PMI: A Scalable Parallel Process-Management Interface for Extreme-Scale
// Systems" (EuroMPI 2010), whose wire protocol has PMI_FD and PMI_RANK. srun --mpi=pmi2 sets both,
// too.
inline constexpr auto kHydraPrograms = std::to_array<std::string_view>({"mpiexec.hydra"});
inline constexpr auto kHydraVariables = std::to_array<LauncherVariable>({
    {"PMI_RANK", true, true},
    {"PMI_FD", false, true},
});
inline constexpr auto kHydraSets =
    std::to_array<std::string_view>({"-genv", "--genv", "-env", "--env"});
inline constexpr auto kHydraHandsOn =
    std::to_array<std::string_view>({"-genvlist", "--genvlist", "-envlist", "--envlist"});

// mpirun of Open MPI: man mpirun; "Environment variables set for MPI applications" in its
// documentation has OMPI_COMM_WORLD_RANK. PMIX_RANK is set by PMIx (PMIx_server_setup_fork), on
// which Open MPI's mpirun rests, and srun --mpi=pmix.
inline constexpr auto kOpenMpiVariables = std::to_array<LauncherVariable>({
    {"PMIX_RANK", true, true},
    {"OMPI_COMM_WORLD_RANK", true, true},
});
inline constexpr auto kOpenMpiSets =
    std::to_array<std::string_view>({"-mca", "--mca", "-gmca", "--gmca"});
inline constexpr auto kOpenMpiHandsOn = std::to_array<std::string_view>({"-x"});

// mpirun_rsh of MVAPICH2: its user guide, section "MPIRUN_RSH Parameters".
inline constexpr auto kMpirunRshPrograms = std::to_array<std::string_view>({"mpirun_rsh"});
inline constexpr auto kMpirunRshVariables = std::to_array<LauncherVariable>({
    {"MV2_COMM_WORLD_RANK", true, true},
});

// smpirun of SimGrid. A program for it is a shared object, which nothing else can start.
inline constexpr auto kSmpirunPrograms = std::to_array<std::string_view>({"smpirun"});

// srun of Slurm, for all libraries: man srun. A batch script has SLURM_PROCID, too.
inline constexpr auto kSlurmPrograms = std::to_array<std::string_view>({"srun"});
inline constexpr auto kSlurmVariables = std::to_array<LauncherVariable>({
    {"SLURM_PROCID", true, false},
});

// Names that Debian gives the launchers, so that several libraries can be installed side by side.
inline constexpr auto kMpichPrograms =
    std::to_array<std::string_view>({"mpiexec.mpich", "mpirun.mpich"});
inline constexpr auto kOpenMpiPrograms =
    std::to_array<std::string_view>({"mpiexec.openmpi", "mpirun.openmpi"});

}  // namespace mpi_libraries

/// All launchers. Where jobs run under Slurm, the launchers of MPI libraries may start their own
/// processes by srun, whose variables the ranks inherit: srun comes last.
inline constexpr auto kLaunchers = std::to_array<Launcher>({
    {.name = "Hydra",
     .programs = mpi_libraries::kHydraPrograms,
     .variables = mpi_libraries::kHydraVariables,
     .syntax = LauncherSyntax::kHydra,
     .before_name_and_value = mpi_libraries::kHydraSets,
     .before_name = mpi_libraries::kHydraHandsOn},
    {.name = "Open MPI's mpirun",
     .programs = {},
     .variables = mpi_libraries::kOpenMpiVariables,
     .syntax = LauncherSyntax::kOpenMpi,
     .before_name_and_value = mpi_libraries::kOpenMpiSets,
     .before_name = mpi_libraries::kOpenMpiHandsOn},
    {.name = "mpirun_rsh",
     .programs = mpi_libraries::kMpirunRshPrograms,
     .variables = mpi_libraries::kMpirunRshVariables},
    {.name = "smpirun", .programs = mpi_libraries::kSmpirunPrograms, .variables = {}},
    {.name = "srun",
     .programs = mpi_libraries::kSlurmPrograms,
     .variables = mpi_libraries::kSlurmVariables,
     .syntax = LauncherSyntax::kSlurm},
});

/// Returns the launcher of that name. Does not compile if there is none.
consteval const Launcher* LauncherNamed(std::string_view name) {
  const auto* const found = std::ranges::find(kLaunchers, name, &Launcher::name);
  if (found == kLaunchers.end()) mpi_libraries::NoSuchRow();
  return found;
}

/// All MPI libraries that colltune knows.
inline constexpr auto kMpiLibraries = std::to_array<MpiLibrary>({
    // "MPICH Version:\t4.0.2\nMPICH Release date: ...\nMPICH Device:\tch4:ucx\n..."
    // Fortran: mpif.h and the module mpi call C; in libmpichfort 4.0.2 mpi_f08 does but for four.
    {.name = "MPICH",
     .version_prefix = "MPICH Version:",
     .device_key = "MPICH Device",
     .launcher = LauncherNamed("Hydra"),
     .programs = mpi_libraries::kMpichPrograms,
     .debian_package = "mpich",
     .native_variable = "MPIR_CVAR_*_INTRA_ALGORITHM"},
    // "Open MPI v4.1.4, package: Debian OpenMPI, ..."
    // Fortran: all three interfaces call PMPI_ (libmpi_mpifh and libmpi_usempif08 4.1.4).
    {.name = "Open MPI",
     .version_prefix = "Open MPI v",
     .launcher = LauncherNamed("Open MPI's mpirun"),
     .programs = mpi_libraries::kOpenMpiPrograms,
     .debian_package = "openmpi-bin",
     .fortran_calls_c = false},
    // "SMPI Version 3.32. Copyright The SimGrid Team ..."
    {.name = "SMPI",
     .version_prefix = "SMPI Version",
     .launcher = LauncherNamed("smpirun"),
     .debian_package = "libsimgrid-dev",
     .simulates = true},
    // "Intel(R) MPI Library 2021.9 for Linux* OS": all of it is in profiles.
    {.name = "Intel MPI",
     .version_prefix = "Intel(R) MPI Library",
     .fingerprint_is_name_and_version = false,
     .launcher = LauncherNamed("Hydra")},
    // "MVAPICH2 Version:\t2.3.7\n...": all of the line is in profiles, and no device.
    {.name = "MVAPICH2",
     .version_prefix = "MVAPICH2 Version:",
     .fingerprint_is_name_and_version = false,
     .launcher = LauncherNamed("Hydra")},
});

/// A library without a row, taken for one that stems from MPICH, as most do.
inline constexpr MpiLibrary kOtherMpiLibrary = {.name = "MPI",
                                                .version_prefix = {},
                                                .fingerprint_is_name_and_version = false,
                                                .launcher = LauncherNamed("Hydra"),
                                                .debian_package = "mpich"};

/// Returns the row of that name. Does not compile if there is none.
consteval const MpiLibrary& MpiLibraryNamed(std::string_view name) {
  const auto* const found = std::ranges::find(kMpiLibraries, name, &MpiLibrary::name);
  if (found == kMpiLibraries.end()) mpi_libraries::NoSuchRow();
  return *found;
}

/// Returns how many variables of launchers have the rank.
consteval std::size_t CountRankVariables() {
  std::size_t count = 0;
  for (const Launcher& launcher : kLaunchers) {
    count += static_cast<std::size_t>(
        std::ranges::count(launcher.variables, true, &LauncherVariable::has_rank));
  }
  return count;
}

/// Names of the variables that have the rank, in the order of the table. The preload library, which
/// every process loads, takes up these alone.
inline constexpr auto kRankVariables = [] {
  std::array<const char*, CountRankVariables()> names{};
  std::size_t count = 0;
  for (const Launcher& launcher : kLaunchers) {
    for (const LauncherVariable& variable : launcher.variables) {
      if (variable.has_rank) names[count++] = variable.name;
    }
  }
  return names;
}();

/// Returns the rank of this process as its launcher tells it; nullptr if no launcher does.
/// `value_of(name)` is the value of an environment variable, or nullptr.
template <typename ValueOf>
const char* RankByLauncher(const ValueOf& value_of) {
  for (const char* const name : kRankVariables) {
    if (const char* const rank = value_of(name)) return rank;
  }
  return nullptr;
}

/// Returns whether a launcher started this process as a rank.
template <typename ValueOf>
bool IsStartedByLauncher(const ValueOf& value_of) {
  for (const Launcher& launcher : kLaunchers) {
    for (const LauncherVariable& variable : launcher.variables) {
      if (variable.in_ranks_alone && value_of(variable.name) != nullptr) return true;
    }
  }
  return false;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_MPI_LIBRARIES_MPI_LIBRARIES_H_
