#include "tuner/journal/failure_log.h"

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <variant>
#include <vector>

#include "tuner/journal/journal_text.h"

namespace colltune::tune {
namespace {

/// Returns the JSON of a trial's "hung" line, without the closing brace.
std::string ObjectOf(const Trial& trial) {
  const std::string line = JournalLine(JournalHung{trial, 1, ""});
  return line.substr(line.find('{'), line.rfind('}') - line.find('{'));
}

/// Returns the "hung" entries of a text.
std::vector<JournalHung> EndsIn(const std::string& text) {
  std::vector<JournalHung> ends;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto entry = ReadJournalEntry(line);
    if (const auto* hung = entry ? std::get_if<JournalHung>(&*entry) : nullptr) {
      ends.push_back(*hung);
    }
  }
  return ends;
}

}  // namespace

std::string FailuresFile() {
  const char* path = std::getenv(kFailuresVariable);
  return path == nullptr ? "" : path;
}

std::string ReadLog(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Failures FailuresIn(const std::string& text) {
  Failures failures;
  for (const JournalHung& end : EndsIn(text)) failures.AddEnd(end.trial, end.reason);
  return failures;
}

std::size_t CountEnds(const std::string& path) { return EndsIn(ReadLog(path)).size(); }

void AppendFailure(const std::string& path, const Trial& trial, const std::string& reason) {
  if (path.empty()) return;
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file << JournalLine(JournalHung{trial, 1, reason}) << std::flush;
  if (!file) throw std::system_error(errno, std::generic_category(), path);
}

std::vector<std::string> CrashObjects(const Trial& trial) {
  std::vector<std::string> objects;
  for (const ChoiceId choice : trial.choices) {
    Trial one = trial;
    one.choices = {choice};
    objects.push_back(ObjectOf(one));
  }
  return objects;
}

}  // namespace colltune::tune
