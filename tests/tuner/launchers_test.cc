#include "tuner/job/launchers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace colltune::tune {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kOurs = "/opt/colltune/libcolltune.so";

/// The prepared start of `command`, in an environment of these variables.
PreparedCommand StartOf(const Words& command,
                        const std::map<std::string, std::string>& variables = {},
                        const std::string& profile = "/p.yaml",
                        const MpiLibrary& mpi = kOtherMpiLibrary) {
  const auto value_of = [&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
  return StartPreloading({kOurs, profile}, command, value_of, mpi);
}

TEST(WithPreload, PutsOursInFrontOfOthers) {
  EXPECT_EQ(WithPreload("", kOurs), kOurs);
  EXPECT_EQ(WithPreload("/a.so", kOurs), std::string(kOurs) + ":/a.so");
  EXPECT_EQ(WithPreload("/a.so libm.so.6:/b.so", kOurs),
            std::string(kOurs) + ":/a.so libm.so.6:/b.so");
}

TEST(WithPreload, NeverNamesOursTwice) {
  const std::string before = "/a.so:" + std::string(kOurs) + " /b.so";
  EXPECT_EQ(WithPreload(before, kOurs), before);
  EXPECT_EQ(WithPreload(kOurs, kOurs), kOurs);
  EXPECT_EQ(WithPreload("/old/libcolltune.so:/a.so:/older/libcolltune.so", kOurs),
            std::string(kOurs) + ":/a.so:");
}

TEST(StartPreloading, SetsTheEnvironmentOfOtherPrograms) {
  const PreparedCommand start =
      StartOf({"./application", "-genv", "LD_PRELOAD", "x"}, {{"LD_PRELOAD", "a.so"}});
  EXPECT_EQ(start.words, (Words{"./application", "-genv", "LD_PRELOAD", "x"}));
  EXPECT_EQ(start.environment, (Variables{{"LD_PRELOAD", std::string(kOurs) + ":a.so"},
                                          {"COLLTUNE_PROFILE", "/p.yaml"}}));
}

TEST(StartPreloading, AddsToWhatHydraIsTold) {
  const std::string ours = kOurs;
  const PreparedCommand start =
      StartOf({"/usr/bin/mpiexec.hydra", "-genv", "LD_PRELOAD", "g.so", "-n", "2", "-env",
               "LD_PRELOAD=e.so", "./a", ":", "-n", "1", "-env", "OTHER", "x", "./b"},
              {{"LD_PRELOAD", "a.so"}}, "/a, b.yaml");
  EXPECT_EQ(start.words, (Words{"/usr/bin/mpiexec.hydra",
                                "-genv",
                                "LD_PRELOAD",
                                ours + ":a.so",
                                "-genv",
                                "COLLTUNE_PROFILE",
                                "/a, b.yaml",
                                "-genv",
                                "LD_PRELOAD",
                                ours + ":g.so",
                                "-n",
                                "2",
                                "-env",
                                "LD_PRELOAD=" + ours + ":e.so",
                                "./a",
                                ":",
                                "-n",
                                "1",
                                "-env",
                                "OTHER",
                                "x",
                                "./b"}));
  EXPECT_EQ(start.environment, Variables{});
  // Cut off.
  EXPECT_EQ(StartOf({"mpiexec.hydra", "-genv", "LD_PRELOAD"}).words.back(), "LD_PRELOAD");
}

TEST(StartPreloading, AddsToWhatOpenMpiIsTold) {
  const std::string ours = kOurs;
  EXPECT_EQ(StartOf({"mpirun.openmpi", "-n", "2", "./a"}, {{"LD_PRELOAD", "a.so"}}).words,
            (Words{"mpirun.openmpi", "-x", "LD_PRELOAD=" + ours + ":a.so", "-x",
                   "COLLTUNE_PROFILE=/p.yaml", "-n", "2", "./a"}));
  EXPECT_EQ(
      StartOf({"mpirun.openmpi", "-x", "LD_PRELOAD=x.so", "./a"}, {{"LD_PRELOAD", "a.so"}}).words,
      (Words{"mpirun.openmpi", "-x", "COLLTUNE_PROFILE=/p.yaml", "-x",
             "LD_PRELOAD=" + ours + ":x.so", "./a"}));
  // The value in the environment.
  EXPECT_EQ(
      StartOf({"mpirun.openmpi", "-x", "LD_PRELOAD", "-x", "HOME", "./a"}, {{"LD_PRELOAD", "a.so"}})
          .words,
      (Words{"mpirun.openmpi", "-x", "COLLTUNE_PROFILE=/p.yaml", "-x",
             "LD_PRELOAD=" + ours + ":a.so", "-x", "HOME", "./a"}));
}

// On a machine with several libraries, mpiexec and mpirun mean those of the library that colltune
// is built for.
TEST(StartPreloading, TakesMpiexecForThatOfTheLibrary) {
  for (const char* const program : {"mpiexec", "/usr/bin/mpirun"}) {
    const auto start_of = [&](const MpiLibrary& mpi) {
      return StartOf({program, "./a"}, {}, "/p.yaml", mpi);
    };
    const PreparedCommand hydra{
        {program, "-genv", "LD_PRELOAD", kOurs, "-genv", "COLLTUNE_PROFILE", "/p.yaml", "./a"}, {}};
    EXPECT_EQ(start_of(MpiLibraryNamed("MPICH")), hydra);
    EXPECT_EQ(start_of(MpiLibraryNamed("Intel MPI")), hydra);
    EXPECT_EQ(start_of(MpiLibraryNamed("MVAPICH2")), hydra);
    EXPECT_EQ(start_of(kOtherMpiLibrary), hydra);
    const PreparedCommand open_mpi{{program, "-x", std::string("LD_PRELOAD=") + kOurs, "-x",
                                    "COLLTUNE_PROFILE=/p.yaml", "./a"},
                                   {}};
    EXPECT_EQ(start_of(MpiLibraryNamed("Open MPI")), open_mpi);
  }
}

TEST(StartPreloading, KnowsTheOtherNamesOfLaunchersWhateverTheLibrary) {
  const std::map<std::string, std::string> first_options = {
      {"mpiexec.hydra", "-genv"}, {"mpiexec.mpich", "-genv"}, {"mpirun.mpich", "-genv"},
      {"mpiexec.openmpi", "-x"},  {"mpirun.openmpi", "-x"},   {"smpirun", "./a"},
      {"mpirun_rsh", "./a"},
  };
  for (const MpiLibrary& mpi : kMpiLibraries) {
    for (const auto& [program, option] : first_options) {
      EXPECT_EQ(StartOf({program, "./a"}, {}, "/p.yaml", mpi).words.at(1), option) << program;
    }
  }
}

TEST(MpiexecNames, PutThatOfTheLibraryFirst) {
  using testing::ElementsAre;
  EXPECT_THAT(MpiexecNames(MpiLibraryNamed("MPICH")),
              ElementsAre("mpiexec.mpich", "mpiexec.hydra", "mpiexec"));
  EXPECT_THAT(MpiexecNames(MpiLibraryNamed("Open MPI")), ElementsAre("mpiexec.openmpi", "mpiexec"));
}

/// The export option of srun, and the environment for it.
struct Exported {
  std::string option;
  Variables environment;

  friend bool operator==(const Exported&, const Exported&) = default;
};

Exported ExportOf(const Words& options, const std::map<std::string, std::string>& variables = {},
                  const std::string& profile = "/p.yaml") {
  Words words = {"srun"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"./a", "--export=mesh"});
  const PreparedCommand start = StartOf(words, variables, profile);
  EXPECT_EQ(start.words.end()[-2], "./a");
  EXPECT_EQ(start.words.end()[-1], "--export=mesh");  // the application's own
  return {start.words.at(1), start.environment};
}

