// The watch over candidates that are performed: who is to blame where a job does not live to tell.
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
#include "tuner/problem/question.h"

namespace colltune::tune {

struct FailureWatchOptions {
  std::string file = {};  ///< where a job that ends is recorded (failure_log.h); empty: nowhere
  /// A question that does not move for so long ends the job; without, somebody else sees to that.
  std::optional<Seconds> patience = std::nullopt;
  /// Called on rank 0 when there is progress.
  std::function<void()> beat = [] {};
};

/// How long a question that does not move is waited for. The simulator itself finds ranks that wait
/// for ever, and takes its time for the others.
Seconds StandardPatience(bool is_simulated);

class FailureWatch {
 public:
  /// Collective over the job, which outlives it.
  FailureWatch(const Job& job, FailureWatchOptions options);
  FailureWatch(const FailureWatch&) = delete;
  FailureWatch& operator=(const FailureWatch&) = delete;

  /// Runs `body`, in which those ranks of the job, `members`, perform the choices of a question.
  void Over(const Question& question, std::vector<Rank> members, const std::function<void()>& body);

  /// Within Over: this rank begins to perform that choice; in step: as do all others.
  void Performs(const std::string& choice, bool in_step);
  /// Within Over: it performs none in particular.
  void Rests() const { stages_.Enter(Stages::kNone); }

  /// On rank 0, on any thread, within Over: the question with the choice that some rank was
  /// performing last, or with all where it is not known which. Elsewhere nothing.
  std::optional<Question> Unanswered() const;

 private:
  /// Records it, says so, and ends the job.
  [[noreturn]] void GiveUp(const std::string& reason) const;

  const Job& job_;
  const FailureWatchOptions options_;
  const Stages stages_;
  std::optional<CrashNote> note_;
  // Another thread reads them only while this one waits for ever.
  std::optional<Question> question_;
  std::vector<Rank> members_;
  std::optional<Watchdog> watchdog_;  // on rank 0; last: its thread uses all of the above
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_EXPERIMENTS_FAILURE_WATCH_H_
