// colltune run --profile P -- mpiexec -n 16 ./application: the application under the preload.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>

#include "profiles/compiled_table.h"
#include "profiles/files.h"
#include "profiles/fingerprint.h"
#include "profiles/profile_path.h"
#include "tuner/commands/command.h"
#include "tuner/exit_code.h"
#include "tuner/launch.h"

namespace colltune {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string profile;
  std::vector<std::string> command;
};

using Variables = std::vector<std::pair<std::string, std::string>>;

/// The path as LD_PRELOAD takes it. Throws std::invalid_argument for one that it would split.
fs::path Preloadable(const fs::path& library) {
  if (library.string().find_first_of(" :") == std::string::npos) return library;
  throw std::invalid_argument(
      fmt::format("{}: nothing is preloaded from a path with a space or a colon in it (man ld.so); "
                  "install colltune in another folder",
                  library.string()));
}

/// The preload library, beside this program as built or as installed.
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

/// How a launcher is told of the variables of the ranks alone: the launcher itself, and the shells
/// between, need no preload.
struct Launcher {
  const char* program;
  std::vector<std::string> (*options)(const Variables&);
};

std::vector<std::string> HydraOptions(const Variables& variables) {
  std::vector<std::string> words;
  for (const auto& [name, value] : variables) words.insert(words.end(), {"-genv", name, value});
  return words;
}

std::vector<std::string> OpenMpiOptions(const Variables& variables) {
  std::vector<std::string> words;
  for (const auto& [name, value] : variables) words.insert(words.end(), {"-x", name + "=" + value});
  return words;
}

std::vector<std::string> SlurmOptions(const Variables& variables) {
  std::string exports = "--export=ALL";
  for (const auto& [name, value] : variables) exports += "," + name + "=" + value;
  return {exports};
}

#ifdef OPEN_MPI
constexpr auto kOwnOptions = OpenMpiOptions;
#else
constexpr auto kOwnOptions = HydraOptions;
#endif

constexpr std::array<Launcher, 8> kLaunchers = {{
    {"mpiexec", kOwnOptions},
    {"mpirun", kOwnOptions},
    {"mpiexec.hydra", HydraOptions},
    {"mpiexec.mpich", HydraOptions},
    {"mpirun.mpich", HydraOptions},
    {"mpiexec.openmpi", OpenMpiOptions},
    {"mpirun.openmpi", OpenMpiOptions},
    {"srun", SlurmOptions},
}};

/// Where the table is missing, damaged or older than the profile: here an error can still be shown
/// well.
void CompileIfNeeded(const std::string& profile) {
  try {
    const CompiledTable table(ReadCompiled(profile), profile);
  } catch (const ProfileError&) {
    CompileProfile(profile);
  }
}

/// As the preload library does.
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

/// Of a profile, or of a table that stands alone.
Fingerprint FingerprintOf(const std::string& profile) {
  try {
    return CompiledTable(ReadCompiled(profile), profile).fingerprint();
  } catch (const ProfileError&) {
    if (profile.ends_with(kTableSuffix)) throw;
    return ReadProfile(profile).fingerprint;  // it has no table yet, or was edited
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
  const Variables variables = {{"LD_PRELOAD", PreloadLibrary()}, {"COLLTUNE_PROFILE", profile}};
  std::vector<std::string> command = options.command;
  const std::string program = fs::path(command.front()).filename();
  const auto launcher =
      std::ranges::find_if(kLaunchers, [&](const Launcher& l) { return program == l.program; });
  if (launcher == kLaunchers.end()) Become(command, variables);
  const std::vector<std::string> words = launcher->options(variables);
  command.insert(command.begin() + 1, words.begin(), words.end());
  Become(command, {});
}

}  // namespace

Action AddRun(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option(
      "--profile", options->profile,
      "the profile's file (default: COLLTUNE_PROFILE, or the one for this machine in the "
      "folders that `colltune profiles` lists)");
  app.add_option("command", options->command, "-- and the application's command")->required();
  app.positionals_at_end();
  return [options](const Context& context) { return Run(*options, context); };
}

}  // namespace colltune
