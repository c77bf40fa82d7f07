#include "tuner/plot/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
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

/// Starts it on these three files; or returns why it cannot be started.
std::string Start(std::vector<std::string> words, int input, int output, int complaints,
                  pid_t& child) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, complaints, STDERR_FILENO);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int error =
      posix_spawnp(&child, arguments.front(), &files, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  return error == 0 ? "" : std::generic_category().message(error);
}

/// Writes what the process at the other end is willing to read.
void Feed(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace

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
  pid_t child = 0;
  const std::string refusal =
      Start(words, ends[0], fileno(output.get()), fileno(complaints.get()), child);
  if (!refusal.empty()) {
    throw std::runtime_error(
        fmt::format("{} need {}, which cannot be started: {}; install it (Debian: {})", what_for,
                    words.front(), refusal, package));
  }
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
