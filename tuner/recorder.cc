#include "tuner/recorder.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

namespace colltune {

Recorder::Recorder(const std::string& path, bool resume, const JournalOwner& owner,
                   Seconds patience, Hung hung)
    : journal_(resume ? Journal::Resume(path, owner) : Journal::Create(path, owner)),
      hung_(std::move(hung)),
      watchdog_(patience, [this, patience] {
        GiveUp(fmt::format("has not moved for {:.0f} s", patience.count()));
      }) {}

void Recorder::GiveUp(const std::string& what) {
  if (asked_) journal_.AppendHung(*asked_);
  hung_(asked_, what);
}

colltune::Answer Recorder::Answer(const Question& question,
                                  const std::function<colltune::Answer(const Question&)>& ask) {
  if (auto known = journal_.known().Find(question)) return *known;
  return AskAnew(question, ask);
}

colltune::Answer Recorder::AskAnew(const Question& question,
                                   const std::function<colltune::Answer(const Question&)>& ask) {
  if (journal_.known().HasHung(question)) return {};
  asked_ = question;
  colltune::Answer answer;
  try {
    const Watchdog::Guard guard(watchdog_);
    answer = ask(question);
  } catch (const std::exception&) {
    throw;
  } catch (...) {  // SimGrid's own way to end processes that wait for each other for ever
    GiveUp("ended in ranks that wait for each other for ever");
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

}  // namespace colltune
