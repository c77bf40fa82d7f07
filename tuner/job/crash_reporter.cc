#include "tuner/job/crash_reporter.h"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>

namespace colltune::tune {
namespace {

/// Most bytes of a text: a line that names a file, whose path may have 4096.
constexpr std::size_t kLongest = 8192;

/// Runs the child until the parent's end. The child has a copy of the parent's memory at the fork,
/// so it only makes system calls.
[[noreturn]] void Wait(int socket) {
  prctl(PR_SET_NAME, "colltune-wait");  // what `ps` and `top` show
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction parents = {};
    sigaction(signal, nullptr, &parents);
    if (parents.sa_handler != SIG_IGN) std::signal(signal, SIG_DFL);
  }
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  std::array<char, kLongest> text;
  ssize_t length = 0;
  for (ssize_t got = 0; (got = recv(socket, text.data(), text.size(), 0)) != 0;) {
    if (got > 0) length = got;
    if (got < 0 && errno != EINTR) _exit(1);
  }
  const ssize_t written = write(STDERR_FILENO, text.data(), static_cast<std::size_t>(length));
  _exit(written == length ? 0 : 1);
}

}  // namespace

Witness::Witness() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
  child_ = fork();
  if (child_ == 0) {
    close(ends[0]);
    Wait(ends[1]);
  }
  close(ends[1]);
  socket_ = ends[0];
}

Witness::~Witness() {
  Dismiss();
  if (child_ > 0) waitpid(child_, nullptr, 0);
  if (socket_ >= 0) close(socket_);
}

/// Does nothing once Ctrl-C has ended the child.
void Witness::Tell(const std::string& text) const {
  send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
}

/// The child cannot see the socket close before it is killed. The process number is still the
/// child's, as only ~Witness waits for the child.
void Witness::Dismiss() const {
  if (child_ > 0) kill(child_, SIGKILL);
}

}  // namespace colltune::tune
