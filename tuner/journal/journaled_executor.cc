#include "tuner/journal/journaled_executor.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

namespace colltune::tune {

Recorder::Recorder(const std::string& path, bool resume, const JournalOwner& owner,
                   Seconds patience, Hung hung, Blame blame)
    : journal_(resume ? Journal::Resume(path, owner) : Journal::Create(path, owner)),
      hung_(std::move(hung)),
      blame_(std::move(blame)),
      watchdog_(patience, [this, patience] {
        const std::string what = fmt::format("has not moved for {:.0f} s", patience.count());
        GiveUp("hang: " + what, what);
      }) {}

void Recorder::GiveUp(const std::string& reason, const std::string& what) {
  std::optional<Question> ended = asked_;
  if (ended) {
    const auto blamed = blame_();
    if (blamed && blamed->choices.size() == 1) ended = blamed;
    journal_.AppendHung(*ended, reason);
  }
  hung_(ended, what);
}

tune::Answer Recorder::Answer(const Question& question,
                              const std::function<tune::Answer(const Question&)>& ask) {
  if (auto known = journal_.known().Find(question)) return *known;
  return AskAnew(question, ask);
}

tune::Answer Recorder::AskAnew(const Question& question,
                               const std::function<tune::Answer(const Question&)>& ask) {
  if (journal_.known().HasHung(question)) return {};
  asked_ = question;
  tune::Answer answer;
  try {
    const Watchdog::Guard guard(watchdog_);
    answer = ask(question);
  } catch (const std::exception&) {
    throw;
  } catch (...) {  // SimGrid's own way to end processes that wait for each other for ever
    const std::string what = "ended in ranks that wait for each other for ever";
    GiveUp("deadlock: " + what, what);
    throw;
  }
  journal_.AppendAnswer(question, answer);
  return answer;
}

void Recorder::Watch(const std::function<void()>& work) {
  asked_.reset();
  const Watchdog::Guard guard(watchdog_);
  work();
}

}  // namespace colltune::tune
