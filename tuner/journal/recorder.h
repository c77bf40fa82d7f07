// Asks the machine only what the journal does not know, and keeps what it answers.
#ifndef COLLTUNE_TUNER_JOURNAL_RECORDER_H_
#define COLLTUNE_TUNER_JOURNAL_RECORDER_H_

#include <functional>
#include <optional>
#include <string>

#include "tuner/job/watchdog.h"
#include "tuner/journal/journal.h"

namespace colltune::tune {

class Recorder {
 public:
  /// Is told of a question without an answer in sight, and what became of it, after it has been
  /// recorded; without a question, of the work of Watch. The process cannot go on. Called on any
  /// thread.
  using Hung = std::function<void(const std::optional<Question>&, const std::string& what)>;

  /// The question that has no answer, with the choice alone that is to blame where that is known;
  /// called as the above.
  using Blame = std::function<std::optional<Question>()>;

  /// Throws as Journal does.
  Recorder(
      const std::string& path, bool resume, const JournalOwner& owner, Seconds patience, Hung hung,
      Blame blame = [] { return std::nullopt; });

  Journal& journal() { return journal_; }

  /// From the journal; no timings for a question that has hung once as a whole. Else by `ask`.
  tune::Answer Answer(const Question& question,
                      const std::function<tune::Answer(const Question&)>& ask);

  /// By `ask`, whatever the journal knows; no timings for a question that has hung once as a whole.
  tune::Answer AskAnew(const Question& question,
                       const std::function<tune::Answer(const Question&)>& ask);

  /// Does other work that may hang, and is given up if it does; nothing is recorded.
  void Watch(const std::function<void()>& work);

  /// The question that is being asked, or the other work, makes progress.
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

#endif  // COLLTUNE_TUNER_JOURNAL_RECORDER_H_
