#include "tuner/job/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "algorithms/printable.h"

namespace colltune::tune {
namespace {

constexpr std::chrono::seconds kBetweenLines(10);
constexpr std::chrono::milliseconds kBetweenUpdates(100);

}  // namespace

std::string DurationText(std::chrono::duration<double> duration) {
  const auto seconds = static_cast<long>(std::lround(duration.count()));
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {} min", seconds / 3600, seconds % 3600 / 60);
}

bool ReachesTerminal() {
  return isatty(STDERR_FILENO) == 1 || std::getenv(kTerminalVariable) != nullptr;
}

Progress::Progress(std::string title, double work, bool silent)
    : title_(std::move(title)),
      work_(work),
      silent_(silent),
      terminal_(ReachesTerminal()),
      start_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  if (terminal_ && !silent_ && shown_ != Time()) std::fputs("\r\x1b[K", stderr);
}

void Progress::Update(double done, const std::string& doing,
                      std::optional<std::chrono::duration<double>> left) {
  const Time now = std::chrono::steady_clock::now();
  const auto pause = terminal_ ? std::chrono::nanoseconds(kBetweenUpdates) : kBetweenLines;
  if (silent_ || now - (shown_ == Time() && !terminal_ ? start_ : shown_) < pause) return;
  shown_ = now;
  const double share = work_ > 0 ? done / work_ : 0;
  std::string line =
      fmt::format("{}: {:.0f} %, {}", Printable(title_), 100 * share, Printable(doing));
  if (!left && share > 0) left = (now - start_) * ((1 - share) / share);
  if (left) line += fmt::format(", about {} left", DurationText(*left));
  std::fputs(terminal_ ? ("\r\x1b[K" + line).c_str() : (line + "\n").c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace colltune::tune
