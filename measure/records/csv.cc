#include "measure/records/csv.h"

#include <fmt/format.h>

#include <algorithm>

namespace colltune::measure {
namespace {

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<CsvLine> Lines() {
    std::vector<CsvLine> lines;
    while (!AtEnd()) {
      CsvLine line{line_, {}};
      do {
        line.fields.push_back(Peek() == '"' ? Quoted() : Plain());
      } while (Skip(','));
      Skip('\r');
      if (!AtEnd() && !Skip('\n')) Fail("a quoted field is followed by text");
      ++line_;
      const bool empty = line.fields.size() == 1 && line.fields.front().empty();
      if (!empty) lines.push_back(std::move(line));
    }
    return lines;
  }

 private:
  bool AtEnd() const { return at_ == text_.size(); }
  char Peek() const { return AtEnd() ? '\0' : text_[at_]; }

  bool Skip(char c) {
    if (AtEnd() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string Plain() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find_first_of(",\r\n", at_), text_.size());
    const std::string_view field = text_.substr(begin, at_ - begin);
    if (field.find('"') != std::string_view::npos) Fail("a quote in a field without quotes");
    return std::string(field);
  }

  std::string Quoted() {
    std::string field;
    Skip('"');
    for (const int begin = line_;;) {
      if (AtEnd()) throw CsvError(file_, begin, "a quoted field does not end");
      const char c = text_[at_++];
      if (c == '"' && !Skip('"')) return field;
      line_ += c == '\n';
      field += c;
    }
  }

  [[noreturn]] void Fail(const std::string& reason) const { throw CsvError(file_, line_, reason); }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

CsvError::CsvError(const std::string& file, int line, const std::string& reason)
    : std::runtime_error(fmt::format("{}:{}: {}", file, line, reason)) {}

std::string CsvField(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::vector<CsvLine> ParseCsv(std::string_view text, const std::string& file) {
  return Parser(text, file).Lines();
}

}  // namespace colltune::measure
