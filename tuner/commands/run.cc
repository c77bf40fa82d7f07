// colltune run --profile P -- mpiexec -n 16 ./application: runs the application under the preload.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "profiles/compiled/compiled_table.h"
#include "profiles/compiled/profile_path.h"
#include "profiles/fingerprint.h"
#include "profiles/yaml/files.h"
#include "tuner/commands/command.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/launch.h"
#include "tuner/job/launchers.h"

namespace colltune::tune {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string profile;
  std::vector<std::string> command;
};

/// Returns the path. Throws std::invalid_argument for a path that LD_PRELOAD would split.
fs::path Preloadable(const fs::path& library) {
  if (library.string().find_first_of(" :") == std::string::npos) return library;
  throw std::invalid_argument(
      fmt::format("{}: nothing is preloaded from a path with a space or a colon in it (man ld.so); "
                  "install colltune in another folder",
                  library.string()));
}

/// Returns the path of the preload library, beside this program as built or as installed. Throws
/// std::invalid_argument if there is none.
fs::path PreloadLibrary() {
  const fs::path folder = fs::path(OwnPath()).parent_path();
  constexpr std::array kPlaces = {"intercept/libcolltune.so", "../lib/colltune/libcolltune.so"};
  for (const char* place : kPlaces) {
    if (fs::exists(folder / place)) return Preloadable(fs::canonical(folder / place));
  }
  throw std::invalid_argument(fmt::format("no libcolltune.so: neither {} nor {} exists",
                                          (folder / kPlaces[0]).string(),
                                          (folder / kPlaces[1]).string()));
}

/// Compiles a profile if its table is missing, damaged or older than the profile. Here an error can
/// still be shown well.
void CompileIfNeeded(const std::string& profile) {
  try {
    const CompiledTable table(ReadCompiled(profile), profile);
  } catch (const ProfileError&) {
    CompileProfile(profile);
  }
}

/// Picks a profile as the preload library does. Throws std::invalid_argument if there is none.
std::string Pick() {
  const Environment environment = [](const char* name) { return std::getenv(name); };
  std::string named = ValueOf(environment, "COLLTUNE_PROFILE");
  if (!named.empty()) return named;
  const std::vector<std::string> folders = ProfileFolders(environment, OwnPath());
  for (const std::string& folder : folders) {
    const fs::path own = fs::path(folder) / (HostName() + ".yaml");
    if (fs::exists(own)) CompileIfNeeded(own);
  }
  std::string path = PickProfile(folders, ThisMachine(), HostName());
  if (!path.empty()) return path;
  throw std::invalid_argument(
      fmt::format("no profile in {} is for this machine; measure it by: colltune tune",
                  fmt::join(folders, ", ")));
}

/// Returns the fingerprint of a profile, or of a table that stands alone.
Fingerprint FingerprintOf(const std::string& profile) {
  try {
    return CompiledTable(ReadCompiled(profile), profile).fingerprint();
  } catch (const ProfileError&) {
    if (profile.ends_with(kTableSuffix)) throw;
    return ReadProfile(profile).fingerprint;  // the profile has no table yet, or was edited
  }
}

int Run(const Options& options, const Context& context) {
  if (context.job) {
    throw std::invalid_argument("run starts the launcher itself: colltune run -- mpiexec ...");
  }
  const fs::path profile = fs::absolute(options.profile.empty() ? Pick() : options.profile);
  const std::string difference = Difference(FingerprintOf(profile), ThisMachine());
  if (!difference.empty()) {
    throw ProfileError(profile, 0, "belongs to another cluster: " + difference);
  }
  CompileIfNeeded(profile);
  const PreparedCommand start = StartPreloading(
      {PreloadLibrary(), profile}, options.command,
      [](const char* name) { return std::getenv(name); }, RunningLibrary());
  Become(start.words, start.environment);
}

}  // namespace

Action AddRun(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option(
         "--profile", options->profile,
         "the profile's file (default: COLLTUNE_PROFILE, or the one for this machine in the "
         "folders that `colltune profiles` lists)")
      ->check(NamesSomething());
  app.add_option("command", options->command, "the application's command, after --")->required();
  app.positionals_at_end();
  return [options](const Context& context) { return Run(*options, context); };
}

}  // namespace colltune::tune
