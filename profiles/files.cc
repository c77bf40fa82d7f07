#include "profiles/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>

#include "profiles/compiled_table.h"
#include "profiles/read_file.h"
#include "profiles/table_layout.h"
#include "profiles/yaml.h"

namespace colltune {
namespace {

std::string TablePath(const std::string& path) { return path + ".table"; }

/// A file that is complete on the disk, under a name of its own in the folder of `path`, until it
/// takes the place of `path`. Removed when it ends before that.
class NewFile {
 public:
  NewFile(const std::string& path, std::string_view bytes) : path_(path) {
    struct stat status {};
    if (lstat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) {
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
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (!renamed_) unlink(temporary_.c_str());
  }

  void Rename() {
    if (rename(temporary_.c_str(), path_.c_str()) != 0) Fail("rename", errno);
    renamed_ = true;
  }

 private:
  [[noreturn]] void Fail(std::string_view what, int error) const {
    throw ProfileError(path_, 0,
                       fmt::format("cannot {} {}: {}", what, temporary_, ErrorText(error)));
  }

  /// With a number that no other file has, so that neither another process's nor a foreign file
  /// is ever touched; open() applies the umask, as mkstemp would not.
  int Create() {
    for (int i = 0;; ++i) {
      temporary_ = fmt::format("{}.{}-{}.tmp", path_, getpid(), i);
      const int file = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (file >= 0) return file;
      if (errno != EEXIST) Fail("create", errno);
    }
  }

  static bool WriteAll(int file, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = write(file, bytes.data(), bytes.size());
      if (count < 0 && errno != EINTR) return false;
      if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

  std::string path_;
  std::string temporary_;
  bool renamed_ = false;
};

std::string Compile(const Profile& profile, std::string_view text) {
  return CompileTable(profile.fingerprint, profile.table, Checksum(text));
}

std::string ReadText(const std::string& path) {
  std::string text = ReadFile(path);
  if (text.starts_with(kTableMagic)) {
    throw ProfileError(path, 0, "is a compiled table; name the profile that it belongs to");
  }
  return text;
}

}  // namespace

Profile ReadProfile(const std::string& path) { return ParseProfile(ReadText(path), path); }

void WriteProfile(const std::string& path, const Profile& profile) {
  const std::string text = ToYaml(profile);
  // The table is made from what the text says, so that the two never differ.
  NewFile table(TablePath(path), Compile(ParseProfile(text, path), text));
  NewFile file(path, text);
  table.Rename();
  file.Rename();
}

void CompileProfile(const std::string& path) {
  const std::string text = ReadText(path);
  NewFile(TablePath(path), Compile(ParseProfile(text, path), text)).Rename();
}

}  // namespace colltune
