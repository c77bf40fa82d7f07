#include "profiles/profile.h"

namespace colltune {

ProfileError::ProfileError(const std::string& file, int line, const std::string& reason)
    : std::runtime_error(file + ":" + (line > 0 ? std::to_string(line) + ":" : "") + " " + reason) {
}

}  // namespace colltune
