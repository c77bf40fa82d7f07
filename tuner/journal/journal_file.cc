#include "tuner/journal/journal_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "profiles/link_target.h"
#include "profiles/read_file.h"

namespace colltune::tune {
namespace {

constexpr std::string_view kHowToGoOn = "go on with it by --resume, or remove it";

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// Forces the folder's list of names to the disk: a file that was just created survives.
bool SyncFolderOf(const std::string& path) {
  const std::filesystem::path parent = std::filesystem::path(path).parent_path();
  const int folder = open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_CLOEXEC);
  if (folder < 0) return false;
  // File systems that keep no such list answer EINVAL.
  const bool done = fsync(folder) == 0 || errno == EINVAL;
  const int error = errno;
  close(folder);
  errno = error;
  return done;
}

}  // namespace

std::string JournalPath(const std::string& profile) { return LinkTarget(profile) + ".journal"; }

JournalError::JournalError(const std::string& file, int line, const std::string& reason)
    : std::runtime_error(
          fmt::format("{}:{} {}", file, line > 0 ? fmt::format("{}:", line) : "", reason)) {}

JournalFile JournalFile::Create(const std::string& path) { return {path, O_CREAT | O_EXCL}; }

JournalFile JournalFile::Open(const std::string& path) { return {path, 0}; }

JournalFile::JournalFile(const std::string& path, int flags) : path_(path) {
  // O_NONBLOCK: to open a FIFO by mistake must not wait for its other end.
  file_ = open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK | flags, 0666);
  if (file_ < 0 && errno == EEXIST) {
    throw JournalError(path, 0, fmt::format("is there from an earlier run; {}", kHowToGoOn));
  }
  if (file_ < 0 && errno == ENOENT && flags == 0) {
    throw JournalError(path, 0, "does not exist: there is nothing to resume");
  }
  if (file_ < 0) Fail("be opened", errno);
  try {
    struct stat status {};
    if (fstat(file_, &status) != 0) Fail("be examined", errno);
    if (!S_ISREG(status.st_mode)) throw JournalError(path, 0, "is not a regular file");
    Lock();
    if (flags != 0 && !SyncFolderOf(path)) Fail("be created for good", errno);
  } catch (...) {
    close(file_);
    throw;
  }
}

JournalFile::~JournalFile() { close(file_); }

void JournalFile::Fail(std::string_view what, int error) const {
  throw JournalError(path_, 0, fmt::format("cannot {}: {}", what, ErrorText(error)));
}

void JournalFile::Lock() {
  while (flock(file_, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK) {
      throw JournalError(path_, 0, std::string(kInUse));
    }
    // Some cluster file systems are mounted without locks.
    unlocked_ = fmt::format("{}: cannot be locked ({}); do not start a second colltune on it",
                            path_, ErrorText(errno));
    return;
  }
}

void JournalFile::Rename(const std::string& to) {
  if (rename(path_.c_str(), to.c_str()) != 0) Fail(fmt::format("be renamed to {}", to), errno);
  path_ = to;
}

std::string JournalFile::Read() const {
  std::string text;
  std::array<char, 1 << 16> part;
  while (true) {
    const ssize_t count = pread(file_, part.data(), part.size(), static_cast<off_t>(text.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) Fail("be read", errno);
    if (count == 0) return text;
    text.append(part.data(), static_cast<std::size_t>(count));
  }
}

void JournalFile::Append(std::string_view line) {
  const off_t before = lseek(file_, 0, SEEK_END);
  if (before >= 0 && WriteAll(file_, line) && fsync(file_) == 0) return;
  const int error = errno;
  // Half a line would spoil the lines that follow. If cutting it off fails, the next start does so.
  if (before >= 0 && ftruncate(file_, before) != 0) Fail("be written", error);
  Fail("be written", error);
}

void JournalFile::Cut(std::size_t size, const std::string& aside) {
  const std::string text = Read();
  if (size < text.size()) {
    const int copy = open(aside.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (copy < 0) throw JournalError(aside, 0, "cannot be opened: " + ErrorText(errno));
    const bool kept = WriteAll(copy, std::string_view(text).substr(size)) && fsync(copy) == 0 &&
                      SyncFolderOf(aside);
    const int error = errno;
    close(copy);
    if (!kept) throw JournalError(aside, 0, "cannot be written: " + ErrorText(error));
  }
  if (ftruncate(file_, static_cast<off_t>(size)) != 0 || fsync(file_) != 0) Fail("be cut", errno);
}

}  // namespace colltune::tune
