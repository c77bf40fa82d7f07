#include "tuner/journal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace colltune {
namespace {

/// Equal for experiments that ask the same, whatever the order of their choices.
std::string QuestionOf(Question question) {
  std::ranges::sort(question.choices);
  return fmt::format("{} {} {} {} {} {}", ToText(question.collective), question.ranks,
                     question.ranks_per_node, question.bytes.count, question.root,
                     fmt::join(question.choices, " "));
}

std::string KeyOf(const Question& question) {
  return QuestionOf(question) + (question.confirms ? " again" : "");
}

/// The answer with its timings in the order of `choices`.
Answer InOrder(const Answer& answer, const std::vector<std::string>& choices) {
  Answer ordered{{}, answer.spent};
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

Journal Journal::Create(const std::string& path, const JournalOwner& owner) {
  return {path, owner, /*resume=*/false};
}

Journal Journal::Resume(const std::string& path, const JournalOwner& owner) {
  return {path, owner, /*resume=*/true};
}

Journal::Journal(const std::string& path, const JournalOwner& owner, bool resume)
    : file_(resume ? JournalFile::Open(path) : JournalFile::Create(path)) {
  if (!file_.unlocked().empty()) warnings_.push_back(file_.unlocked());
  if (resume) {
    Recover(owner);
  } else {
    file_.Append(JournalLine(owner));
  }
}

void Journal::Recover(const JournalOwner& owner) {
  JournalReading reading;
  try {
    reading = ReadJournal(file_.Read());
  } catch (const std::invalid_argument& error) {
    throw JournalError(file_.path(), 1, error.what());
  }
  if (reading.owner) {
    // As the owner reads after it was written, when bytes that are no text have been replaced.
    const std::string difference =
        Difference(*reading.owner, *ReadJournal(JournalLine(owner)).owner);
    if (!difference.empty()) {
      throw JournalError(file_.path(), 1,
                         fmt::format("belongs to another machine or job: {}; resume it there, or "
                                     "remove it",
                                     difference));
    }
  }
  if (reading.bad_line > 0) {
    const std::string aside = file_.path() + ".bad";
    file_.Cut(reading.good_bytes, aside);
    warnings_.push_back(fmt::format("{}:{}: {}; from this line on it was moved to {}", file_.path(),
                                    reading.bad_line, reading.fault, aside));
  }
  if (!reading.owner) file_.Append(JournalLine(owner));
  for (const JournalEntry& entry : reading.entries) Take(entry);
}

void Journal::Append(const JournalEntry& entry) {
  file_.Append(JournalLine(entry));
  Take(entry);
}

void Journal::Take(const JournalEntry& entry) {
  last_run_ = std::max(last_run_, std::visit([](const auto& kind) { return RunOf(kind); }, entry));
  if (const auto* answer = std::get_if<JournalAnswer>(&entry)) {
    answers_[KeyOf(answer->question)] = entries_.size();
    spent_ += answer->answer.spent;
  } else if (const auto* hung = std::get_if<JournalHung>(&entry)) {
    hung_.insert(QuestionOf(hung->question));
  }
  entries_.push_back(entry);
}

const std::string* Journal::NetworkSamples() const {
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
    if (const auto* network = std::get_if<JournalNetwork>(&*entry)) return &network->samples;
  }
  return nullptr;
}

std::optional<Answer> Journal::Find(const Question& question) const {
  const auto found = answers_.find(KeyOf(question));
  if (found == answers_.end()) return std::nullopt;
  return InOrder(std::get<JournalAnswer>(entries_[found->second]).answer, question.choices);
}

bool Journal::HasHung(const Question& question) const {
  return hung_.contains(QuestionOf(question));
}

void Journal::AppendRun(const std::string& date, const std::string& command) {
  const int number = last_run_ + 1;
  Append(JournalRun{number, date, command});
  run_ = number;
}

void Journal::AppendNetwork(const std::string& samples) { Append(JournalNetwork{samples}); }

void Journal::AppendAnswer(const Question& question, const Answer& answer) {
  assert(run_ > 0);
  Append(JournalAnswer{question, answer, run_});
}

void Journal::AppendHung(const Question& question) {
  assert(run_ > 0);
  Append(JournalHung{question, run_});
}

}  // namespace colltune
