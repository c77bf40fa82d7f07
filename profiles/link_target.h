// Files that symbolic links stand for.
#ifndef COLLTUNE_PROFILES_LINK_TARGET_H_
#define COLLTUNE_PROFILES_LINK_TARGET_H_

#include <string>

namespace colltune {

/// Returns the path of the file that `path` stands for, through all symbolic links; the file need
/// not exist. Returns `path` itself where it is no link, or where links lead in a circle.
std::string LinkTarget(const std::string& path);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_LINK_TARGET_H_
