#include "tuner/journal/journal.h"

#include <fmt/format.h>

#include <cassert>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace colltune::tune {
namespace {

/// Throws JournalError where the file cannot be read.
std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw JournalError(path, 0, std::strerror(errno));
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Reads a journal's text. Throws JournalError for another version.
JournalReading ReadVersion(const std::string& path, const std::string& text) {
  try {
    return ReadJournal(text);
  } catch (const std::invalid_argument& error) {
    throw JournalError(path, 1, error.what());
  }
}

/// Reads a journal's text. Throws JournalError where the journal belongs to another owner, or has
/// another version.
JournalReading ReadOwned(const std::string& path, const std::string& text,
                         const JournalOwner& owner) {
  JournalReading reading = ReadVersion(path, text);
  if (!reading.owner) return reading;
  // `owner` is compared as it reads from a line: writing replaces bytes that are not UTF-8.
  const std::string difference = Difference(*reading.owner, *ReadJournal(JournalLine(owner)).owner);
  if (difference.empty()) return reading;
  throw JournalError(path, 1,
                     fmt::format("belongs to another machine or job: {}; resume it there, or "
                                 "remove it",
                                 difference));
}

}  // namespace

TrialLog ReadTrialLog(const std::string& path, const JournalOwner& owner) {
  return TrialLog(ReadOwned(path, ReadFile(path), owner).entries);
}

JournalReading ReadAnyJournal(const std::string& path) {
  JournalReading reading = ReadVersion(path, ReadFile(path));
  if (!reading.owner) throw JournalError(path, reading.bad_line, reading.fault);
  return reading;
}

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
  const JournalReading reading = ReadOwned(file_.path(), file_.Read(), owner);
  if (reading.bad_line > 0) {
    const std::string aside = file_.path() + ".bad";
    file_.Cut(reading.good_bytes, aside);
    warnings_.push_back(fmt::format("{}:{}: {}; from this line on it was moved to {}", file_.path(),
                                    reading.bad_line, reading.fault, aside));
  }
  if (!reading.owner) file_.Append(JournalLine(owner));
  known_ = TrialLog(reading.entries);
}

void Journal::Append(const JournalEntry& entry) {
  file_.Append(JournalLine(entry));
  known_.Take(entry);
}

void Journal::AppendRun(const std::string& date, const std::string& command) {
  const int number = known_.last_run() + 1;
  Append(JournalRun{number, date, command});
  run_ = number;
}

void Journal::AppendNetwork(const std::string& samples) { Append(JournalNetwork{samples}); }

void Journal::AppendResult(const Trial& trial, const TrialResult& result) {
  assert(run_ > 0);
  Append(JournalResult{trial, result, run_});
}

void Journal::AppendHung(const Trial& trial, const std::string& reason) {
  assert(run_ > 0);
  Append(JournalHung{trial, run_, reason});
}

}  // namespace colltune::tune
