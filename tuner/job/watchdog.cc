#include "tuner/job/watchdog.h"

#include <utility>

namespace colltune::tune {

Watchdog::Watchdog(Seconds patience, std::function<void()> on_expiry)
    : patience_(std::chrono::duration_cast<Clock::duration>(patience)),
      on_expiry_(std::move(on_expiry)),
      thread_([this] { Watch(); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Watchdog::Arm() {
  SetDeadline(Clock::now() + patience_);
  changed_.notify_one();
}

/// Does not wake the thread, which finds the later deadline when the earlier one is over.
void Watchdog::Beat() {
  const std::lock_guard lock(mutex_);
  if (deadline_) deadline_ = Clock::now() + patience_;
}

void Watchdog::Disarm() { SetDeadline(std::nullopt); }

void Watchdog::SetDeadline(std::optional<Clock::time_point> deadline) {
  const std::lock_guard lock(mutex_);
  deadline_ = deadline;
}

void Watchdog::Watch() {
  std::unique_lock lock(mutex_);
  while (!ended_) {
    if (!deadline_) {
      changed_.wait(lock);
    } else if (const auto deadline = *deadline_; Clock::now() < deadline) {
      changed_.wait_until(lock, deadline);
    } else {
      on_expiry_();
      return;
    }
  }
}

}  // namespace colltune::tune
