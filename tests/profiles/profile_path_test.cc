#include "profiles/compiled/profile_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "profiles/compiled/compiled_table.h"
#include "tests/profiles/temporary_folder.h"

namespace colltune {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

const Fingerprint kHere = {"MPICH 4.0.2", "Xeon", 64};
const Fingerprint kElsewhere = {"MPICH 4.0.2", "EPYC", 64};

Environment Of(const std::map<std::string, std::string>& variables) {
  return [variables](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
}

void Write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

/// Writes a profile and its table.
void Put(const fs::path& path, const Fingerprint& fingerprint) {
  const std::string text = "the profile of " + path.string();
  Write(path, text);
  Write(TablePath(path), CompileTable(fingerprint, {}, SourceOf(text)));
}

TEST(ProfileFolders, AreTheInstalledOneAndTheUsersOwn) {
  EXPECT_THAT(ProfileFolders(Of({{"HOME", "/home/me"}}), "/opt/x/lib/libcolltune.so"),
              ElementsAre("/opt/x/share/colltune/profiles", "/home/me/.local/share/colltune"));
  EXPECT_THAT(
      ProfileFolders(Of({{"HOME", "/home/me"}, {"XDG_DATA_HOME", "/data"}}), "/u/bin/colltune"),
      ElementsAre("/u/share/colltune/profiles", "/data/colltune"));
  EXPECT_THAT(ProfileFolders(Of({}), "/u/bin/colltune"), ElementsAre("/u/share/colltune/profiles"));
  EXPECT_THAT(ProfileFolders(Of({}), "/u/lib/colltune/libcolltune.so"),
              ElementsAre("/u/share/colltune/profiles"));
}

TEST(ProfileFolders, AreThoseThatAreNamed) {
  EXPECT_THAT(ProfileFolders(Of({{"HOME", "/me"}, {"COLLTUNE_PROFILE_PATH", "/a::/b:"}}), "/u/b/c"),
              ElementsAre("/a", "/b"));
}

TEST(ProfileFolders, AreNeverRelative) {
  EXPECT_THAT(
      [] {
        ProfileFolders(Of({{"COLLTUNE_PROFILE_PATH", "/a:here"}}), "/u/b/c");
      },
      ThrowsMessage<std::invalid_argument>("COLLTUNE_PROFILE_PATH: 'here' does not begin with /"));
  EXPECT_THAT(
      [] {
        ProfileFolders(Of({{"HOME", "."}}), "/u/b/c");
      },
      ThrowsMessage<std::invalid_argument>(HasSubstr("HOME: './.local/share/colltune'")));
}

TEST(FindProfiles, TellsWhatTheyAreFor) {
  const TemporaryFolder folder;
  Put(folder / "b.yaml", kHere);
  Put(folder / "a.yaml", kElsewhere);
  fs::remove((folder / "a.yaml"));  // a table alone
  Put(folder / "c.yaml", kHere);
  Write(folder / "c.yaml", "the profile after an edit");
  Write(folder / "d.yaml", "without a table");
  const auto found = FindProfiles(folder / "");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_THAT(found[3].fault, HasSubstr("d.yaml: has no compiled table"));
  EXPECT_EQ(found[0].path, folder / "a.yaml.table");
  EXPECT_EQ(found[0].fingerprint, kElsewhere);
  EXPECT_EQ(found[1].path, folder / "b.yaml");
  EXPECT_EQ(found[1].fingerprint, kHere);
  EXPECT_EQ(found[1].fault, "");
  EXPECT_THAT(found[2].fault, HasSubstr("c.yaml.table: was compiled from another version"));
  EXPECT_THAT(FindProfiles(folder / "nowhere"), IsEmpty());
}

TEST(FindProfiles, FollowsSymbolicLinksToProfilesElsewhere) {
  const TemporaryFolder folder;
  Put(folder / "store/p.yaml", kHere);
  fs::create_directory(folder / "links");
  fs::create_symlink("../store/p.yaml", folder / "links/host.yaml");
  const auto found = FindProfiles(folder / "links");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].path, folder / "links/host.yaml");
  EXPECT_EQ(found[0].fingerprint, kHere);
  EXPECT_EQ(found[0].fault, "");
  EXPECT_EQ(PickProfile({folder / "links"}, kHere, "host"), folder / "links/host.yaml");
}

TEST(PickProfile, IsTheOneForThisMachine) {
  const TemporaryFolder folder;
  Put(folder / "one/a.yaml", kElsewhere);
  Put(folder / "two/a.yaml", kElsewhere);
  Put(folder / "two/b.yaml", kHere);
  Put(folder / "three/c.yaml", kHere);
  const std::vector<std::string> folders = {folder / "one", folder / "two", folder / "three"};
  EXPECT_EQ(PickProfile(folders, kHere, "host"), folder / "two/b.yaml");
  EXPECT_EQ(PickProfile(folders, {"MPICH 4.0.2", "Xeon", 64, 2}, "host"), "");
  EXPECT_EQ(PickProfile(folders, kElsewhere, "host"), folder / "one/a.yaml");
}

TEST(PickProfile, IsTheHostsOwnOfSeveral) {
  const TemporaryFolder folder;
  Put(folder / "a.yaml", kHere);
  Put(folder / "host.yaml", kHere);
  EXPECT_EQ(PickProfile({folder / ""}, kHere, "host"), folder / "host.yaml");
  EXPECT_THAT(
      ([&] { PickProfile({folder / ""}, kHere, "other"); }),
      ThrowsMessage<ProfileError>(AllOf(HasSubstr("host.yaml: is for this machine, but so is"),
                                        HasSubstr("a.yaml: name one"))));
}

TEST(PickProfile, TakesTheHostsOwnAsATableAlone) {
  const TemporaryFolder folder;
  Put(folder / "a.yaml", kHere);
  Put(folder / "host.yaml", kHere);
  fs::remove((folder / "host.yaml"));
  EXPECT_EQ(PickProfile({folder / ""}, kHere, "host"), folder / "host.yaml.table");
}

TEST(PickProfile, SaysWhatIsWrongWithTheHostsOwn) {
  const TemporaryFolder folder;
  Put(folder / "a.yaml", kHere);
  Put(folder / "host.yaml", kHere);
  Write(folder / "host.yaml", "the profile after an edit");
  EXPECT_THAT(([&] { PickProfile({folder / ""}, kHere, "host"); }),
              ThrowsMessage<std::invalid_argument>(HasSubstr("from another version")));
  EXPECT_EQ(PickProfile({folder / ""}, kHere, "other"), folder / "a.yaml");
}

TEST(PickProfile, TakesNoSimulatedMachinesFromAFolder) {
  const TemporaryFolder folder;
  const Fingerprint simulated = {"SMPI 3.32", std::string(kSimulated), 1};
  Put(folder / "a.yaml", simulated);
  EXPECT_EQ(PickProfile({folder / ""}, simulated, "host"), "");
}

}  // namespace
}  // namespace colltune
