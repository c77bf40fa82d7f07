#include "tuner/intercept/startup_config.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "profiles/compiled/compiled_table.h"
#include "profiles/compiled/profile_path.h"
#include "profiles/fingerprint.h"
#include "profiles/profile.h"
#include "tuner/intercept/statistics.h"

namespace colltune::intercept {
namespace {

// Ends each text of a packed plan. The texts follow Log, which is one byte.
constexpr char kEnd = '\0';

/// Cuts the first text off `bytes`, and returns it.
std::string NextText(std::string_view& bytes) {
  const std::size_t end = bytes.find(kEnd);
  std::string text(bytes.substr(0, end));
  bytes.remove_prefix(end + 1);
  return text;
}

/// Makes a path absolute, since the program may change its working directory.
std::string Absolute(const std::string& path) { return std::filesystem::absolute(path); }

std::string ReadTable(const std::string& path, int ranks) {
  const CompiledTable table(ReadCompiled(path), path);
  const std::string difference = Difference(table.fingerprint(), ThisMachine());
  if (!difference.empty()) {
    throw ProfileError(path, 0, "made for another cluster: " + difference);
  }
  return table.BytesUpTo(ranks);
}

/// Returns the path of this library's file, or of the program's if this code is linked into that.
std::string OwnFile() {
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(&OwnFile), &info) == 0) return "";
  std::error_code fault;
  return std::filesystem::canonical(info.dli_fname, fault);
}

/// Returns the path of this machine's profile; empty if there is none. Throws std::invalid_argument
/// instead where COLLTUNE_PROFILE_PATH names the folders.
std::string FindProfile(const Environment& environment) {
  const std::vector<std::string> folders = ProfileFolders(environment, OwnFile());
  // Most machines have no such folder, so that the fingerprint need not be taken.
  const bool has_any = std::ranges::any_of(folders, [](const std::string& folder) {
    std::error_code fault;
    return std::filesystem::exists(folder, fault);
  });
  std::string path = has_any ? PickProfile(folders, ThisMachine(), HostName()) : "";
  if (path.empty() && !ValueOf(environment, "COLLTUNE_PROFILE_PATH").empty()) {
    throw std::invalid_argument(fmt::format(
        "COLLTUNE_PROFILE_PATH: no profile in {} is for this machine; colltune profiles "
        "lists what they are for",
        fmt::join(folders, ", ")));
  }
  return path;
}

}  // namespace

StartupConfig ReadStartupConfig(const Environment& environment, int ranks) {
  const Settings settings = ReadSettings(environment);
  StartupConfig plan;
  if (settings.disabled) return plan;
  plan.log = settings.log;
  plan.log_rank = settings.log_rank;
  plan.force = settings.force;
  plan.beside_accelerators = settings.beside_accelerators;
  std::string profile = settings.profile;
  try {
    if (profile.empty()) profile = FindProfile(environment);
  } catch (const std::exception& error) {
    plan.warning = error.what();  // the user named no profile: all other settings hold
  }
  if (!profile.empty()) plan.table = ReadTable(profile, ranks);
  if (!settings.stats.empty()) {
    plan.stats = Absolute(settings.stats);
    if (!profile.empty()) plan.profile = Absolute(profile);
    plan.job = NewJobName();
  }
  return plan;
}

std::string Pack(const StartupConfig& plan) {
  std::string bytes(1, static_cast<char>(plan.log));
  for (const std::string& text :
       {std::to_string(plan.log_rank), plan.force, plan.stats, plan.profile, plan.job,
        std::to_string(plan.beside_accelerators ? 1 : 0)}) {
    bytes += text;
    bytes += kEnd;
  }
  return bytes;
}

StartupConfig Unpack(std::string_view bytes) {
  const auto log = static_cast<Log>(bytes.front());
  bytes.remove_prefix(1);
  // Braces evaluate the calls of NextText in this order.
  return {.log = log,
          .log_rank = std::stoi(NextText(bytes)),
          .force = NextText(bytes),
          .table = {},
          .stats = NextText(bytes),
          .profile = NextText(bytes),
          .job = NextText(bytes),
          .beside_accelerators = NextText(bytes) == "1"};
}

}  // namespace colltune::intercept
