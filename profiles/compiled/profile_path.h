// Search for the profile of this machine, where nobody names one.
#ifndef COLLTUNE_PROFILES_COMPILED_PROFILE_PATH_H_
#define COLLTUNE_PROFILES_COMPILED_PROFILE_PATH_H_

#include <functional>
#include <string>
#include <vector>

#include "profiles/profile.h"

namespace colltune {

/// Returns the value of a variable of the environment, or nullptr.
using Environment = std::function<const char*(const char* name)>;

/// Returns the value of a variable as text; empty where the variable is not set.
std::string ValueOf(const Environment& environment, const char* name);

/// The name of this node.
std::string HostName();

/// Returns $XDG_DATA_HOME/colltune, with ~/.local/share for an XDG_DATA_HOME that is not set (XDG
/// Base Directory Specification); empty where HOME is not set either.
std::string UserFolder(const Environment& environment);

/// Returns the folder of the profiles that are installed together with the program or library
/// `own`: ../share/colltune/profiles, seen from the folder of `own`. Starts one folder higher if
/// that folder is colltune's own, as in lib/colltune/libcolltune.so.
std::string InstalledFolder(const std::string& own);

/// Returns the folders to search for profiles, the first one first: those of COLLTUNE_PROFILE_PATH,
/// with colons between them. Where that is not set: InstalledFolder(own), if `own` is not empty,
/// and UserFolder. Throws std::invalid_argument for a folder that is not absolute: nothing is ever
/// taken from the current folder.
std::vector<std::string> ProfileFolders(const Environment& environment, const std::string& own);

/// A profile that is in one of the folders.
struct FoundProfile {
  std::string path;         ///< FILE, or FILE.table where there is no FILE
  Fingerprint fingerprint;  ///< as its table has it
  std::string fault;        ///< empty, or why the profile cannot be used at all: "FILE: reason"
};

/// Returns all profiles of a folder, sorted by path; none where there is no folder.
std::vector<FoundProfile> FindProfiles(const std::string& folder);

/// Returns the path of the profile to use: in the first folder that has profiles for `here`, the
/// only one, or HOST.yaml. Returns an empty path if no folder has one. Throws std::exception
/// - that names two profiles, if a folder has several and no HOST.yaml,
/// - that names the fault, if HOST.yaml cannot be used.
/// Passes over other unusable profiles, since they may be for other machines. Never finds the
/// profile of a simulated machine: its fingerprint does not say which machine was simulated.
std::string PickProfile(const std::vector<std::string>& folders, const Fingerprint& here,
                        const std::string& host);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_COMPILED_PROFILE_PATH_H_
