#include "tuner/journal/trial_log.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <variant>

namespace colltune::tune {
namespace {

/// Returns a key that is equal for questions with the same choices, whatever the order of the
/// choices, and whether replication or not.
std::string QuestionOf(Question question) {
  std::ranges::sort(question.choices);
  return fmt::format("{} {} {} {} {} {}", ToText(question.collective), question.ranks,
                     question.ranks_per_node, question.bytes.count, question.root,
                     fmt::join(question.choices, " "));
}

std::string KeyOf(const Question& question) {
  return QuestionOf(question) + (question.confirms ? " again" : "");
}

/// Returns the answer with its timings in the order of `choices`.
Answer InOrder(const Answer& answer, const std::vector<std::string>& choices) {
  Answer ordered{{}, answer.spent, answer.cut_short};
  for (const std::string& choice : choices) {
    ordered.timings.push_back(*std::ranges::find(answer.timings, choice, &Candidate::choice));
  }
  return ordered;
}

int RunOf(const JournalRun& entry) { return entry.number; }
int RunOf(const JournalNetwork&) { return 0; }
int RunOf(const JournalAnswer& entry) { return entry.run; }
int RunOf(const JournalHung& entry) { return entry.run; }

}  // namespace

Answers::Answers(std::span<const JournalEntry> entries) {
  for (const JournalEntry& entry : entries) Take(entry);
}

void Answers::Take(const JournalEntry& entry) {
  last_run_ = std::max(last_run_, std::visit([](const auto& kind) { return RunOf(kind); }, entry));
  if (const auto* answer = std::get_if<JournalAnswer>(&entry)) {
    answers_[KeyOf(answer->question)] = entries_.size();
    spent_ += answer->answer.spent;
    failures_.Add(answer->question, answer->answer);
  } else if (const auto* hung = std::get_if<JournalHung>(&entry)) {
    hung_.insert(QuestionOf(hung->question));
    failures_.AddEnd(hung->question, hung->reason);
  }
  entries_.push_back(entry);
}

std::vector<Answered> Answers::All() const {
  std::vector<Answered> all;
  for (const JournalEntry& entry : entries_) {
    if (const auto* answer = std::get_if<JournalAnswer>(&entry)) {
      all.push_back({answer->question, answer->answer});
    }
  }
  return all;
}

const std::string* Answers::NetworkSamples() const {
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (const auto* network = std::get_if<JournalNetwork>(&*entry)) return &network->samples;
  }
  return nullptr;
}

std::optional<Answer> Answers::Find(const Question& question) const {
  const auto found = answers_.find(KeyOf(question));
  if (found == answers_.end()) return std::nullopt;
  return InOrder(std::get<JournalAnswer>(entries_[found->second]).answer, question.choices);
}

bool Answers::HasHung(const Question& question) const {
  return hung_.contains(QuestionOf(question));
}

}  // namespace colltune::tune
