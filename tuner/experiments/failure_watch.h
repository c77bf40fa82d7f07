// Watches candidates while they are performed, and records the one that hangs or ends the job.
#ifndef COLLTUNE_TUNER_EXPERIMENTS_FAILURE_WATCH_H_
#define COLLTUNE_TUNER_EXPERIMENTS_FAILURE_WATCH_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tuner/job/crash_note.h"
#include "tuner/job/job.h"
#include "tuner/job/stages.h"
#include "tuner/job/watchdog.h"
#include "tuner/problem/trial.h"

namespace colltune::tune {

struct FailureWatchOptions {
  std::string file = {};  ///< log of candidates that end a job (failure_log.h); empty: none
  /// A trial without progress for so long ends the job. Empty: the caller watches for hangs.
  std::optional<Seconds> patience = std::nullopt;
  /// Called on rank 0 when there is progress.
  std::function<void()> beat = [] {};
};

/// Returns how long to wait for a trial without progress: a minute, or an hour in the simulator.
/// The simulator finds deadlocks by itself, and is slow at everything else.
Seconds StandardPatience();

class FailureWatch {
 public:
  /// Collective over `job`, which must outlive this object.
  FailureWatch(const Job& job, FailureWatchOptions options);
  FailureWatch(const FailureWatch&) = delete;
  FailureWatch& operator=(const FailureWatch&) = delete;

  /// Runs `body`, in which the job's ranks `members` perform the choices of a trial.
  void Over(const Trial& trial, std::vector<Rank> members, const std::function<void()>& body);

  /// Notes, within Over, that there is progress, also where this rank performs nothing itself.
  void Beat();
  /// Notes, within Over, that this rank begins to perform `choice`. `in_step`: all members do.
  void Performs(const std::string& choice, bool in_step);
  /// Notes, within Over, that this rank performs no particular choice.
  void Rests() const { stages_.Enter(Stages::kNone); }

  /// Returns the trial that Over is performing, with the choice that the hindmost visible rank
  /// performs, or with all choices where that choice is not known. Nothing outside Over. To be
  /// called on rank 0, on any thread.
  std::optional<Trial> Unfinished() const;

 private:
  /// Records the unfinished trial and `reason` in the file, warns, and ends the job.
  [[noreturn]] void GiveUp(const std::string& reason) const;

  const Job& job_;
  const FailureWatchOptions options_;
  const Stages stages_;
  std::optional<CrashNote> note_;
  // Another thread reads `trial_` and `members_` only while this thread waits for ever.
  std::optional<Trial> trial_;
  std::vector<Rank> members_;
  std::optional<Watchdog> watchdog_;  // on rank 0; last: its thread uses all of the above
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EXPERIMENTS_FAILURE_WATCH_H_
