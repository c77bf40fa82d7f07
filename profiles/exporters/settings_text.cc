#include "profiles/exporters/settings_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "algorithms/mpi_libraries/mpi_libraries.h"
#include "profiles/exporters/shell_words.h"
#include "profiles/profile.h"
#include "profiles/split.h"

namespace colltune {
namespace {

using Prefixes = std::span<const std::string_view>;

constexpr std::size_t kMostOfVariable = 128 << 10;
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kBlanks = " \t";

bool Contains(NameList words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// Tells whether a name and a value follow this word as two words.
bool SetsNext(std::string_view word) {
  return word == "setenv" || std::ranges::any_of(kLaunchers, [&](const Launcher& launcher) {
           return Contains(launcher.before_name_and_value, word);
         });
}

/// Tells whether a name alone may follow this word, and hands on a value that was set elsewhere.
bool HandsOnNext(std::string_view word) {
  return word == "export" || std::ranges::any_of(kLaunchers, [&](const Launcher& launcher) {
           return Contains(launcher.before_name, word);
         });
}

bool Mentions(std::string_view text, Prefixes prefixes) {
  return std::ranges::any_of(
      prefixes, [&](std::string_view prefix) { return text.find(prefix) != text.npos; });
}

bool IsName(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_';
  });
}

bool IsOurs(std::string_view name, Prefixes prefixes) {
  return IsName(name) && std::ranges::any_of(prefixes, [&](std::string_view prefix) {
           return name.starts_with(prefix);
         });
}

std::string_view Trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

struct Line {
  int number = 0;
  std::string text;
};

/// Returns the lines without line ends, each joined with the lines that continue it.
std::vector<Line> LinesOf(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<Line> lines;
  bool goes_on = false;
  int number = 0;
  for (std::string_view line : Split(text, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool was_going_on = std::exchange(goes_on, line.ends_with('\\'));
    if (goes_on) line.remove_suffix(1);
    if (!was_going_on) lines.push_back({number, {}});
    lines.back().text += line;
  }
  return lines;
}

/// Reads "NAME = VALUE" that stands alone on the line. The value is all of the rest, without quotes
/// around it.
std::optional<Setting> Alone(std::string_view line, Prefixes prefixes) {
  const std::size_t equals = line.find('=');
  if (equals == line.npos || !IsOurs(Trim(line.substr(0, equals)), prefixes)) return std::nullopt;
  std::string_view value = Trim(line.substr(equals + 1));
  const bool is_quoted = value.size() > 1 && value.front() == value.back() &&
                         (value.front() == '"' || value.front() == '\'');
  if (is_quoted) value = value.substr(1, value.size() - 2);
  if (value.find_first_of("\"'\\$`") != value.npos) return std::nullopt;
  if (!is_quoted && value.find_first_of(kBlanks) != value.npos) return std::nullopt;
  return Setting{std::string(Trim(line.substr(0, equals))), std::string(value)};
}

class Command {
 public:
  Command(std::span<const ShellWord> words, Prefixes prefixes, std::vector<Setting>& settings)
      : words_(words), prefixes_(prefixes), settings_(settings) {}

  /// Throws std::invalid_argument.
  void Read() {
    for (; at_ < words_.size(); ++at_) ReadWord(words_[at_]);
  }

 private:
  void ReadWord(const ShellWord& word) {
    const std::size_t equals = std::min(word.text.find('='), word.text.size());
    if (IsOurs(word.text.substr(0, equals), prefixes_)) {
      if (equals < word.text.size()) {
        Add(word.text.substr(0, equals), {word.text.substr(equals + 1), word.has_variables});
      } else if (SetsNext(Before()) && at_ + 1 < words_.size()) {
        ++at_;
        Add(word.text, words_[at_]);
      } else if (!HandsOnNext(Before()) && words_.front().text != "export") {
        throw std::invalid_argument(fmt::format("no value of {} is found", word.text));
      }
      return;
    }
    if (!Mentions(word.text, prefixes_) || word.has_variables) return;
    if (HandsOnNext(Before()) && word.text.find('=') == word.text.npos) return;  // a list
    throw std::invalid_argument(
        fmt::format("'{}' is not understood; write NAME=VALUE on a line", word.text));
  }

  std::string_view Before() const {
    return at_ == 0 ? std::string_view() : std::string_view(words_[at_ - 1].text);
  }

  void Add(std::string name, const ShellWord& value) {
    if (value.has_variables) {
      throw std::invalid_argument(fmt::format(
          "{} is '{}', in which a shell replaces a part; write out what it is", name, value.text));
    }
    settings_.push_back({std::move(name), value.text});
  }

  std::span<const ShellWord> words_;
  Prefixes prefixes_;
  std::vector<Setting>& settings_;
  std::size_t at_ = 0;
};

/// Throws std::invalid_argument.
std::vector<Setting> SettingsOf(std::string_view line, Prefixes prefixes) {
  if (auto setting = Alone(line, prefixes)) return {std::move(*setting)};
  std::vector<Setting> settings;
  for (const auto& words : SplitCommands(line)) Command(words, prefixes, settings).Read();
  return settings;
}

/// Throws std::invalid_argument.
void Check(const Setting& setting, std::span<const Setting> before) {
  if (std::ranges::count(before, setting.name, &Setting::name) > 0) {
    throw std::invalid_argument(fmt::format("{} comes twice", setting.name));
  }
  if (setting.name.size() + setting.value.size() + 2 > kMostOfVariable) {
    throw std::invalid_argument(
        fmt::format("{} has {} bytes, more than the 128 KiB that a program can be given in one "
                    "variable: export fewer collectives or numbers of ranks",
                    setting.name, setting.value.size()));
  }
}

}  // namespace

std::vector<Setting> ReadSettings(std::string_view text, const std::string& file,
                                  Prefixes prefixes) {
  std::vector<Setting> all;
  for (const Line& line : LinesOf(text)) {
    if (Trim(line.text).starts_with('#') || !Mentions(line.text, prefixes)) continue;
    try {
      for (Setting& setting : SettingsOf(line.text, prefixes)) {
        Check(setting, all);
        setting.line = line.number;
        all.push_back(std::move(setting));
      }
    } catch (const std::invalid_argument& error) {
      throw ProfileError(file, line.number, error.what());
    }
  }
  return all;
}

}  // namespace colltune
