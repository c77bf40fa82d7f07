#include "tuner/journal/tuning_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "profiles/link_target.h"
#include "profiles/read_file.h"
#include "tuner/journal/journal_file.h"

namespace colltune::tune {
namespace {

/// Whether `path` still names the open file: the former holder of the lock removes the file.
bool IsNamed(int file, const std::string& path) {
  struct stat open_one {};
  struct stat named {};
  return fstat(file, &open_one) == 0 && stat(path.c_str(), &named) == 0 &&
         open_one.st_dev == named.st_dev && open_one.st_ino == named.st_ino;
}

/// Locks a file. Returns false where another process has the lock; true also where the file system
/// has no locks.
bool TryLock(int file) {
  int code = 0;
  do {
    code = flock(file, LOCK_EX | LOCK_NB);
  } while (code != 0 && errno == EINTR);
  return code == 0 || errno != EWOULDBLOCK;
}

}  // namespace

std::string TuningLock::PathFor(const std::string& profile) {
  return LinkTarget(profile) + ".lock";
}

TuningLock::TuningLock(const std::string& profile) : path_(PathFor(profile)) {
  constexpr int kMostAttempts = 100;  // some file systems give a file a new number each time
  for (int i = 0; i < kMostAttempts; ++i) {
    file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file_ < 0) {
      throw JournalError(profile, 0, fmt::format("cannot create {}: {}", path_, ErrorText(errno)));
    }
    const bool is_ours = TryLock(file_);
    if (is_ours && (IsNamed(file_, path_) || i + 1 == kMostAttempts)) return;
    close(file_);
    if (!is_ours) throw JournalError(profile, 0, std::string(kInUse));
  }
}

TuningLock::~TuningLock() {
  unlink(path_.c_str());  // while locked: else the file of the next holder would lose its name
  close(file_);
}

}  // namespace colltune::tune
