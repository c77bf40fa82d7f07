#include "profiles/yaml/new_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "profiles/link_target.h"
#include "profiles/profile.h"
#include "profiles/read_file.h"

namespace colltune {
namespace {

bool WriteAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

NewFile::NewFile(const std::string& path, std::string_view bytes) : path_(LinkTarget(path)) {
  struct stat status {};
  const bool is_there = stat(path.c_str(), &status) == 0;
  if (!is_there && errno == ELOOP) {
    throw ProfileError(path, 0, "cannot be written: " + ErrorText(errno));
  }
  if (is_there && !S_ISREG(status.st_mode)) {
    throw ProfileError(path, 0, "cannot be written: is not a regular file");
  }
  const int file = Create();
  const bool written = WriteAll(file, bytes) && fsync(file) == 0;
  const int error = errno;
  // Some network file systems report only here that there is no space left.
  const bool closed = close(file) == 0;
  if (written && closed) return;
  const int reason = written ? errno : error;
  unlink(temporary_.c_str());
  Fail("write to", reason);
}

NewFile::~NewFile() {
  if (!renamed_) unlink(temporary_.c_str());
}

void NewFile::Rename() {
  if (rename(temporary_.c_str(), path_.c_str()) != 0) Fail("rename", errno);
  renamed_ = true;
}

void NewFile::Fail(std::string_view what, int error) const {
  throw ProfileError(path_, 0, fmt::format("cannot {} {}: {}", what, temporary_, ErrorText(error)));
}

/// Creates the file under a number that no other file has, so that neither another process's nor a
/// foreign file is ever touched. open() applies the umask, as mkstemp would not.
int NewFile::Create() {
  for (int i = 0;; ++i) {
    temporary_ = fmt::format("{}.{}-{}.tmp", path_, getpid(), i);
    const int file = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0) return file;
    if (errno != EEXIST) Fail("create", errno);
  }
}

}  // namespace colltune
