#include "tuner/experiments/runs.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "tuner/job/exit_code.h"
#include "tuner/job/interrupt.h"
#include "tuner/journal/relaunch.h"

namespace colltune::tune {
namespace {

/// A folder of our own for a file that nobody else writes to.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_(std::filesystem::temp_directory_path() / "colltune.XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), path_);
    }
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

std::string Contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

RunSeriesResult RunSeries(const std::vector<std::string>& arguments, int runs,
                          const std::function<void(int)>& starting) {
  NoteInterrupts();
  const TemporaryFolder folder;
  RunSeriesResult result;
  for (int run = 1; run <= runs; ++run) {
    starting(run);
    const std::string file = folder / fmt::format("run{}.csv", run);
    std::vector<std::string> words = arguments;
    words.insert(words.end(), {"--run", std::to_string(run), "--csv", file});
    result.exit_code = Interrupts() > 0 ? kInterrupted : LaunchPastFailures(words);
    if (result.exit_code == kInterrupted) {
      result.problem = fmt::format("interrupted in run {} of {}", run, runs);
      break;
    }
    if (result.exit_code != kDone) {
      result.problem =
          fmt::format("run {} of {} failed with exit code {}", run, runs, result.exit_code);
      break;
    }
    for (measure::Record& record : measure::ReadCsv(Contents(file), file)) {
      record.run = run;  // overwritten, since pooled runs must be told apart
      result.records.push_back(std::move(record));
    }
    std::filesystem::remove(file);
    result.runs = run;
  }
  return result;
}

}  // namespace colltune::tune
