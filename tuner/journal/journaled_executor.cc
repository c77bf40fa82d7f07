#include "tuner/journal/journaled_executor.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

namespace colltune::tune {

JournaledExecutor::JournaledExecutor(const std::string& path, bool resume,
                                     const JournalOwner& owner, Seconds patience, Hung hung,
                                     Blame blame)
    : journal_(resume ? Journal::Resume(path, owner) : Journal::Create(path, owner)),
      hung_(std::move(hung)),
      blame_(std::move(blame)),
      watchdog_(patience, [this, patience] {
        const std::string what = fmt::format("has not moved for {:.0f} s", patience.count());
        GiveUp("hang: " + what, what);
      }) {}

void JournaledExecutor::GiveUp(const std::string& reason, const std::string& what) {
  std::optional<Trial> ended = asked_;
  if (ended) {
    const auto blamed = blame_();
    if (blamed && blamed->choices.size() == 1) ended = blamed;
    journal_.AppendHung(*ended, reason);
  }
  hung_(ended, what);
}

TrialResult JournaledExecutor::Run(const Trial& trial,
                                   const std::function<TrialResult(const Trial&)>& run_trial) {
  if (auto known = journal_.known().Find(trial)) return *known;
  return RunAnew(trial, run_trial);
}

TrialResult JournaledExecutor::RunAnew(const Trial& trial,
                                       const std::function<TrialResult(const Trial&)>& run_trial) {
  if (journal_.known().HasHung(trial)) return {};
  asked_ = trial;
  TrialResult result;
  try {
    const Watchdog::Guard guard(watchdog_);
    result = run_trial(trial);
  } catch (const std::exception&) {
    throw;
  } catch (...) {  // SimGrid's own way to end processes that wait for each other for ever
    const std::string what = "ended in ranks that wait for each other for ever";
    GiveUp("deadlock: " + what, what);
    throw;
  }
  journal_.AppendResult(trial, result);
  return result;
}

void JournaledExecutor::Watch(const std::function<void()>& work) {
  asked_.reset();
  const Watchdog::Guard guard(watchdog_);
  work();
}

}  // namespace colltune::tune
