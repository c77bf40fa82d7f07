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
/// profile first. When a step before that fails, the old files stay as they are. A table that does
/// not belong to the profile is never taken for the profile's own, as each table carries the
/// checksum of its profile's text.
void WriteProfile(const std::string& path, const Profile& profile);

/// Writes TablePath(path) anew from the profile in `path`, which stays as it is.
void CompileProfile(const std::string& path);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_YAML_FILES_H_
