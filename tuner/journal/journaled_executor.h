// Journaled measurements: the machine runs only trials without a result in the journal, and
// each result is recorded.
#ifndef COLLTUNE_TUNER_JOURNAL_JOURNALED_EXECUTOR_H_
#define COLLTUNE_TUNER_JOURNAL_JOURNALED_EXECUTOR_H_

#include <functional>
#include <optional>
#include <string>

#include "tuner/job/watchdog.h"
#include "tuner/journal/journal.h"

namespace colltune::tune {

class JournaledExecutor {
 public:
  /// Reports a trial that hung or deadlocked, after it has been recorded, with a description of
  /// what happened. Called without a trial for the work of Watch. The process cannot go on.
  /// Called on any thread.
  using Hung = std::function<void(const std::optional<Trial>&, const std::string& what)>;

  /// Returns the unfinished trial with only the choice to blame, where that choice is known.
  /// Called on any thread.
  using Blame = std::function<std::optional<Trial>()>;

  /// Throws as Journal does.
  JournaledExecutor(
      const std::string& path, bool resume, const JournalOwner& owner, Seconds patience, Hung hung,
      Blame blame = [] { return std::nullopt; });

  Journal& journal() { return journal_; }

  /// Returns the result in the journal, if any; else as RunAnew.
  TrialResult Run(const Trial& trial, const std::function<TrialResult(const Trial&)>& run_trial);

  /// Calls `run_trial` and records the result, whatever the journal knows. A trial that once hung
  /// with the same choices is not asked, and gets no timings.
  TrialResult RunAnew(const Trial& trial,
                      const std::function<TrialResult(const Trial&)>& run_trial);

  /// Does other work under the watchdog. A hang of that work is reported, and not recorded.
  void Watch(const std::function<void()>& work);

  /// Notes progress of the trial that is being run, or of the work of Watch.
  void Beat() { watchdog_.Beat(); }

 private:
  void GiveUp(const std::string& reason, const std::string& what);

  Journal journal_;
  std::optional<Trial> asked_;
  Hung hung_;
  Blame blame_;
  Watchdog watchdog_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_JOURNALED_EXECUTOR_H_
