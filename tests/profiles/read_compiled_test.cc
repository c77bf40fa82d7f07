#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>

#include "profiles/compiled/compiled_table.h"
#include "profiles/profile.h"
#include "profiles/read_file.h"
#include "tests/profiles/temporary_folder.h"

namespace colltune {
namespace {

constexpr char kText[] = "colltune_profile: 1\n";

std::string TableOf(std::string_view text) {
  return CompileTable({"MPICH 4.0.2", "Xeon", 64}, {}, SourceOf(text));
}

std::string Refusal(const std::string& path) {
  try {
    ReadCompiled(path);
  } catch (const ProfileError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ReadCompiled, FindsTheTableBesideTheProfile) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("p.yaml", kText);
  folder.Write("p.yaml.table", TableOf(kText));
  EXPECT_EQ(ReadCompiled(path), TableOf(kText));
}

TEST(ReadCompiled, TakesATableByItself) {
  const TemporaryFolder folder;
  EXPECT_EQ(ReadCompiled(folder.Write("t", TableOf("whatever"))), TableOf("whatever"));
}

TEST(ReadCompiled, RefusesATableOfAnotherText) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("p.yaml", "colltune_profile: 1 \n");
  folder.Write("p.yaml.table", TableOf(kText));
  EXPECT_EQ(Refusal(path), path + ".table: was compiled from another version of " + path +
                               "; run: colltune compile " + path);
}

TEST(ReadCompiled, ReadsTheProfileOnlyWhereItMayBeNewerThanItsTable) {
  const TemporaryFolder folder;
  const std::string edited = "colltune_profile: 2\n";  // as long as the text before
  const std::string path = folder.Write("p.yaml", edited);
  const std::string table = folder.Write("p.yaml.table", TableOf(kText));
  const std::string refusal = path + ".table: was compiled from another version of " + path +
                              "; run: colltune compile " + path;
  const auto now = std::filesystem::last_write_time(path);
  std::filesystem::last_write_time(table, now - std::chrono::nanoseconds(1));
  EXPECT_EQ(Refusal(path), refusal);
  std::filesystem::last_write_time(table, now);
  EXPECT_EQ(Refusal(path), refusal);
  std::filesystem::last_write_time(table, now + std::chrono::nanoseconds(1));
  EXPECT_EQ(Refusal(path), "accepted");
  // Time alone is not enough.
  folder.Write("p.yaml", edited + "\n");
  std::filesystem::last_write_time(path, now);
  EXPECT_EQ(Refusal(path), refusal);
}

TEST(ReadCompiled, RefusesAProfileWithoutTable) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("p.yaml", kText);
  EXPECT_EQ(Refusal(path),
            path + ": has no compiled table " + path + ".table; run: colltune compile " + path);
}

TEST(ReadCompiled, RefusesWhatIsNoTable) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("p.yaml", kText);
  for (const std::string& bytes :
       {std::string(), std::string(kText), TableOf(kText).substr(0, 59)}) {
    folder.Write("p.yaml.table", bytes);
    EXPECT_EQ(Refusal(path),
              path + ".table: is not a compiled table; run: colltune compile " + path);
  }
}

TEST(ReadCompiled, SaysWhyAFileCannotBeRead) {
  const TemporaryFolder folder;
  const std::string missing = folder / "missing.yaml";
  EXPECT_EQ(Refusal(missing), missing + ": cannot be read: No such file or directory");
  const std::string below_a_file = folder.Write("file", kText) + "/p.yaml";
  EXPECT_EQ(Refusal(below_a_file), below_a_file + ": cannot be read: Not a directory");
  const std::string directory = folder / "directory";
  std::filesystem::create_directory(directory);
  EXPECT_EQ(Refusal(directory), directory + ": is not a regular file");
  const std::string fifo = folder / "fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_EQ(Refusal(fifo), fifo + ": is not a regular file");
  const std::string path = folder.Write("p.yaml", kText);
  std::filesystem::create_directory(path + ".table");
  EXPECT_EQ(Refusal(path), path + ".table: is not a regular file");
}

TEST(ReadCompiled, RefusesALargeFile) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("p.yaml", kText);
  std::filesystem::resize_file(path, kMostFileBytes + 1);
  EXPECT_EQ(Refusal(path), path +
                               ": is larger than the 67108864 bytes that a profile may have; "
                               "is it the right file?");
}

TEST(ReadFile, ReadsFilesWhoseSizeIsNotKnown) {
  // The kernel reports a size of 0 for files in /proc.
  EXPECT_THAT(ReadFile("/proc/self/status"), testing::StartsWith("Name:"));
}

TEST(ReadFile, ReadsTheLargestFileWhole) {
  const TemporaryFolder folder;
  const std::string path = folder.Write("p.yaml", kText);
  std::filesystem::resize_file(path, kMostFileBytes);
  EXPECT_EQ(ReadFile(path).size(), kMostFileBytes);
  EXPECT_EQ(ReadFile(folder.Write("empty", "")), "");
}

}  // namespace
}  // namespace colltune
