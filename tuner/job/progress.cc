#include "tuner/job/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

#include "algorithms/printable.h"

namespace colltune::tune {
namespace {

constexpr std::chrono::seconds kBetweenLines(10);
constexpr std::chrono::milliseconds kBetweenUpdates(100);

class Silence final : public ProgressSink {
 public:
  void Begin() override {}
  void Show(const ProgressStep& /*step*/) override {}
  void Repeat() override {}
  void End() override {}
};

class StandardError final : public ProgressSink {
 public:
  void Begin() override {
    is_shown_ = false;
    step_.reset();
    last_ = std::chrono::steady_clock::now();
  }

  void Repeat() override {
    if (step_) Show(ProgressStep(*step_));
  }

  void Show(const ProgressStep& step) override {
    step_ = step;
    const auto now = std::chrono::steady_clock::now();
    const auto pause = is_terminal_ ? std::chrono::nanoseconds(kBetweenUpdates)
                                    : std::chrono::nanoseconds(kBetweenLines);
    // A terminal shows the first step at once.
    if ((is_shown_ || !is_terminal_) && now - last_ < pause) return;
    is_shown_ = true;
    last_ = now;
    std::string line = fmt::format("{}: {:.0f} %, {}", Printable(step.title), 100 * step.share,
                                   Printable(step.doing));
    if (step.left) line += fmt::format(", about {} left", DurationText(*step.left));
    std::fputs(is_terminal_ ? ("\r\x1b[K" + line).c_str() : (line + "\n").c_str(), stderr);
    std::fflush(stderr);
  }

  void End() override {
    if (is_terminal_ && is_shown_) std::fputs("\r\x1b[K", stderr);
  }

 private:
  const bool is_terminal_ = ReachesTerminal();
  bool is_shown_ = false;             // a step of this work
  std::optional<ProgressStep> step_;  // the last one of this work
  std::chrono::steady_clock::time_point last_;
};

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

ProgressSink& SilentProgress() {
  static Silence silence;
  return silence;
}

ProgressSink& StandardErrorProgress() {
  static StandardError standard_error;
  return standard_error;
}

Progress::Progress(ProgressSink& sink, std::string title, double work)
    : sink_(sink), title_(std::move(title)), work_(work), start_(std::chrono::steady_clock::now()) {
  sink_.Begin();
}

void Progress::Update(double done, const std::string& doing,
                      std::optional<std::chrono::duration<double>> left) {
  const double share = work_ > 0 ? done / work_ : 0;
  if (!left && share > 0) {
    left = (std::chrono::steady_clock::now() - start_) * ((1 - share) / share);
  }
  sink_.Show({title_, share, doing, left});
}

}  // namespace colltune::tune
