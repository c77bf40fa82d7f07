#include "tuner/job/crash_note.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "profiles/compiled/checksum.h"

namespace colltune::tune {
namespace {

/// Signals that end a process by its own fault.
constexpr std::array kSignals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

constexpr std::size_t kMostLine = 4096;  // bytes; one of a trial of one choice has 300

/// The note that a signal handler may read. `current_choice` is set before it, and read after it.
std::atomic<const CrashNote*> current{nullptr};
std::size_t current_choice = 0;

/// May be called by a signal handler: allocates nothing, and calls the system alone.
void Write(std::string_view how) {
  const CrashNote* const note = current.exchange(nullptr);
  if (note == nullptr) return;
  std::array<char, kMostLine> json{};
  const auto made = fmt::format_to_n(json.data(), json.size(), R"({},"failed":"{} on rank {}"}})",
                                     note->object(current_choice), how, note->rank());
  const std::string_view text(json.data(), std::min(made.size, json.size()));
  std::array<char, kMostLine> line{};
  const auto ended =
      fmt::format_to_n(line.data(), line.size(), "{:016x} {}\n", Checksum(text), text);
  if (ended.size > line.size()) return;
  const int file = open(note->path().c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return;
  if (write(file, line.data(), ended.size) > 0) fsync(file);
  close(file);
}

std::string_view NameOf(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "crash (SIGSEGV)";
    case SIGBUS:
      return "crash (SIGBUS)";
    case SIGFPE:
      return "crash (SIGFPE)";
    case SIGILL:
      return "crash (SIGILL)";
    default:
      return "crash (SIGABRT)";
  }
}

extern "C" void OnSignal(int number) {
  Write(NameOf(number));
  std::signal(number, SIG_DFL);
  raise(number);
}

extern "C" void OnExit() { Write("crash (exit)"); }

void Install() {
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_ONSTACK;
  for (const int number : kSignals) sigaction(number, &action, nullptr);
  static const int once = std::atexit(OnExit);
  static_cast<void>(once);
}

}  // namespace

CrashNote::CrashNote(std::string path, std::vector<std::string> objects, Rank rank)
    : path_(std::move(path)), objects_(std::move(objects)), rank_(rank) {
  if (!path_.empty()) Install();
}

void CrashNote::Performs(std::size_t choice) const {
  if (path_.empty()) return;
  current_choice = choice;
  current = this;
}

void CrashNote::Dismiss() { current = nullptr; }

}  // namespace colltune::tune
