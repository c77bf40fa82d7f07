// The file of a journal: whole lines at its end, which survive a crash.
#ifndef COLLTUNE_TUNER_JOURNAL_JOURNAL_FILE_H_
#define COLLTUNE_TUNER_JOURNAL_JOURNAL_FILE_H_

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace colltune::tune {

/// Where the journal of a profile lies: beside it; beside the target of a symbolic link.
std::string JournalPath(const std::string& profile);

/// A journal that cannot be used. what() is "FILE:LINE: reason", without the line where there is
/// none to name.
class JournalError : public std::runtime_error {
 public:
  JournalError(const std::string& file, int line, const std::string& reason);
};

/// Why a second process is refused.
inline constexpr std::string_view kInUse =
    "is in use by another colltune; wait for its end or stop it";

/// A file that one process at a time has open (flock). All throw JournalError.
class JournalFile {
 public:
  /// A new file. Throws also where there is one.
  static JournalFile Create(const std::string& path);

  /// One that is there.
  static JournalFile Open(const std::string& path);

  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;
  ~JournalFile();

  const std::string& path() const { return path_; }

  /// Why another process could have it open at the same time; empty where it cannot.
  const std::string& unlocked() const { return unlocked_; }

  /// Gives the file another name, which replaces a file that has it.
  void Rename(const std::string& to);

  std::string Read() const;

  /// Adds `line` by one write(2), forced to the disk before this returns. Where that fails the file
  /// is as before.
  void Append(std::string_view line);

  /// Cuts the file after its first `size` bytes; the rest is added to the file `aside` before.
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
