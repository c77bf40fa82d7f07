#include "tuner/job/launchers.h"

#include <gtest/gtest.h>

#include <map>

namespace colltune::tune {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kOurs = "/opt/colltune/libcolltune.so";

/// The prepared start of `command`, in an environment of these variables.
PreparedCommand StartOf(const Words& command,
                        const std::map<std::string, std::string>& variables = {},
                        const std::string& profile = "/p.yaml") {
  return StartPreloading({kOurs, profile}, command, [&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
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
