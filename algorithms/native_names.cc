#include "algorithms/native_names.h"

#include <algorithm>
#include <optional>
#include <span>

namespace colltune {
namespace {

constexpr std::string_view kAuto = "auto";
constexpr std::string_view kDash = "- ";

bool IsNameLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

/// Whether `c` may be part of a word, the end of which may be a name.
bool IsWordLetter(char c) { return IsNameLetter(c) || (c >= 'A' && c <= 'Z'); }

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  const std::size_t first = std::min(text.find_first_not_of(kBlank), text.size());
  return text.substr(first, text.find_last_not_of(kBlank) + 1 - first);
}

/// One "word   - ": where the word begins and ends, and where the summary begins.
struct Mark {
  std::size_t begin;
  std::size_t end;
  std::size_t summary;

  std::size_t Width(std::size_t name) const { return name + (summary - kDash.size() - end); }
};

std::optional<Mark> FindMark(std::string_view text, std::size_t from) {
  for (std::size_t dash = text.find(kDash, from); dash < text.size();
       dash = text.find(kDash, dash + 1)) {
    std::size_t end = dash;
    while (end > from && text[end - 1] == ' ') --end;
    std::size_t begin = end;
    while (begin > from && IsWordLetter(text[begin - 1])) --begin;
    if (begin < end && end < dash) return Mark{begin, end, dash + kDash.size()};
  }
  return std::nullopt;
}

std::vector<Mark> FindMarks(std::string_view text) {
  std::vector<Mark> marks;
  while (const auto mark = FindMark(text, marks.empty() ? 0 : marks.back().summary)) {
    marks.push_back(*mark);
  }
  return marks;
}

/// Whether the name that begins at `at` cannot begin further left.
bool BeginsThere(std::string_view text, std::size_t at) {
  return at == 0 || (!IsWordLetter(text[at - 1]) && text[at - 1] != ' ');
}

bool BeginsItsLine(std::string_view text, const Mark& mark) {
  const std::size_t line = text.rfind('\n', mark.begin);
  const std::size_t first = line == std::string_view::npos ? 0 : line;
  return Trimmed(text.substr(first, mark.begin - first)).empty();
}

std::vector<Mark> NamesOfLines(std::string_view text) {
  std::vector<Mark> marks = FindMarks(text);
  std::erase_if(marks, [&](const Mark& mark) { return !BeginsItsLine(text, mark); });
  return marks;
}

/// Returns marks whose names are as wide as the column of names; none if its width is uncertain.
std::vector<Mark> NamesOfColumn(std::string_view text) {
  std::vector<Mark> marks = FindMarks(text);
  if (marks.size() < 2 || !text.substr(0, marks[0].end).ends_with(kAuto)) return {};
  marks[0].begin = marks[0].end - kAuto.size();
  if (!BeginsThere(text, marks[1].begin)) return {};
  const std::size_t width = marks[1].Width(marks[1].end - marks[1].begin);
  for (Mark& mark : std::span(marks).subspan(1)) {
    const std::size_t padding = mark.Width(0);
    if (padding >= width || mark.begin + (width - padding) > mark.end) return {};
    mark.begin = mark.end - (width - padding);
  }
  return marks;
}

}  // namespace

bool IsNativeName(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, IsNameLetter);
}

std::vector<NativeAlgorithm> ParseNativeAlgorithms(std::string_view description) {
  const bool has_lines = description.find('\n') != std::string_view::npos;
  const std::vector<Mark> marks =
      has_lines ? NamesOfLines(description) : NamesOfColumn(description);
  const auto name_of = [&](const Mark& mark) {
    return description.substr(mark.begin, mark.end - mark.begin);
  };
  if (marks.empty() || name_of(marks.front()) != kAuto) return {};
  std::vector<NativeAlgorithm> found;
  for (std::size_t i = 1; i < marks.size(); ++i) {
    const std::string_view name = name_of(marks[i]);
    const std::size_t end = i + 1 < marks.size() ? marks[i + 1].begin : description.size();
    const std::string_view summary = description.substr(marks[i].summary, end - marks[i].summary);
    const bool is_new = std::ranges::find(found, name, &NativeAlgorithm::name) == found.end();
    if (!IsNativeName(name) || name == kAuto || !is_new) return {};
    found.push_back({std::string(name), std::string(Trimmed(summary)), static_cast<int>(i)});
  }
  return found;
}

}  // namespace colltune
