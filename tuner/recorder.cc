#include "tuner/recorder.h"

#include <utility>

namespace colltune {

Recorder::Recorder(const std::string& path, bool resume, const JournalOwner& owner,
                   Seconds patience, std::function<void(const Question&)> hung)
    : journal_(resume ? Journal::Resume(path, owner) : Journal::Create(path, owner)),
      hung_(std::move(hung)),
      watchdog_(patience, [this] {
        journal_.AppendHung(asked_);
        hung_(asked_);
      }) {}

colltune::Answer Recorder::Answer(const Question& question,
                                  const std::function<colltune::Answer(const Question&)>& ask) {
  if (auto known = journal_.Find(question)) return *known;
  return AskAnew(question, ask);
}

colltune::Answer Recorder::AskAnew(const Question& question,
                                   const std::function<colltune::Answer(const Question&)>& ask) {
  if (journal_.HasHung(question)) return {};
  asked_ = question;
  colltune::Answer answer;
  {
    const Watchdog::Guard guard(watchdog_);
    answer = ask(question);
  }
  journal_.AppendAnswer(question, answer);
  return answer;
}

}  // namespace colltune
