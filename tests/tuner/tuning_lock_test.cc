#include "tuner/journal/tuning_lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "tests/profiles/temporary_folder.h"
#include "tuner/journal/journal_file.h"

namespace colltune::tune {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

// A second lock in this process is refused like another process's: flock belongs to the open file.
TEST(TuningLock, IsHadByOneAtATime) {
  const TemporaryFolder folder;
  const std::string profile = folder / "p.yaml";
  std::optional<TuningLock> lock(profile);
  EXPECT_THAT([&] { TuningLock{profile}; },
              ThrowsMessage<JournalError>(
                  profile + ": is in use by another colltune; wait for its end or stop it"));
  EXPECT_NO_THROW(TuningLock{folder / "other.yaml"});
  lock.reset();
  EXPECT_NO_THROW(TuningLock{profile});
  EXPECT_EQ(folder.Count(), 0);
}

TEST(TuningLock, IsThatOfTheFileThatALinkStandsFor) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "to");
  std::filesystem::create_symlink("to/p.yaml", folder / "link.yaml");
  const TuningLock lock(folder / "link.yaml");
  EXPECT_TRUE(std::filesystem::exists(folder / "to/p.yaml.lock"));
  EXPECT_THROW(TuningLock{folder / "to/p.yaml"}, JournalError);
}

TEST(TuningLock, IsNotHeldByAFileThatWasLeftBehind) {
  const TemporaryFolder folder;
  folder.Write("p.yaml.lock", "");
  EXPECT_NO_THROW(TuningLock{folder / "p.yaml"});
  EXPECT_EQ(folder.Count(), 0);
}

TEST(TuningLock, SaysWhyItCannotBeHad) {
  EXPECT_THAT([] { TuningLock{"/nowhere/p.yaml"}; },
              ThrowsMessage<JournalError>(
                  HasSubstr("/nowhere/p.yaml: cannot create /nowhere/p.yaml.lock: No such file")));
}

}  // namespace
}  // namespace colltune::tune
