// All that this program writes to a terminal. Texts from outside (names of files and hosts, what
// files hold) become printable on the way.
#ifndef COLLTUNE_TUNER_JOB_PRINT_H_
#define COLLTUNE_TUNER_JOB_PRINT_H_

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <type_traits>

#include "algorithms/printable.h"

namespace colltune::tune {

/// A value as it is, and a text Printable on one line.
template <typename Value>
decltype(auto) ShownAs(const Value& value) {
  if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
    return Printable(std::string_view(value));
  } else {
    return (value);
  }
}

/// fmt::format, where each argument that is a text stays on its line.
template <typename... Values>
std::string PrintableText(fmt::format_string<Values...> format, Values&&... values) {
  const auto formatted = [&](const auto&... shown) {
    return fmt::vformat(format, fmt::make_format_args(shown...));
  };
  return formatted(ShownAs(values)...);
}

/// Lines of our own, to standard output: a text from outside in them may hold no line's end, all
/// else that it may hold becomes printable.
void PrintLines(std::string_view lines);

/// To standard output, as PrintableText has it.
template <typename... Values>
void Print(fmt::format_string<Values...> format, Values&&... values) {
  PrintLines(PrintableText<Values...>(format, std::forward<Values>(values)...));
}

/// Lines of our own, to standard error.
void WarnLines(std::string_view lines);

/// "colltune: TEXT" and a line's end, to standard error, as PrintableText has it.
template <typename... Values>
void Warn(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = PrintableText<Values...>(format, std::forward<Values>(values)...);
  WarnLines("colltune: " + text + "\n");
}

/// Prints data for programs to standard output: unchanged, but to a terminal as PrintLines does.
void PrintData(std::string_view data);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_PRINT_H_
