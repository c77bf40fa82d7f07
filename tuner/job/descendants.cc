#include "tuner/job/descendants.h"

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>

namespace colltune::tune {
namespace {

/// Nothing for one that has ended. /proc/ID/stat: "ID (NAME) STATE PARENT ...", where the name may
/// have spaces and parentheses.
std::optional<Process> Read(pid_t id) {
  std::ifstream file(fmt::format("/proc/{}/stat", id));
  std::ostringstream contents;
  contents << file.rdbuf();  // throws nothing where the process ends between opening and reading
  const std::string text = contents.str();
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream words(text.substr(name_end + 1));
  char state = 0;
  Process process{id};
  if (!(words >> state >> process.parent) || state == 'Z' || state == 'X') return std::nullopt;
  return process;
}

std::vector<Process> AllProcesses() {
  std::vector<Process> all;
  std::error_code error;  // of a process that ends while it is looked at
  for (std::filesystem::directory_iterator entry("/proc", error), end; entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename();
    pid_t id = 0;
    const auto read = std::from_chars(name.data(), name.data() + name.size(), id);
    if (read.ec != std::errc() || *read.ptr != '\0') continue;
    if (const auto process = Read(id)) all.push_back(*process);
  }
  return all;
}

}  // namespace

std::vector<Process> Descendants(pid_t ancestor) {
  const std::vector<Process> all = AllProcesses();
  std::vector<Process> found = {{ancestor, 0}};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const Process& process : all) {
      if (process.parent == found[i].id) found.push_back(process);
    }
  }
  found.erase(found.begin());
  return found;
}

std::string ProgramOf(pid_t process) {
  std::error_code error;
  return std::filesystem::read_symlink(fmt::format("/proc/{}/exe", process), error).string();
}

bool Handles(pid_t process, int signal) {
  std::ifstream file(fmt::format("/proc/{}/status", process));
  const std::string key = "SigCgt:";
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key)) continue;
    return (std::stoull(line.substr(key.size()), nullptr, 16) >> (signal - 1) & 1) != 0;
  }
  return false;
}

}  // namespace colltune::tune
