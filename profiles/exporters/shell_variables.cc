#include "profiles/exporters/shell_variables.h"

#include <fmt/format.h>

#include <set>
#include <stdexcept>

#include "profiles/profile.h"
#include "profiles/split.h"

namespace colltune {
namespace {

constexpr std::size_t kMostOfVariable = 128 << 10;
constexpr std::string_view kExport = "export ";

struct Variable {
  std::string_view name;
  std::string_view value;
};

/// Throws std::invalid_argument. Values hold nothing that a shell would replace.
Variable ParseLine(std::string_view line) {
  const std::size_t quote = line.find("=\"");
  if (!line.starts_with(kExport) || quote == line.npos || line.size() < quote + 3 ||
      line.find_first_of("\"$`\\", quote + 2) != line.size() - 1 || line.back() != '"') {
    throw std::invalid_argument("is not of the form export NAME=\"VALUE\"");
  }
  const Variable variable{line.substr(kExport.size(), quote - kExport.size()),
                          line.substr(quote + 2, line.size() - quote - 3)};
  if (variable.name.size() + variable.value.size() + 2 > kMostOfVariable) {
    throw std::invalid_argument(
        fmt::format("{} has {} bytes, more than the 128 KiB that a program can be given in one "
                    "variable: export fewer collectives or numbers of ranks",
                    variable.name, variable.value.size()));
  }
  return variable;
}

}  // namespace

std::string ExportLine(std::string_view name, std::string_view value) {
  return fmt::format("export {}=\"{}\"\n", name, value);
}

void ReadExportLines(
    std::string_view text, const std::string& file,
    const std::function<void(std::string_view name, std::string_view value)>& each) {
  std::set<std::string_view> seen;
  int number = 0;
  for (const std::string_view line : Split(text, '\n')) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    try {
      const Variable variable = ParseLine(line);
      if (!seen.insert(variable.name).second) {
        throw std::invalid_argument(fmt::format("{} comes twice", variable.name));
      }
      each(variable.name, variable.value);
    } catch (const std::invalid_argument& error) {
      throw ProfileError(file, number, error.what());
    }
  }
}

}  // namespace colltune
