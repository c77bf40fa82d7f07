#include "profiles/exporters/shell_variables.h"

#include <fmt/format.h>

namespace colltune {

std::string ExportLine(std::string_view name, std::string_view value) {
  return fmt::format("export {}=\"{}\"\n", name, value);
}

}  // namespace colltune
