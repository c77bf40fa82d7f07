#include "profiles/yaml/files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>

#include "profiles/compiled/compiled_table.h"
#include "profiles/yaml/yaml.h"
#include "tests/profiles/rules_for.h"
#include "tests/profiles/temporary_folder.h"

namespace colltune {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Profile MakeProfile(int ranks) {
  Profile profile;
  profile.fingerprint = {"MPICH 4.0.2", "Xeon", 64};
  profile.table.rows = {
      {Collective::kBcast, RegionOf(ranks, 1), {{Bytes{0}, Bytes{9}, "flat", {}}}}};
  return profile;
}

template <typename Function>
std::string Refusal(Function function) {
  try {
    function();
  } catch (const ProfileError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(WriteProfile, WritesTheProfileAndItsTable) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.yaml";
  WriteProfile(path, MakeProfile(2));
  EXPECT_EQ(ReadProfile(path), MakeProfile(2));
  const CompiledTable table(ReadCompiled(path), path);
  EXPECT_EQ(RulesFor(table, Collective::kBcast, 2, 1).at(0).choice, "flat");
  EXPECT_EQ(table.fingerprint(), MakeProfile(2).fingerprint);
  EXPECT_EQ(folder.Count(), 2);
}

TEST(WriteProfile, ReplacesBoth) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.yaml";
  WriteProfile(path, MakeProfile(2));
  WriteProfile(path, MakeProfile(3));
  EXPECT_EQ(ReadProfile(path), MakeProfile(3));
  const CompiledTable table(ReadCompiled(path), path);
  EXPECT_EQ(RulesFor(table, Collective::kBcast, 3, 1).size(), 1U);
  EXPECT_EQ(folder.Count(), 2);
}

TEST(WriteProfile, FollowsSymbolicLinks) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "to");
  std::filesystem::create_symlink("second.yaml", folder / "first.yaml");
  std::filesystem::create_symlink("to/p.yaml", folder / "second.yaml");
  const std::string link = folder / "first.yaml";
  for (const int ranks : {2, 3}) {  // as a new file, and as one that is replaced
    WriteProfile(link, MakeProfile(ranks));
    EXPECT_EQ(ReadProfile(folder / "to/p.yaml"), MakeProfile(ranks));
    EXPECT_EQ(ReadCompiled(link), ReadCompiled(folder / "to/p.yaml"));
    EXPECT_TRUE(std::filesystem::exists(folder / "to/p.yaml.table"));
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_EQ(folder.Count(), 3);
  }
  std::filesystem::remove(folder / "to/p.yaml.table");
  CompileProfile(link);
  EXPECT_TRUE(std::filesystem::exists(folder / "to/p.yaml.table"));
  EXPECT_EQ(folder.Count(), 3);
}

TEST(WriteProfile, RefusesLinksInACircle) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("b.yaml", folder / "a.yaml");
  std::filesystem::create_symlink("a.yaml", folder / "b.yaml");
  EXPECT_EQ(Refusal([&] { WriteProfile(folder / "a.yaml", MakeProfile(2)); }),
            folder / "a.yaml" + ": cannot be written: Too many levels of symbolic links");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "a.yaml"));
  EXPECT_EQ(folder.Count(), 2);
}

TEST(WriteProfile, LetsOthersReadAsTheUmaskSays) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.yaml";
  const mode_t before = umask(027);
  WriteProfile(path, MakeProfile(2));
  umask(before);
  struct stat status {};
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640U);
}

TEST(WriteProfile, WritesNothingThatWouldBeRefused) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.yaml";
  Profile profile = MakeProfile(2);
  profile.table.rows[0].rules[0].choice = "spiral";
  EXPECT_THAT(Refusal([&] { WriteProfile(path, profile); }),
              StartsWith(path + ":19: unknown algorithm 'spiral'"));
  EXPECT_EQ(folder.Count(), 0);
}

