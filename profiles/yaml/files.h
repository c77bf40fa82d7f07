// Profiles as files: FILE, and its compiled table FILE.table beside it. See profiles/FORMAT.md.
//
// All functions throw ProfileError, which names the file and the reason. Only one process of a
// parallel program should write.
#ifndef COLLTUNE_PROFILES_YAML_FILES_H_
#define COLLTUNE_PROFILES_YAML_FILES_H_

#include <string>

#include "profiles/profile.h"

namespace colltune {

Profile ReadProfile(const std::string& path);

/// Writes the profile to `path` and its table to TablePath(path). Nothing is written that
/// ReadProfile would refuse.
///
/// Both are written completely beside the old files, forced to the disk, and then renamed, the
/// table first: when a step fails, the old profile stays as it is, and a table that does not
/// belong to the profile is never taken for its own, as it carries the checksum of the profile's
/// text.
void WriteProfile(const std::string& path, const Profile& profile);

/// Writes TablePath(path) anew from the profile in `path`, which stays as it is.
void CompileProfile(const std::string& path);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_YAML_FILES_H_
