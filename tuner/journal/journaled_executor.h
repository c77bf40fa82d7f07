// Journaled measurements: the machine is asked only questions without an answer in the journal, and
// each answer is recorded.
#ifndef COLLTUNE_TUNER_JOURNAL_JOURNALED_EXECUTOR_H_
#define COLLTUNE_TUNER_JOURNAL_JOURNALED_EXECUTOR_H_

#include <functional>
#include <optional>
#include <string>

#include "tuner/job/watchdog.h"
#include "tuner/journal/journal.h"

namespace colltune::tune {

class Recorder {
 public:
  /// Reports a question that hung or deadlocked, after it has been recorded, with a description of
  /// what happened. Called without a question for the work of Watch. The process cannot go on.
  /// Called on any thread.
  using Hung = std::function<void(const std::optional<Question>&, const std::string& what)>;

  /// Returns the unanswered question with only the choice to blame, where that choice is known.
  /// Called on any thread.
  using Blame = std::function<std::optional<Question>()>;

  /// Throws as Journal does.
  Recorder(
      const std::string& path, bool resume, const JournalOwner& owner, Seconds patience, Hung hung,
      Blame blame = [] { return std::nullopt; });

  Journal& journal() { return journal_; }

  /// Returns the answer in the journal, if any; else as AskAnew.
  tune::Answer Answer(const Question& question,
                      const std::function<tune::Answer(const Question&)>& ask);

  /// Calls `ask` and records the answer, whatever the journal knows. A question that once hung with
  /// the same choices is not asked, and gets no timings.
  tune::Answer AskAnew(const Question& question,
                       const std::function<tune::Answer(const Question&)>& ask);

  /// Does other work under the watchdog. A hang of that work is reported, and not recorded.
  void Watch(const std::function<void()>& work);

  /// Notes progress of the question that is being asked, or of the work of Watch.
  void Beat() { watchdog_.Beat(); }

 private:
  void GiveUp(const std::string& reason, const std::string& what);

  Journal journal_;
  std::optional<Question> asked_;
  Hung hung_;
  Blame blame_;
  Watchdog watchdog_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOURNAL_JOURNALED_EXECUTOR_H_
