#include "tuner/experiments/failure_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "profiles/fingerprint.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/print.h"
#include "tuner/journal/failure_log.h"

namespace colltune::tune {
namespace {

/// Returns the trial with choice number `stage` alone; with all where no choice has it.
Trial Performed(Trial trial, int stage) {
  const bool is_one = stage >= 0 && std::cmp_less(stage, trial.choices.size());
  if (is_one) trial.choices = {trial.choices[static_cast<std::size_t>(stage)]};
  return trial;
}

}  // namespace

Seconds StandardPatience() {
  return ThisMachine().IsSimulated() ? std::chrono::hours(1) : std::chrono::minutes(1);
}

FailureWatch::FailureWatch(const Job& job, FailureWatchOptions options)
    : job_(job), options_(std::move(options)), stages_(job) {
  if (!job.IsRoot() || !options_.patience) return;
  watchdog_.emplace(*options_.patience, [this] {
    GiveUp(fmt::format("hang: has not moved for {:.0f} s", options_.patience->count()));
  });
}

void FailureWatch::Over(const Trial& trial, std::vector<Rank> members,
                        const std::function<void()>& body) {
  trial_ = trial;
  members_ = std::move(members);
  const bool is_recorded = !options_.file.empty();
  note_.emplace(options_.file, is_recorded ? CrashObjects(trial) : std::vector<std::string>(),
                job_.rank());
  std::optional<Watchdog::Guard> guard;
  if (watchdog_) guard.emplace(*watchdog_);
  const auto end = [this] {
    note_.reset();
    trial_.reset();
  };
  try {
    body();
  } catch (const std::exception&) {
    end();
    throw;
  } catch (...) {  // SimGrid's own way to end processes that wait for each other for ever
    if (watchdog_) GiveUp("deadlock: ended in ranks that wait for each other for ever");
    throw;
  }
  end();
}

void FailureWatch::Beat() {
  if (job_.IsRoot()) options_.beat();
  if (watchdog_) watchdog_->Beat();
}

void FailureWatch::Performs(const std::string& choice, bool in_step) {
  Beat();
  const auto found = std::ranges::find(trial_->choices, choice);
  const auto number = found - trial_->choices.begin();
  note_->Performs(static_cast<std::size_t>(number));
  in_step ? stages_.Enter(static_cast<int>(number)) : stages_.EnterApart(static_cast<int>(number));
}

std::optional<Trial> FailureWatch::Unfinished() const {
  if (!trial_) return std::nullopt;
  return Performed(*trial_, stages_.Least(members_));
}

void FailureWatch::GiveUp(const std::string& reason) const {
  const std::string& file = options_.file;
  const Trial ended = Unfinished().value_or(Trial{});
  AppendFailure(file, ended, reason);
  const std::string next =
      file.empty() ? fmt::format("a next start leaves it out where {} names a file to record it in",
                                 kFailuresVariable)
                   : fmt::format("it is recorded in {}, and left out by the next start", file);
  Warn("{}: {}; {}", UnfinishedText(ended), reason, next);
  job_.End(kJobFailed);
}

}  // namespace colltune::tune
