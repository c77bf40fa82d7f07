// The default path of a profile.
#ifndef COLLTUNE_TUNER_SESSION_DEFAULT_PROFILE_H_
#define COLLTUNE_TUNER_SESSION_DEFAULT_PROFILE_H_

#include <string>

namespace colltune::tune {

/// $XDG_DATA_HOME/colltune/HOST.yaml, with ~/.local/share for an XDG_DATA_HOME that is not set
/// (XDG Base Directory Specification). Throws std::invalid_argument where HOME is not set either.
std::string DefaultProfile();

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SESSION_DEFAULT_PROFILE_H_
