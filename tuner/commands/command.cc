#include "tuner/commands/command.h"

#include <fmt/format.h>

#include <cstdio>

#include "profiles/new_file.h"

namespace colltune {

void WriteText(const std::string& path, const std::string& text) {
  if (path == "-") {
    fmt::print("{}", text);
  } else {
    NewFile(path, text).Rename();
  }
}

Collective ParseCollective(std::string_view name) {
  if (const auto found = FindCollective(name)) return *found;
  throw std::invalid_argument(fmt::format("unknown collective '{}'; known are: {}", name,
                                          fmt::join(kCollectiveNames, ", ")));
}

}  // namespace colltune
