#include "tuner/journal/relaunch.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "tuner/job/exit_code.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/launch.h"
#include "tuner/job/print.h"
#include "tuner/journal/failure_log.h"

namespace colltune::tune {
namespace {

/// Largest number of starts: where more candidates end the job, the machine is at fault.
constexpr int kMostStarts = 20;

/// File that other processes can open by name during the object's lifetime.
class TemporaryFile {
 public:
  TemporaryFile()
      : path_((std::filesystem::temp_directory_path() / "colltune-failures-XXXXXX").string()) {
    const int file = mkstemp(path_.data());
    if (file < 0) throw std::system_error(errno, std::generic_category(), path_);
    close(file);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { unlink(path_.c_str()); }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

int LaunchPastFailures(std::vector<std::string> arguments, const std::string& file,
                       std::size_t known, const std::vector<std::string>& more) {
  for (int starts = 1;; ++starts) {
    const int code = LaunchSelf(arguments);
    const std::size_t ends = CountEnds(file);
    // Lines tell, not the exit code: a candidate may end the job with any code.
    if (ends <= known || Interrupts() > 0) return code;
    if (starts == kMostStarts) return kJobFailed;
    Warn("starts again, and leaves out what ended the job");
    known = ends;
    for (const std::string& argument : more) {
      const bool has = std::ranges::find(arguments, argument) != arguments.end();
      if (!has) arguments.push_back(argument);
    }
  }
}

int LaunchPastFailures(const std::vector<std::string>& arguments) {
  const std::string named = FailuresFile();
  if (!named.empty()) return LaunchPastFailures(arguments, named, CountEnds(named), {});
  const TemporaryFile file;
  setenv(kFailuresVariable, file.path().c_str(), 1);
  return LaunchPastFailures(arguments, file.path(), 0, {});
}

}  // namespace colltune::tune