TEST(StartPreloading, AddsToWhatSrunExports) {
  const std::string preload = "LD_PRELOAD=" + std::string(kOurs);
  const std::string both = preload + ",COLLTUNE_PROFILE=/p.yaml";
  EXPECT_EQ(ExportOf({"-n", "2"}), (Exported{"--export=ALL," + both, {}}));
  EXPECT_EQ(ExportOf({"-n", "2"}, {{"LD_PRELOAD", "a.so"}}),
            (Exported{"--export=ALL," + preload + ":a.so,COLLTUNE_PROFILE=/p.yaml", {}}));
  EXPECT_EQ(ExportOf({"--exclusive", "--export=ALL,LD_PRELOAD=x.so,A='b,c'"}),
            (Exported{"--export=ALL,A='b,c'," + preload + ":x.so,COLLTUNE_PROFILE=/p.yaml", {}}));
  EXPECT_EQ(ExportOf({"--export", "HOME,LD_PRELOAD", "-n", "2"}),
            (Exported{"--export=HOME," + both, {}}));
  EXPECT_EQ(ExportOf({"--export=NONE"}), (Exported{"--export=" + both, {}}));
  EXPECT_EQ(ExportOf({"-n2"}, {{"SLURM_EXPORT_ENV", "NONE"}}), (Exported{"--export=" + both, {}}));
}

TEST(StartPreloading, LeavesToTheEnvironmentWhatSrunWouldCut) {
  const std::string preload = "LD_PRELOAD=" + std::string(kOurs);
  for (const std::string profile : {"/a,b.yaml", "/it's.yaml", "/a\"b.yaml", "/a\nb.yaml"}) {
    EXPECT_EQ(ExportOf({}, {}, profile), (Exported{"--export=ALL," + preload + ",COLLTUNE_PROFILE",
                                                   {{"COLLTUNE_PROFILE", profile}}}));
  }
  EXPECT_EQ(ExportOf({}, {}, "/a b:c.yaml"),
            (Exported{"--export=ALL," + preload + ",COLLTUNE_PROFILE=/a b:c.yaml", {}}));
}

}  // namespace
}  // namespace colltune::tune
