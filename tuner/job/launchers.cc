#include "tuner/job/launchers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <span>

#include "profiles/split.h"

namespace colltune::tune {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kPreload = "LD_PRELOAD";
constexpr const char* kProfile = "COLLTUNE_PROFILE";
constexpr std::string_view kMpiexec = "mpiexec";

std::string FileName(std::string_view path) {
  return std::filesystem::path(path).filename().string();
}

/// Returns the value for a variable that the launcher's options set to `theirs`.
std::string Merged(const Preloading& preloading, std::string_view name, std::string_view theirs) {
  if (name == kPreload) return WithPreload(theirs, preloading.library);
  return std::string(theirs);
}

/// Cuts NAME=VALUE at its first =. Text without = has no value.
std::pair<std::string, std::optional<std::string>> CutAtEqual(const std::string& text) {
  const std::size_t at = text.find('=');
  if (at == std::string::npos) return {text, std::nullopt};
  return {text.substr(0, at), text.substr(at + 1)};
}

bool Contains(NameList names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Request to a launcher.
struct Request {
  const Launcher* launcher;  ///< nullptr: the command is no launcher
  const Preloading& preloading;
  const Environment& environment;
  Variables variables;  ///< for all ranks
};

void InsertOptions(PreparedCommand& start, const Words& options) {
  start.words.insert(start.words.begin() + 1, options.begin(), options.end());
}

/// Adds the variables for Hydra by -genv NAME VALUE, which is for all ranks; -env is for the ranks
/// of one program. The last -genv of a name counts. Either option may be NAME=VALUE, and begin with
/// two dashes. Hydra takes values as they are.
void TellHydra(const Request& request, PreparedCommand& start) {
  Words& words = start.words;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (!Contains(request.launcher->before_name_and_value, words[i])) continue;
    const auto [name, value] = CutAtEqual(words[++i]);
    if (name != kPreload) continue;
    if (value) {
      words[i] = name + "=" + Merged(request.preloading, name, *value);
    } else if (i + 1 < words.size()) {
      ++i;
      words[i] = Merged(request.preloading, name, words[i]);
    }
  }
  Words options;
  for (const auto& [name, value] : request.variables) {
    options.insert(options.end(), {"-genv", name, value});
  }
  InsertOptions(start, options);
}

/// Adds the variables for Open MPI by -x NAME=VALUE; -x NAME takes the value in the launcher's
/// environment. Open MPI takes values as they are. Of two options for a name, Open MPI 4 takes the
/// last one, and 5 neither.
void TellOpenMpi(const Request& request, PreparedCommand& start) {
  Variables left = request.variables;
  for (std::size_t i = 1; i + 1 < start.words.size(); ++i) {
    if (!Contains(request.launcher->before_name, start.words[i])) continue;
    const auto [name, value] = CutAtEqual(start.words[++i]);
    const auto ours = std::ranges::find(request.variables, name, &Variables::value_type::first);
    if (ours == request.variables.end()) continue;
    start.words[i] = name + "=" + (value ? Merged(request.preloading, name, *value) : ours->second);
    std::erase_if(left, [&name = name](const auto& variable) { return variable.first == name; });
  }
  Words options;
  for (const auto& [name, value] : left) options.insert(options.end(), {"-x", name + "=" + value});
  InsertOptions(start, options);
}

/// Long options of srun without a value, or with one after a = alone (man srun). All others take
/// the next word.
constexpr std::string_view kSrunFlags =
    "--contiguous --debugger-test --disable-status --exact --exclusive --external-launcher --help "
    "--hold --immediate --interactive --kill-on-bad-exit --label --multi-prog --nice --no-allocate "
    "--no-kill --overcommit --overlap --oversubscribe --preserve-env --propagate --pty --quiet "
    "--quit-on-interrupt --reboot --resv-ports --share --spread-job --stepmgr --unbuffered --usage "
    "--use-min-nodes --verbose --version --wait-for-children --x11";
constexpr std::string_view kSrunShortFlags = "EhHIkKlOQsuvVXZ";

/// Whether the value of this option of srun is the next word.
bool TakesNextWord(const std::string& option) {
  if (option.starts_with("--")) {
    const auto flags = Split(kSrunFlags, ' ');
    return option.find('=') == std::string::npos && std::ranges::find(flags, option) == flags.end();
  }
  return option.size() == 2 && kSrunShortFlags.find(option[1]) == std::string_view::npos;
}

/// Counts the words before the program: srun and its options.
std::size_t CountSrunOptions(std::span<const std::string> words) {
  std::size_t i = 1;
  while (i < words.size() && words[i].starts_with('-') && words[i] != "--") {
    i += TakesNextWord(words[i]) ? 2 : 1;
  }
  return std::min(i, words.size());
}

/// Removes all --export options from `words`, and returns the value of the last one. Without any,
/// returns SLURM_EXPORT_ENV, or ALL if that is empty.
std::string TakeExport(const Request& request, Words& words) {
  constexpr std::string_view kOption = "--export";
  std::optional<std::string> found;
  std::size_t end = CountSrunOptions(words);
  for (std::size_t i = 1; i < end;) {
    const auto [name, value] = CutAtEqual(words[i]);
    const bool takes_next = TakesNextWord(words[i]);
    if (name != kOption || (takes_next && i + 1 == end)) {
      i += takes_next ? 2 : 1;
      continue;
    }
    found = value ? *value : words[i + 1];
    const std::ptrdiff_t count = takes_next ? 2 : 1;
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(i);
    words.erase(first, first + count);
    end -= static_cast<std::size_t>(count);
  }
  if (found) return *found;
  const std::string standard = ValueOf(request.environment, "SLURM_EXPORT_ENV");
  return standard.empty() ? "ALL" : standard;
}

/// Whether srun takes `value` as one value. srun cuts the list of --export at commas, and strips
/// its quotes.
bool IsPlain(std::string_view value) {
  return value.find_first_of(",'\"\\\n") == std::string_view::npos;
}

/// Adds the variables for srun to --export=ALL,NAME=VALUE,NAME. Without ALL the ranks get only the
/// variables in that list.
void TellSlurm(const Request& request, PreparedCommand& start) {
  Variables variables = request.variables;
  std::vector<std::string> items;
  const std::string list = TakeExport(request, start.words);
  for (const std::string_view item : Split(list, ',')) {
    const auto [name, value] = CutAtEqual(std::string(item));
    const auto ours = std::ranges::find(variables, name, &Variables::value_type::first);
    if (ours != variables.end()) {
      if (value) ours->second = Merged(request.preloading, name, *value);
    } else if (item != "NONE" && item != "NIL") {
      items.emplace_back(item);
    }
  }
  for (const auto& [name, value] : variables) {
    items.push_back(IsPlain(value) ? name + "=" + value : name);
    if (!IsPlain(value)) start.environment.emplace_back(name, value);
  }
  InsertOptions(start, {fmt::format("--export={}", fmt::join(items, ","))});
}

/// Adds the variables to the launcher's environment, which its ranks inherit.
void TellByEnvironment(const Request& request, PreparedCommand& start) {
  start.environment = request.variables;
}

using Tell = void (*)(const Request&, PreparedCommand&);

/// By LauncherSyntax.
constexpr std::array<Tell, 4> kTell = {TellByEnvironment, TellHydra, TellOpenMpi, TellSlurm};

/// Returns the launcher of that program; nullptr if the program is none.
const Launcher* FindLauncher(std::string_view program, const MpiLibrary& mpi) {
  if (program == kMpiexec || program == "mpirun") return mpi.launcher;
  for (const Launcher& launcher : kLaunchers) {
    if (Contains(launcher.programs, program)) return &launcher;
  }
  for (const MpiLibrary& library : kMpiLibraries) {
    if (Contains(library.programs, program)) return library.launcher;
  }
  return nullptr;
}

}  // namespace

