// The profiles that come with the program are valid as they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "profiles/compiled/profile_path.h"
#include "profiles/yaml/files.h"

namespace colltune {
namespace {

namespace fs = std::filesystem;

std::string Folder() { return fs::current_path() / "profiles" / "clusters"; }

TEST(Clusters, HaveTablesThatBelongToTheirProfiles) {
  const std::vector<FoundProfile> found = FindProfiles(Folder());
  EXPECT_GE(found.size(), 6u);
  for (const FoundProfile& one : found) {
    EXPECT_EQ(one.fault, "");
    EXPECT_EQ(one.path.substr(one.path.size() - 5), ".yaml") << one.path;
  }
}

TEST(Clusters, DecideForSomethingElseThanTheLibrary) {
  for (const FoundProfile& one : FindProfiles(Folder())) {
    const Profile profile = ReadProfile(one.path);
    EXPECT_EQ(profile.fingerprint, one.fingerprint);
    std::set<ChoiceId> choices;
    std::set<Collective> collectives;
    for (const Row& row : profile.table.rows) {
      collectives.insert(row.collective);
      for (const Rule& rule : row.rules) choices.insert(rule.choice);
    }
    EXPECT_EQ(collectives.size(), kCollectiveNames.size()) << one.path;
    EXPECT_GT(choices.size(), 5u) << one.path;
  }
}

TEST(Clusters, HaveTheirPlatformsBesideThem) {
  for (const FoundProfile& one : FindProfiles(Folder())) {
    const bool is_simulated = one.fingerprint.cpu == kSimulated;
    EXPECT_EQ(is_simulated, fs::path(one.path).filename().string().starts_with("smpi-"));
    for (const char* extension : {".xml", ".hosts", ".cfg"}) {
      EXPECT_EQ(fs::exists(fs::path(one.path).replace_extension(extension)), is_simulated);
    }
  }
}

}  // namespace
}  // namespace colltune
