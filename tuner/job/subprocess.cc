#include "tuner/job/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace colltune::tune {
namespace {

/// A file that has no name and ends with its owner.
using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File TemporaryFile() {
  File file(std::tmpfile(), std::fclose);
  if (!file) throw std::system_error(errno, std::generic_category(), "a temporary file");
  return file;
}

/// All that another process has written to it.
std::string Contents(const File& file) {
  std::rewind(file.get());
  std::string text;
  std::array<char, 1 << 16> part{};
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), file.get())) {
    text.append(part.data(), count);
  }
  return text;
}

/// Makes a write to an ended process an error instead of a signal, as long as it lives.
class NoBrokenPipes {
 public:
  NoBrokenPipes() {
    struct sigaction ignore = {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &before_);
  }
  NoBrokenPipes(const NoBrokenPipes&) = delete;
  NoBrokenPipes& operator=(const NoBrokenPipes&) = delete;
  ~NoBrokenPipes() { sigaction(SIGPIPE, &before_, nullptr); }

 private:
  struct sigaction before_ = {};
};

/// Writes what the process at the other end is willing to read.
void Feed(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

std::vector<char*> ArgumentsOf(std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  return arguments;
}

Subprocess::Subprocess() {
  posix_spawn_file_actions_init(&files_);
  posix_spawnattr_init(&attributes_);
}

Subprocess::~Subprocess() {
  posix_spawn_file_actions_destroy(&files_);
  posix_spawnattr_destroy(&attributes_);
}

void Subprocess::GiveFile(int ours, int theirs) {
  posix_spawn_file_actions_adddup2(&files_, ours, theirs);
}

void Subprocess::GiveNoInput() {
  posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
}

void Subprocess::SetOwnGroup() { SetFlag(POSIX_SPAWN_SETPGROUP); }

void Subprocess::SetBlockedSignals(const sigset_t& signals) {
  SetFlag(POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes_, &signals);
}

void Subprocess::SetFlag(int flag) {
  short flags = 0;
  posix_spawnattr_getflags(&attributes_, &flags);
  posix_spawnattr_setflags(&attributes_, static_cast<short>(flags | flag));
}

pid_t Subprocess::Start(std::vector<std::string> command) const {
  const std::vector<char*> arguments = ArgumentsOf(command);
  pid_t child = 0;
  const int error =
      posix_spawnp(&child, arguments.front(), &files_, &attributes_, arguments.data(), environ);
  if (error != 0) throw std::system_error(error, std::generic_category(), command.front());
  return child;
}

Filtered RunFilter(const std::vector<std::string>& words, const std::string& input,
                   const std::string& what_for, const std::string& package) {
  const File output = TemporaryFile();
  const File complaints = TemporaryFile();
  const NoBrokenPipes no_broken_pipes;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::system_error(errno, std::generic_category(), "a pipe to " + words.front());
  }
  File reading(fdopen(ends[0], "r"), std::fclose);
  File writing(fdopen(ends[1], "w"), std::fclose);
  const pid_t child = [&] {
    Subprocess program;
    program.GiveFile(ends[0], STDIN_FILENO);
    program.GiveFile(fileno(output.get()), STDOUT_FILENO);
    program.GiveFile(fileno(complaints.get()), STDERR_FILENO);
    try {
      return program.Start(words);
    } catch (const std::system_error& error) {
      throw std::runtime_error(
          fmt::format("{} need {}, which cannot be started: {}; install it (Debian: {})", what_for,
                      words.front(), error.code().message(), package));
    }
  }();
  reading.reset();  // so that the program's is the only reader, and its end ends the writing
  Feed(ends[1], input);
  writing.reset();  // the input's end
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  }
  return {Contents(output), Contents(complaints),
          WIFEXITED(status) ? fmt::format("ended with code {}", WEXITSTATUS(status)) : "was killed",
          status == 0};
}

}  // namespace colltune::tune
