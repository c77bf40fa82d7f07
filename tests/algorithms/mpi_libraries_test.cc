// The tables of MPI libraries and launchers. Expected values are from the libraries' documentation.
#include "algorithms/mpi_libraries/mpi_libraries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace colltune {
namespace {

using testing::IsSupersetOf;
using testing::StrEq;

/// An environment of these variables.
struct Variables {
  std::map<std::string, std::string> values;

  const char* operator()(const char* name) const {
    const auto found = values.find(name);
    return found == values.end() ? nullptr : found->second.c_str();
  }
};

void ExpectUnique(std::vector<std::string_view> names) {
  std::ranges::sort(names);
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end()) << *std::ranges::adjacent_find(names);
}

TEST(MpiLibraries, HaveCompleteRows) {
  for (const MpiLibrary& library : kMpiLibraries) {
    SCOPED_TRACE(library.name);
    EXPECT_NE(library.name, "");
    EXPECT_NE(library.version_prefix, "");
    EXPECT_NE(library.launcher, nullptr);
    EXPECT_EQ(std::ranges::count(library.native_variable, '*'),
              library.native_variable.empty() ? 0 : 1);
    // The program for a build of colltune that can start itself.
    EXPECT_EQ(library.programs.empty(), library.debian_package.empty() || library.simulates);
  }
  for (const Launcher& launcher : kLaunchers) {
    SCOPED_TRACE(launcher.name);
    EXPECT_NE(launcher.name, "");
    // smpirun alone sets none: its ranks are threads.
    EXPECT_EQ(launcher.variables.empty(), launcher.name == "smpirun");
    const auto has_rank = [](const LauncherVariable& variable) { return variable.has_rank; };
    EXPECT_TRUE(launcher.variables.empty() || std::ranges::any_of(launcher.variables, has_rank));
    const bool is_named = std::ranges::any_of(kMpiLibraries, [&](const MpiLibrary& library) {
      return library.launcher == &launcher && !library.programs.empty();
    });
    EXPECT_TRUE(is_named || !launcher.programs.empty()) << "no program is this launcher";
    const bool has_options =
        !launcher.before_name_and_value.empty() || !launcher.before_name.empty();
    EXPECT_EQ(has_options, launcher.syntax == LauncherSyntax::kHydra ||
                               launcher.syntax == LauncherSyntax::kOpenMpi);
  }
}

TEST(MpiLibraries, HaveUniqueNames) {
  std::vector<std::string_view> libraries;
  std::vector<std::string_view> launchers;
  std::vector<std::string_view> programs = {"mpiexec", "mpirun"};
  std::vector<std::string_view> variables;
  for (const MpiLibrary& library : kMpiLibraries) {
    libraries.push_back(library.name);
    programs.insert(programs.end(), library.programs.begin(), library.programs.end());
  }
  for (const Launcher& launcher : kLaunchers) {
    launchers.push_back(launcher.name);
    programs.insert(programs.end(), launcher.programs.begin(), launcher.programs.end());
    for (const LauncherVariable& variable : launcher.variables) variables.push_back(variable.name);
  }
  for (const auto& names : {libraries, launchers, programs, variables}) ExpectUnique(names);
}

TEST(MpiLibraries, AreToldApartByTheirVersions) {
  for (const MpiLibrary& one : kMpiLibraries) {
    for (const MpiLibrary& other : kMpiLibraries) {
      EXPECT_EQ(one.version_prefix.starts_with(other.version_prefix), &one == &other)
          << one.name << " " << other.name;
    }
  }
}

TEST(Launchers, VariablesOfAllRowsAreRecognised) {
  std::vector<std::string> names;
  for (const Launcher& launcher : kLaunchers) {
    for (const LauncherVariable& variable : launcher.variables) {
      names.emplace_back(variable.name);
      const Variables environment{{{variable.name, "7"}}};
      EXPECT_STREQ(RankByLauncher(environment), variable.has_rank ? "7" : nullptr) << variable.name;
      EXPECT_EQ(IsStartedByLauncher(environment), variable.in_ranks_alone) << variable.name;
    }
  }
  // Hydra and srun --mpi=pmi2, Open MPI, srun --mpi=pmix, mpirun_rsh, srun.
  EXPECT_THAT(names, IsSupersetOf({"PMI_RANK", "PMI_FD", "OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                                   "MV2_COMM_WORLD_RANK", "SLURM_PROCID"}));
}

TEST(Launchers, SayNothingInOtherEnvironments) {
  const Variables environment{{{"PATH", "/bin"}, {"PMI_SIZE", "4"}, {"SLURM_JOB_ID", "1"}}};
  EXPECT_EQ(RankByLauncher(environment), nullptr);
  EXPECT_FALSE(IsStartedByLauncher(environment));
}

// man srun: SLURM_PROCID is the rank of a process of the step. Hydra and Open MPI start one process
// on each node by srun, and ranks inherit that process's number.
TEST(Launchers, SlurmIsAskedLast) {
  for (const char* const name : {"PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK"}) {
    EXPECT_THAT(RankByLauncher(Variables{{{"SLURM_PROCID", "1"}, {name, "5"}}}), StrEq("5"))
        << name;
  }
}

// man sbatch: a batch script has the variables of its first task.
TEST(Launchers, BatchScriptIsNoRank) {
  EXPECT_FALSE(IsStartedByLauncher(Variables{{{"SLURM_PROCID", "0"}}}));
  EXPECT_TRUE(IsStartedByLauncher(Variables{{{"SLURM_PROCID", "0"}, {"PMI_FD", "9"}}}));
}

}  // namespace
}  // namespace colltune
