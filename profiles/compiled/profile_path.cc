#include "profiles/compiled/profile_path.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include "profiles/compiled/compiled_table.h"
#include "profiles/split.h"

namespace colltune {
namespace {

namespace fs = std::filesystem;

/// Returns the profile that a table lies beside, or the table itself.
FoundProfile Look(const fs::path& table) {
  const fs::path profile = fs::path(table).replace_extension();
  FoundProfile found;
  std::error_code fault;
  found.path = fs::exists(profile, fault) ? profile : table;
  try {
    found.fingerprint = CompiledTable(ReadCompiled(found.path), found.path).fingerprint();
  } catch (const ProfileError& error) {
    found.fault = error.what();
  }
  return found;
}

}  // namespace

std::string ValueOf(const Environment& environment, const char* name) {
  const char* const value = environment(name);
  return value == nullptr ? "" : value;
}

std::string HostName() {
  std::array<char, 256> host{};  // POSIX: host names have at most 255 bytes
  gethostname(host.data(), host.size() - 1);
  return host.data();
}

std::string UserFolder(const Environment& environment) {
  const std::string data = ValueOf(environment, "XDG_DATA_HOME");
  const std::string home = ValueOf(environment, "HOME");
  if (!data.empty()) return fs::path(data) / "colltune";
  return home.empty() ? "" : fs::path(home) / ".local" / "share" / "colltune";
}

std::string InstalledFolder(const std::string& own) {
  fs::path folder = fs::path(own).parent_path();
  if (folder.filename() == "colltune") folder = folder.parent_path();
  return folder.parent_path() / "share" / "colltune" / "profiles";
}

std::vector<std::string> ProfileFolders(const Environment& environment, const std::string& own) {
  const std::string named = ValueOf(environment, "COLLTUNE_PROFILE_PATH");
  const auto parts = Split(named, ':');
  std::vector<std::string> folders(parts.begin(), parts.end());
  if (named.empty()) folders = {own.empty() ? "" : InstalledFolder(own), UserFolder(environment)};
  std::erase(folders, "");
  for (const std::string& folder : folders) {
    if (fs::path(folder).is_absolute()) continue;
    // The user's own folder may be relative, too, where HOME is.
    throw std::invalid_argument(
        (named.empty() ? "XDG_DATA_HOME or HOME" : "COLLTUNE_PROFILE_PATH") +
        (": '" + folder + "' does not begin with /"));
  }
  return folders;
}

std::vector<FoundProfile> FindProfiles(const std::string& folder) {
  std::vector<FoundProfile> found;
  std::error_code fault;
  for (fs::directory_iterator file(folder, fault), end; !fault && file != end;
       file.increment(fault)) {
    const fs::path& path = file->path();
    const bool has_none =
        path.extension() == ".yaml" && !fs::exists(fs::path(path) += kTableSuffix);
    if (path.extension() == ".table") found.push_back(Look(path));
    if (has_none) found.push_back(Look(fs::path(path) += kTableSuffix));
  }
  std::ranges::sort(found, {}, &FoundProfile::path);
  return found;
}

std::string PickProfile(const std::vector<std::string>& folders, const Fingerprint& here,
                        const std::string& host) {
  if (here.cpu == kSimulated) return "";
  for (const std::string& folder : folders) {
    std::vector<FoundProfile> found = FindProfiles(folder);
    const std::string profile = fs::path(folder) / (host + ".yaml");
    const auto own = std::ranges::find_if(found, [&](const FoundProfile& one) {
      return one.path == profile || one.path == TablePath(profile);
    });
    if (own != found.end() && !own->fault.empty()) throw std::invalid_argument(own->fault);
    if (own != found.end() && own->fingerprint == here) return own->path;
    std::erase_if(found, [&here](const FoundProfile& one) {
      return !one.fault.empty() || one.fingerprint != here;
    });
    if (found.size() == 1) return found.front().path;
    if (found.size() > 1) {
      throw ProfileError(found[1].path, 0,
                         "is for this machine, but so is " + found[0].path +
                             ": name one of them by COLLTUNE_PROFILE");
    }
  }
  return "";
}

}  // namespace colltune
