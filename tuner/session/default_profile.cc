#include "tuner/session/default_profile.h"

#include <cstdlib>
#include <stdexcept>

#include "profiles/compiled/profile_path.h"

namespace colltune::tune {

std::string DefaultProfile() {
  const std::string folder = UserFolder([](const char* name) { return std::getenv(name); });
  if (!folder.empty()) return folder + "/" + HostName() + ".yaml";
  throw std::invalid_argument("neither XDG_DATA_HOME nor HOME is set: name the profile's file");
}

}  // namespace colltune::tune
