// File of a journal: lines are appended as a whole, and survive a crash.
#ifndef COLLTUNE_TUNER_JOURNAL_JOURNAL_FILE_H_
#define COLLTUNE_TUNER_JOURNAL_JOURNAL_FILE_H_

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace colltune::tune {

/// Returns the path of a profile's journal: beside the profile, or beside the target where the
/// profile is a symbolic link.
std::string JournalPath(const std::string& profile);

/// A journal that cannot be used. what() is "FILE:LINE: reason", without the line where there is
/// none to name.
class JournalError : public std::runtime_error {
 public:
  JournalError(const std::string& file, int line, const std::string& reason);
};

/// Reason for which a second process is refused.
inline constexpr std::string_view kInUse =
    "is in use by another colltune; wait for its end or stop it";

/// A file that one process at a time has open (flock). All functions throw JournalError.
class JournalFile {
 public:
  /// Creates a file. Throws also where the file exists.
  static JournalFile Create(const std::string& path);

  /// Opens an existing file.
  static JournalFile Open(const std::string& path);

  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;
  ~JournalFile();

  const std::string& path() const { return path_; }

  /// Warning that another process could have the file open at the same time; empty where the file
  /// is locked.
  const std::string& unlocked() const { return unlocked_; }

  /// Renames the file; replaces a file of the new name.
  void Rename(const std::string& to);

  std::string Read() const;

  /// Appends `line` by one write(2), or several where the system splits it, and forces it to the
  /// disk. On failure cuts the file back to its former size.
  void Append(std::string_view line);

  /// Cuts the file after its first `size` bytes, after appending the rest to the file `aside`.
  void Cut(std::size_t size, const std::string& aside);

 private:
  JournalFile(const std::string& path, int flags);
  [[noreturn]] void Fail(std::string_view what, int error) const;
  void Lock();

  std::string path_;
  int file_ = -1;
  std::string unlocked_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_JOURNAL_FILE_H_
