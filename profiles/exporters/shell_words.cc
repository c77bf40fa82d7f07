#include "profiles/exporters/shell_words.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace colltune {
namespace {

constexpr std::string_view kOperators = ";&|()<>";

class Splitter {
 public:
  explicit Splitter(std::string_view line) : line_(line) {}

  std::vector<std::vector<ShellWord>> Commands() {
    while (at_ < line_.size()) {
      const char c = line_[at_];
      if (c == ' ' || c == '\t') {
        EndWord();
        ++at_;
      } else if (kOperators.find(c) != kOperators.npos) {
        EndCommand();
        ++at_;
      } else if (c == '#' && !is_in_word_) {
        break;
      } else {
        is_in_word_ = true;
        ReadPart();
      }
    }
    EndCommand();
    return std::move(commands_);
  }

 private:
  void ReadPart() {
    switch (line_[at_]) {
      case '\'':
        return ReadSingleQuoted();
      case '"':
        return ReadDoubleQuoted();
      case '\\':
        ++at_;
        break;
      default:
        NoteVariable(line_[at_]);
    }
    if (at_ < line_.size()) word_.text += line_[at_++];
  }

  void ReadSingleQuoted() {
    const std::size_t end = line_.find('\'', at_ + 1);
    if (end == line_.npos) Refuse(at_);
    word_.text += line_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
  }

  void ReadDoubleQuoted() {
    constexpr std::string_view kEscapable = "$`\"\\";
    const std::size_t begin = at_;
    for (++at_; at_ < line_.size() && line_[at_] != '"'; ++at_) {
      const bool is_escaped = line_[at_] == '\\' && at_ + 1 < line_.size() &&
                              kEscapable.find(line_[at_ + 1]) != kEscapable.npos;
      if (is_escaped) ++at_;
      if (!is_escaped) NoteVariable(line_[at_]);
      word_.text += line_[at_];
    }
    if (at_ == line_.size()) Refuse(begin);
    ++at_;
  }

  void NoteVariable(char c) { word_.has_variables |= c == '$' || c == '`'; }

  [[noreturn]] void Refuse(std::size_t begin) const {
    throw std::invalid_argument(fmt::format("the quote of '{}' has no end", line_.substr(begin)));
  }

  void EndWord() {
    if (is_in_word_) words_.push_back(std::move(word_));
    word_ = {};
    is_in_word_ = false;
  }

  void EndCommand() {
    EndWord();
    if (!words_.empty()) commands_.push_back(std::move(words_));
    words_.clear();
  }

  std::string_view line_;
  std::size_t at_ = 0;
  bool is_in_word_ = false;
  ShellWord word_;
  std::vector<ShellWord> words_;
  std::vector<std::vector<ShellWord>> commands_;
};

}  // namespace

std::vector<std::vector<ShellWord>> SplitCommands(std::string_view line) {
  return Splitter(line).Commands();
}

}  // namespace colltune
