// Which profile is for this machine, where nobody names one.
#ifndef COLLTUNE_PROFILES_COMPILED_PROFILE_PATH_H_
#define COLLTUNE_PROFILES_COMPILED_PROFILE_PATH_H_

#include <functional>
#include <string>
#include <vector>

#include "profiles/profile.h"

namespace colltune {

/// The value of a variable of the environment, or nullptr.
using Environment = std::function<const char*(const char* name)>;

/// The same as text; empty where it is not set.
std::string ValueOf(const Environment& environment, const char* name);

/// The name of this node.
std::string HostName();

/// $XDG_DATA_HOME/colltune, with ~/.local/share for an XDG_DATA_HOME that is not set (XDG Base
/// Directory Specification); empty where HOME is not set either.
std::string UserFolder(const Environment& environment);

/// Where profiles are installed together with the program or library that is in the file `own`:
/// ../share/colltune/profiles, as seen from its folder, or from the one above where that is a
/// folder of our own, as in lib/colltune/libcolltune.so.
std::string InstalledFolder(const std::string& own);

/// The folders in which profiles are looked for, the first one first: those of
/// COLLTUNE_PROFILE_PATH, with colons between them, or where it is not set InstalledFolder(own),
/// where `own` is not empty, and UserFolder. Throws std::invalid_argument for one that is not
/// absolute: nothing is ever taken from the current folder.
std::vector<std::string> ProfileFolders(const Environment& environment, const std::string& own);

/// A profile that is in one of the folders.
struct FoundProfile {
  std::string path;         ///< FILE, or FILE.table where there is no FILE
  Fingerprint fingerprint;  ///< as its table has it
  std::string fault;        ///< empty, or why it cannot be used at all: "FILE: reason"
};

/// All of a folder by their names; none where there is no folder.
std::vector<FoundProfile> FindProfiles(const std::string& folder);

/// Of the profiles in the first folder that has any for `here`, the path of the one that is meant:
/// the only one, or HOST.yaml. Empty where no folder has one. Throws std::exception, which names
/// two of them, where several are, and with its fault where HOST.yaml cannot be used; others that
/// cannot be are passed over, as they may be for other machines. A simulated machine's profile has
/// to be named: that it was simulated says nothing of what was simulated.
std::string PickProfile(const std::vector<std::string>& folders, const Fingerprint& here,
                        const std::string& host);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_COMPILED_PROFILE_PATH_H_
