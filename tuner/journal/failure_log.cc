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

/// Returns the JSON of a question's "hung" line, without the closing brace.
std::string ObjectOf(const Question& question) {
  const std::string line = JournalLine(JournalHung{question, 1, ""});
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
  for (const JournalHung& end : EndsIn(text)) failures.AddEnd(end.question, end.reason);
  return failures;
}

std::size_t CountEnds(const std::string& path) { return EndsIn(ReadLog(path)).size(); }

void AppendFailure(const std::string& path, const Question& question, const std::string& reason) {
  if (path.empty()) return;
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file << JournalLine(JournalHung{question, 1, reason}) << std::flush;
  if (!file) throw std::system_error(errno, std::generic_category(), path);
}

std::vector<std::string> CrashObjects(const Question& question) {
  std::vector<std::string> objects;
  for (const std::string& choice : question.choices) {
    Question one = question;
    one.choices = {choice};
    objects.push_back(ObjectOf(one));
  }
  return objects;
}

}  // namespace colltune::tune
