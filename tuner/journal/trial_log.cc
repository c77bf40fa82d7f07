#include "tuner/journal/trial_log.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace colltune::tune {
namespace {

/// Returns a key that is equal for trials with the same choices, whatever their order.
std::string KeyOf(Trial trial) {
  std::ranges::sort(trial.choices);
  return Pack(trial);
}

/// Returns a key that is also equal for a trial and its replication.
std::string KeyOfBoth(Trial trial) {
  trial.replicates = false;
  return KeyOf(std::move(trial));
}

/// Returns the result with its timings in the order of `choices`.
TrialResult InOrder(const TrialResult& result, const std::vector<ChoiceId>& choices) {
  TrialResult ordered{{}, result.spent, result.cut_short};
  for (const ChoiceId choice : choices) {
    ordered.timings.push_back(*std::ranges::find(result.timings, choice, &Candidate::choice));
  }
  return ordered;
}

int RunOf(const JournalRun& entry) { return entry.number; }
int RunOf(const JournalNetwork&) { return 0; }
int RunOf(const JournalResult& entry) { return entry.run; }
int RunOf(const JournalHung& entry) { return entry.run; }

}  // namespace

TrialLog::TrialLog(std::span<const JournalEntry> entries) {
  for (const JournalEntry& entry : entries) Take(entry);
}

void TrialLog::Take(const JournalEntry& entry) {
  last_run_ = std::max(last_run_, std::visit([](const auto& kind) { return RunOf(kind); }, entry));
  if (const auto* result = std::get_if<JournalResult>(&entry)) {
    results_[KeyOf(result->trial)] = entries_.size();
    spent_ += result->result.spent;
    failures_.Add(result->trial, result->result);
  } else if (const auto* hung = std::get_if<JournalHung>(&entry)) {
    hung_.insert(KeyOfBoth(hung->trial));
    failures_.AddEnd(hung->trial, hung->reason);
  }
  entries_.push_back(entry);
}

std::vector<CompletedTrial> TrialLog::All() const {
  std::vector<CompletedTrial> all;
  for (const JournalEntry& entry : entries_) {
    if (const auto* result = std::get_if<JournalResult>(&entry)) {
      all.push_back({result->trial, result->result});
    }
  }
  return all;
}

const std::string* TrialLog::NetworkSamples() const {
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (const auto* network = std::get_if<JournalNetwork>(&*entry)) return &network->samples;
  }
  return nullptr;
}

std::optional<TrialResult> TrialLog::Find(const Trial& trial) const {
  const auto found = results_.find(KeyOf(trial));
  if (found == results_.end()) return std::nullopt;
  return InOrder(std::get<JournalResult>(entries_[found->second]).result, trial.choices);
}

std::vector<CompletedTrial> TrialLog::Completed(const std::vector<Trial>& trials) const {
  std::vector<CompletedTrial> completed;
  for (const Trial& trial : trials) {
    if (Knows(trial)) completed.push_back({trial, Known(trial)});
  }
  return completed;
}

bool TrialLog::HasHung(const Trial& trial) const { return hung_.contains(KeyOfBoth(trial)); }

}  // namespace colltune::tune
