// Starting other programs in processes of their own.
#ifndef COLLTUNE_TUNER_JOB_SUBPROCESS_H_
#define COLLTUNE_TUNER_JOB_SUBPROCESS_H_

#include <spawn.h>
#include <sys/types.h>

#include <csignal>
#include <string>
#include <vector>

namespace colltune::tune {

/// Returns a command's words as exec and posix_spawn take them: valid as long as `words` is.
std::vector<char*> ArgumentsOf(std::vector<std::string>& words);

/// A program to start. It inherits this process's files, blocked signals and process group, except
/// for what is changed before the start.
class Subprocess {
 public:
  Subprocess();
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;
  ~Subprocess();

  /// Makes `ours`, a file of this process, the program's file `theirs`.
  void GiveFile(int ours, int theirs);
  /// Makes /dev/null the program's standard input.
  void GiveNoInput();
  /// Starts the program in a process group of its own, so that Ctrl-C at a terminal does not reach
  /// it.
  void SetOwnGroup();
  void SetBlockedSignals(const sigset_t& signals);

  /// Starts the program that `command` begins with, found on PATH unless its name has a slash.
  /// Returns its process. Throws std::system_error that names the program if it cannot be started.
  pid_t Start(std::vector<std::string> command) const;

 private:
  void SetFlag(int flag);

  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

/// Output of a program that reads standard input and writes standard output.
struct Filtered {
  std::string output;
  std::string complaints;  ///< on standard error
  std::string end;         ///< "ended with code 0", "was killed"
  bool well = false;       ///< with code 0
};

/// Starts the program on PATH that `words` begins with, feeds it `input`, and waits for its end.
/// Throws std::runtime_error where it cannot be started: "WHAT_FOR need PROGRAM, which cannot be
/// started: ...; install it (Debian: PACKAGE)".
Filtered RunFilter(const std::vector<std::string>& words, const std::string& input,
                   const std::string& what_for, const std::string& package);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_SUBPROCESS_H_
