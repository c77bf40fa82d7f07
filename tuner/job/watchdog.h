// Ends work that makes no progress.
//
// A collective of a broken network or a faulty algorithm waits for ever, and MPI offers no way to
// give it up. The one way out is another thread that ends the process, which makes the launcher end
// the job. The watchdog calls no MPI function.
#ifndef COLLTUNE_TUNER_JOB_WATCHDOG_H_
#define COLLTUNE_TUNER_JOB_WATCHDOG_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "algorithms/units.h"

namespace colltune::tune {

/// Calls `on_expiry` when the watchdog is armed and Beat() is not called for `patience`. The call
/// is on a thread of its own, and is made at most once. The other functions wait while on_expiry
/// runs, so it never overlaps with work of the armed thread after Disarm(). on_expiry must not call
/// the watchdog.
class Watchdog {
 public:
  Watchdog(Seconds patience, std::function<void()> on_expiry);
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;
  ~Watchdog();

  void Arm();
  void Beat();  ///< reports progress; does nothing while not armed
  void Disarm();

  /// Arms the watchdog while the guard lives.
  class Guard {
   public:
    explicit Guard(Watchdog& watchdog) : watchdog_(watchdog) { watchdog_.Arm(); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard() { watchdog_.Disarm(); }

   private:
    Watchdog& watchdog_;
  };

 private:
  using Clock = std::chrono::steady_clock;

  void Watch();
  void SetDeadline(std::optional<Clock::time_point> deadline);

  const Clock::duration patience_;
  const std::function<void()> on_expiry_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Clock::time_point> deadline_;  ///< while armed
  bool ended_ = false;
  std::thread thread_;  ///< last: it uses all of the above
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_WATCHDOG_H_