std::string WithPreload(std::string_view others, const std::string& library) {
  const std::string name = FileName(library);
  std::string merged;
  bool has_it = false;
  while (!others.empty()) {
    const std::size_t end = std::min(others.find_first_of(" :"), others.size());
    const std::string_view one = others.substr(0, end);
    const std::string_view rest = others.substr(std::min(end + 1, others.size()));
    if (FileName(one) != name) {
      merged += others.substr(0, end + 1);
    } else if (!has_it) {
      has_it = true;
      merged += library;
      merged += others.substr(end, 1);
    }
    others = rest;
  }
  if (has_it || merged.empty()) return has_it ? merged : library;
  return library + ":" + merged;
}

PreparedCommand StartPreloading(const Preloading& preloading,
                                const std::vector<std::string>& command,
                                const Environment& environment, const MpiLibrary& mpi) {
  const Launcher* const launcher = FindLauncher(FileName(command.front()), mpi);
  const Request request{
      launcher,
      preloading,
      environment,
      {{kPreload, WithPreload(ValueOf(environment, kPreload), preloading.library)},
       {kProfile, preloading.profile}}};
  PreparedCommand start{command, {}};
  const auto syntax = launcher == nullptr ? LauncherSyntax::kEnvironment : launcher->syntax;
  kTell[static_cast<std::size_t>(syntax)](request, start);
  return start;
}

std::vector<std::string> MpiexecNames(const MpiLibrary& mpi) {
  std::vector<std::string> names;
  for (const NameList programs : {mpi.programs, mpi.launcher->programs}) {
    for (const std::string_view program : programs) {
      if (program.starts_with(kMpiexec)) names.emplace_back(program);
    }
  }
  names.emplace_back(kMpiexec);
  return names;
}

}  // namespace colltune::tune
