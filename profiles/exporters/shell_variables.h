// Lines of files for a shell to read by its command `.`; settings_text.h reads them.
#ifndef COLLTUNE_PROFILES_EXPORTERS_SHELL_VARIABLES_H_
#define COLLTUNE_PROFILES_EXPORTERS_SHELL_VARIABLES_H_

#include <string>
#include <string_view>

namespace colltune {

/// `export NAME="VALUE"`. Requires a value in which a shell replaces nothing.
std::string ExportLine(std::string_view name, std::string_view value);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_SHELL_VARIABLES_H_
