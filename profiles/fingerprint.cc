#include "profiles/fingerprint.h"

#include <algorithm>

#include "algorithms/mpi_libraries/mpi_libraries.h"

namespace colltune {
namespace {

/// Returns the printable words with one blank between them: a profile holds them in one line of
/// text.
std::string Clean(std::string_view text) {
  std::string clean;
  for (const char c : text) {
    if (c > ' ' && c <= '~') {
      clean += c;
    } else if (!clean.empty() && clean.back() != ' ') {
      clean += ' ';
    }
  }
  if (!clean.empty() && clean.back() == ' ') clean.pop_back();
  return clean;
}

/// Returns VALUE of the first line "KEY: VALUE".
std::string ValueOf(std::string_view key, std::string_view text) {
  const std::size_t start = text.find(key);
  if (start == std::string_view::npos) return std::string(kUnknown);
  const std::string_view line = text.substr(start, text.find('\n', start) - start);
  const std::size_t colon = std::min(line.find(':'), line.size() - 1);
  const std::string value = Clean(line.substr(colon + 1));
  return value.empty() ? std::string(kUnknown) : value;
}

void Compare(std::string_view part, const std::string& wanted, const std::string& here,
             std::string& differences) {
  if (wanted == here) return;
  if (!differences.empty()) differences += "; ";
  differences.append("the ").append(part).append(" is '").append(here);
  differences.append("', the profile is for '").append(wanted).append("'");
}

}  // namespace

std::string Difference(const Fingerprint& wanted, const Fingerprint& here) {
  std::string differences;
  Compare("MPI library", wanted.mpi, here.mpi, differences);
  Compare("processor", wanted.cpu, here.cpu, differences);
  Compare("number of cores", std::to_string(wanted.cores), std::to_string(here.cores), differences);
  Compare("number of sockets", std::to_string(wanted.sockets), std::to_string(here.sockets),
          differences);
  Compare("MPI library's device", wanted.device, here.device, differences);
  return differences;
}

std::string LibraryName(std::string_view version) {
  std::string line = Clean(version.substr(0, version.find('\n')));
  for (const MpiLibrary& library : kMpiLibraries) {
    if (!library.fingerprint_is_name_and_version) continue;
    if (!line.starts_with(library.version_prefix)) continue;
    const std::size_t start = line.find_first_not_of(' ', library.version_prefix.size());
    if (start == std::string::npos) continue;
    std::string number = line.substr(start, line.find_first_of(" ,", start) - start);
    if (number.ends_with('.')) number.pop_back();
    return std::string(library.name) + " " + number;
  }
  return line;
}

std::string CpuName(std::string_view cpuinfo) { return ValueOf("model name", cpuinfo); }

std::string DeviceName(std::string_view version) {
  for (const MpiLibrary& library : kMpiLibraries) {
    if (library.device_key.empty()) continue;
    std::string device = ValueOf(library.device_key, version);
    if (device != kUnknown) return device;
  }
  return std::string(kUnknown);
}

}  // namespace colltune
