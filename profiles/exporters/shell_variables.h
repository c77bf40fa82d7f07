// Files of `export NAME="VALUE"` lines, for a shell to read by its command `.`.
#ifndef COLLTUNE_PROFILES_EXPORTERS_SHELL_VARIABLES_H_
#define COLLTUNE_PROFILES_EXPORTERS_SHELL_VARIABLES_H_

#include <functional>
#include <string>
#include <string_view>

namespace colltune {

std::string ExportLine(std::string_view name, std::string_view value);

/// Calls `each` with the name and the value of every line, but of comments and empty lines. What
/// is thrown as std::invalid_argument for a line becomes a ProfileError that names it, as do lines
/// of another form, names that come twice, and values that no program can be given: Linux takes
/// 128 KiB for a variable with its name, `=` and the end mark (execve(2), MAX_ARG_STRLEN).
void ReadExportLines(
    std::string_view text, const std::string& file,
    const std::function<void(std::string_view name, std::string_view value)>& each);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_SHELL_VARIABLES_H_
