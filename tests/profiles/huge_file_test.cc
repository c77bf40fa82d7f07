// Files that are far too large or too deep are refused by every reader, before they fill the
// memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "profiles/compiled/compiled_table.h"
#include "profiles/read_file.h"
#include "profiles/yaml/files.h"
#include "profiles/yaml/network_file.h"
#include "tests/profiles/temporary_folder.h"

namespace colltune {
namespace {

using testing::StartsWith;

constexpr std::uintmax_t kHuge = 100'000'000;

/// Limits the address space of the process to 32 MB more than it has now: room for a few copies of
/// the largest file below that is read.
class LittleMemory {
 public:
  LittleMemory() {
    getrlimit(RLIMIT_AS, &before_);
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t most = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + (rlim_t{32} << 20);
    const rlimit limit{most, before_.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  }
  LittleMemory(const LittleMemory&) = delete;
  LittleMemory& operator=(const LittleMemory&) = delete;
  ~LittleMemory() { setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

template <typename Read>
std::string Refusal(Read read, const std::string& path) {
  const LittleMemory limit;
  try {
    read(path);
  } catch (const std::exception& error) {  // also std::bad_alloc
    return error.what();
  }
  return "accepted";
}

std::string Sparse(const TemporaryFolder& folder, std::string_view name, std::string_view start) {
  const std::string path = folder.Write(name, start);
  std::filesystem::resize_file(path, kHuge);
  return path;
}

std::string Repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(HugeFile, IsRefusedUnread) {
  const TemporaryFolder folder;
  const std::string path = Sparse(folder, "p.yaml", "colltune_profile: 1\n");
  const std::string refusal = path + ": is larger than the 67108864 bytes that a profile may have";
  EXPECT_THAT(Refusal(ReadProfile, path), StartsWith(refusal));
  EXPECT_THAT(Refusal(CompileProfile, path), StartsWith(refusal));
  EXPECT_THAT(Refusal(ReadNetworkFile, path), StartsWith(refusal));
  EXPECT_THAT(Refusal(IsNetworkFile, path), StartsWith(refusal));
  EXPECT_THAT(Refusal(ReadCompiled, path), StartsWith(refusal));
}

TEST(HugeFile, IsRefusedAsATable) {
  const TemporaryFolder folder;
  const std::string table = Sparse(folder, "p.yaml.table", "\213CTABLE\n");
  const std::string refusal = table + ": is larger than the 67108864 bytes";
  EXPECT_THAT(Refusal(ReadCompiled, table), StartsWith(refusal));
  const std::string path = folder.Write("p.yaml", "colltune_profile: 1\n");
  for (const auto age : {std::chrono::seconds(-1), std::chrono::seconds(1)}) {
    std::filesystem::last_write_time(table, std::filesystem::last_write_time(path) + age);
    EXPECT_THAT(Refusal(ReadCompiled, path), StartsWith(refusal)) << age.count();
  }
}

TEST(DeepFile, IsRefusedAtOnce) {
  const TemporaryFolder folder;
  for (const char* level : {"[", "{a: ", "- ", "? ", "[{a: ", "\n[", "{a: \n"}) {
    const std::string path = folder.Write("p.yaml", Repeated(level, 1'000'000));
    EXPECT_THAT(Refusal(ReadProfile, path), testing::HasSubstr("is nested too deeply")) << level;
    EXPECT_THAT(Refusal(CompileProfile, path), testing::HasSubstr("is nested too deeply")) << level;
    EXPECT_THAT(Refusal(ReadNetworkFile, path), testing::HasSubstr("is nested too deeply"))
        << level;
    EXPECT_EQ(Refusal(IsNetworkFile, path), "accepted") << level;  // it says no
    // It never looks into a profile.
    EXPECT_EQ(Refusal(ReadCompiled, path),
              path + ": has no compiled table " + path + ".table; run: colltune compile " + path);
  }
}

}  // namespace
}  // namespace colltune
