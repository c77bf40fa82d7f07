// Splits a line into words as a shell does.
#ifndef COLLTUNE_PROFILES_EXPORTERS_SHELL_WORDS_H_
#define COLLTUNE_PROFILES_EXPORTERS_SHELL_WORDS_H_

#include <string>
#include <string_view>
#include <vector>

namespace colltune {

struct ShellWord {
  std::string text;            ///< without quotes
  bool has_variables = false;  ///< $ or ` outside of single quotes, which a shell replaces
};

/// Returns the words of each command, by the rules of POSIX's shell (XCU 2.2, 2.3) for quotes,
/// comments and operators; operators are in no command. Throws std::invalid_argument for a quote
/// without an end.
std::vector<std::vector<ShellWord>> SplitCommands(std::string_view line);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_SHELL_WORDS_H_
