#include "tuner/usage/stats_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <utility>

#include "profiles/profile.h"
#include "profiles/read_file.h"

namespace colltune::tune {
namespace {

class Reader {
 public:
  void Read(const std::string& name) {
    if (std::filesystem::exists(name)) {
      if (auto file = ReadOne(name)) Keep(std::move(*file));
      return;
    }
    const std::string first = RankFile(name, 0);
    if (!std::filesystem::exists(first)) {
      Warn(fmt::format("{}: there is no such file, nor {}", name, first));
      return;
    }
    ReadJob(name);
  }

  StatsRead Done() { return std::move(read_); }

 private:
  static std::string RankFile(const std::string& name, int rank) {
    return fmt::format("{}.{}", name, rank);
  }

  void Warn(std::string what) { read_.warnings.push_back(std::move(what)); }
  void Keep(StatsFile file) { read_.files.push_back(std::move(file)); }

  std::optional<StatsFile> ReadOne(const std::string& path) {
    try {
      StatsFile file = ParseStats(ReadFile(path), path, read_.warnings);
      if (!file.calls.empty()) return file;
      Warn(fmt::format("{}: has no calls", path));
    } catch (const ProfileError& error) {
      Warn(error.what());
    }
    return std::nullopt;
  }

  /// Reads the files of ranks 0, 1, ... of one job. The first file that can be read tells how many
  /// there are.
  void ReadJob(const std::string& name) {
    std::optional<StatsHeader> job;
    int ranks = 1;
    for (int rank = 0; rank < ranks || std::filesystem::exists(RankFile(name, rank)); ++rank) {
      const std::string path = RankFile(name, rank);
      auto file = ReadOne(path);
      if (!file) continue;
      if (!job) job = file->header;
      ranks = job->ranks;
      if (file->header.job == job->job) {
        Keep(std::move(*file));
      } else {
        Warn(fmt::format("{}: of another job than the ones before; left out", path));
      }
    }
  }

  StatsRead read_;
};

}  // namespace

StatsRead ReadStats(const std::vector<std::string>& names) {
  Reader reader;
  for (const std::string& name : names) reader.Read(name);
  StatsRead read = reader.Done();
  if (!read.files.empty()) return read;
  throw std::invalid_argument(
      fmt::format("no statistics to be had: {}", fmt::join(read.warnings, "; ")));
}

}  // namespace colltune::tune
