// Output of this program to a terminal. Texts from outside (names of files and hosts, contents of
// files) are made printable.
#ifndef COLLTUNE_TUNER_JOB_PRINT_H_
#define COLLTUNE_TUNER_JOB_PRINT_H_

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <type_traits>

#include "algorithms/printable.h"

namespace colltune::tune {

/// Returns a text as Printable on one line, and any other value unchanged.
template <typename Value>
decltype(auto) ShownAs(const Value& value) {
  if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
    return Printable(std::string_view(value));
  } else {
    return (value);
  }
}

/// Formats like fmt::format, but keeps each argument that is a text on one line.
template <typename... Values>
std::string PrintableText(fmt::format_string<Values...> format, Values&&... values) {
  const auto formatted = [&](const auto&... shown) {
    return fmt::vformat(format, fmt::make_format_args(shown...));
  };
  return formatted(ShownAs(values)...);
}

/// Prints lines of our own to standard output. A text from outside within them must hold no line's
/// end; its other characters are made printable.
void PrintLines(std::string_view lines);

/// Prints to standard output, formatted like PrintableText.
template <typename... Values>
void Print(fmt::format_string<Values...> format, Values&&... values) {
  PrintLines(PrintableText<Values...>(format, std::forward<Values>(values)...));
}

/// Prints lines of our own to standard error, as PrintLines does to standard output.
void WarnLines(std::string_view lines);

/// Prints "colltune: TEXT" and a line's end to standard error, with TEXT formatted like
/// PrintableText.
template <typename... Values>
void Warn(fmt::format_string<Values...> format, Values&&... values) {
  const std::string text = PrintableText<Values...>(format, std::forward<Values>(values)...);
  WarnLines("colltune: " + text + "\n");
}

/// Prints data for programs to standard output: unchanged, but to a terminal as PrintLines does.
void PrintData(std::string_view data);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_JOB_PRINT_H_
