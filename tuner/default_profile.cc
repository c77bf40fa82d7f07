#include "tuner/default_profile.h"

#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace colltune {

std::string DefaultProfile() {
  std::array<char, 256> host{};  // POSIX: host names have at most 255 bytes
  gethostname(host.data(), host.size() - 1);
  const char* data = std::getenv("XDG_DATA_HOME");
  const char* home = std::getenv("HOME");
  std::filesystem::path folder;
  if (data && *data) {
    folder = data;
  } else if (home && *home) {
    folder = std::filesystem::path(home) / ".local" / "share";
  } else {
    throw std::invalid_argument("neither XDG_DATA_HOME nor HOME is set: name the profile's file");
  }
  return folder / "colltune" / (std::string(host.data()) + ".yaml");
}

}  // namespace colltune
