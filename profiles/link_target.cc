#include "profiles/link_target.h"

#include <filesystem>
#include <system_error>

namespace colltune {

std::string LinkTarget(const std::string& path) {
  constexpr int kMostLinks = 40;  // Linux follows no more either: man path_resolution
  std::filesystem::path at = path;
  for (int i = 0; i < kMostLinks; ++i) {
    std::error_code no_link;
    const std::filesystem::path target = std::filesystem::read_symlink(at, no_link);
    if (no_link) return at;
    at = at.parent_path() / target;
  }
  return path;
}

}  // namespace colltune