TEST(WriteProfile, SaysWhyItCannotWrite) {
  const TemporaryFolder folder;
  const std::string below_a_file = folder.Write("file", "") + "/p.yaml";
  const std::string refusal = Refusal([&] { WriteProfile(below_a_file, MakeProfile(2)); });
  EXPECT_THAT(refusal, StartsWith(below_a_file + ": cannot create " + below_a_file));
  EXPECT_THAT(refusal, HasSubstr(".tmp: Not a directory"));
  const std::string missing = folder / "missing/p.yaml";
  EXPECT_THAT(Refusal([&] { WriteProfile(missing, MakeProfile(2)); }),
              HasSubstr(".tmp: No such file or directory"));
  EXPECT_EQ(folder.Count(), 1);
}

TEST(WriteProfile, KeepsTheOldFilesWhenOneCannotBeReplaced) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.yaml";
  std::filesystem::create_directory(path);
  EXPECT_EQ(Refusal([&] { WriteProfile(path, MakeProfile(2)); }),
            path + ": cannot be written: is not a regular file");
  EXPECT_EQ(folder.Count(), 1);

  const std::string other = folder.Write("other.yaml", "old");
  std::filesystem::create_directory(other + ".table");
  EXPECT_EQ(Refusal([&] { WriteProfile(other, MakeProfile(2)); }),
            other + ".table: cannot be written: is not a regular file");
  EXPECT_EQ(folder.Read("other.yaml"), "old");
  EXPECT_EQ(folder.Count(), 3);
}

TEST(WriteProfile, KeepsTheOldFilesWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.yaml";
  WriteProfile(path, MakeProfile(2));
  const std::string old_text = folder.Read("p.yaml");
  const std::string old_table = folder.Read("p.yaml.table");

  // A limit on the size of files stands for the full disk: the table fits, the profile does not.
  Profile large = MakeProfile(3);
  large.provenance.command = std::string(10000, 'x');
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit limit = {5000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  const std::string refusal = Refusal([&] { WriteProfile(path, large); });
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);

  EXPECT_THAT(refusal, StartsWith(path + ": cannot write to " + path + "."));
  EXPECT_THAT(refusal, HasSubstr(": File too large"));
  EXPECT_EQ(folder.Read("p.yaml"), old_text);
  EXPECT_EQ(folder.Read("p.yaml.table"), old_table);
  EXPECT_EQ(folder.Count(), 2);
}

TEST(CompileProfile, MakesTheTableAnewAfterAnEdit) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.yaml";
  WriteProfile(path, MakeProfile(2));
  const std::string edited = "# edited\n" + folder.Read("p.yaml");
  folder.Write("p.yaml", edited);
  EXPECT_THAT(Refusal([&] { ReadCompiled(path); }),
              HasSubstr("was compiled from another version of " + path));
  CompileProfile(path);
  const CompiledTable table(ReadCompiled(path), path);
  EXPECT_EQ(RulesFor(table, Collective::kBcast, 2, 1).size(), 1U);
  EXPECT_EQ(folder.Read("p.yaml"), edited);
  EXPECT_EQ(folder.Count(), 2);
}

TEST(CompileProfile, KeepsTheOldTableWhenTheProfileIsBad) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("p.yaml", "colltune_profile: 3\n");
  folder.Write("p.yaml.table", "old");
  EXPECT_EQ(Refusal([&] { CompileProfile(path); }),
            path + ":1: is a profile of version 3, this program reads up to 2");
  EXPECT_EQ(folder.Read("p.yaml.table"), "old");
}

TEST(ReadProfile, SaysThatATableIsNoProfile) {
  const TemporaryFolder folder;
  const std::string path = folder / "p.yaml";
  WriteProfile(path, MakeProfile(2));
  EXPECT_EQ(Refusal([&] { ReadProfile(path + ".table"); }),
            path + ".table: is a compiled table; name the profile that it belongs to");
}

TEST(ReadProfile, NamesTheFileAndLineOfAFault) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("p.yaml", "colltune_profile: 1\nrubbish: 2\n");
  EXPECT_THAT(Refusal([&] { ReadProfile(path); }), StartsWith(path + ":2: unknown key 'rubbish'"));
  EXPECT_EQ(Refusal([&] { ReadProfile(folder / "none"); }),
            folder / "none" + ": cannot be read: No such file or directory");
}

}  // namespace
}  // namespace colltune
