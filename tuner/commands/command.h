// A subcommand of the program.
#ifndef COLLTUNE_TUNER_COMMANDS_COMMAND_H_
#define COLLTUNE_TUNER_COMMANDS_COMMAND_H_

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/registry.h"
#include "algorithms/units.h"
#include "tuner/job/progress.h"
#include "tuner/problem/sibling_timing.h"

namespace colltune::tune {

class Job;

/// Options of all commands.
struct Verbosity {
  bool quiet = false;    ///< no progress
  bool verbose = false;  ///< prints each step in words
};

/// Adds --quiet and --verbose, which hold for all subcommands of `app`.
void AddVerbosity(CLI::App& app, Verbosity& verbosity);

struct Context {
  Job* job = nullptr;  ///< nullptr when no launcher started this process
  Verbosity verbosity;
  /// Shows progress on one rank, unless --quiet.
  ProgressSink* progress = &SilentProgress();
  std::string command_line;
  std::vector<std::string> arguments;  ///< words of command_line, without the program
};

/// Runs a command with its parsed options; returns the exit code.
using Action = std::function<int(const Context&)>;

/// Ways in which a command gets its job.
enum class StartKind : unsigned char {
  kAlone,         ///< needs no job
  kUnderMpiexec,  ///< an MPI program: started alone, it starts itself under mpiexec
  kByItself,      ///< an MPI program; without a job, its action starts one or more jobs
};

struct Command {
  std::string_view name;
  std::string_view summary;
  StartKind start;
  /// Declares the options. A wrong option throws while it is parsed, before MPI is started:
  /// std::invalid_argument, or CLI11's own errors.
  Action (*add)(CLI::App& app);
};

/// Adds an option whose text `parse` turns into a value, or refuses with std::invalid_argument.
template <typename Parse>
CLI::Option* AddParsed(CLI::App& app, const std::string& names, const std::string& help,
                       Parse parse) {
  return app.add_option_function<std::string>(
      names,
      [names, parse](const std::string& text) {
        try {
          parse(text);
        } catch (const std::invalid_argument& error) {
          throw std::invalid_argument(names + ": " + error.what());
        }
      },
      help);
}

/// Adds an option whose value is what `parse` returns of its text; `target` has to outlive `app`.
template <typename Target, typename Parse>
CLI::Option* AddValue(CLI::App& app, const std::string& names, const std::string& help,
                      Target& target, Parse parse) {
  return AddParsed(app, names, help,
                   [&target, parse](const std::string& text) { target = parse(text); });
}

/// The most ranks of a communicator that an option names, in which MPI's int has room to spare.
constexpr int kMostRanks = 1 << 30;

/// Returns the parser of an integer from `least` to `most`; `what` names it in the error.
inline auto IntegerBetween(int least, int most, std::string_view what) {
  return [=](const std::string& text) {
    return static_cast<int>(ParseInteger(text, least, most, what));
  };
}

/// Returns the parser of an enum whose values have `names`, in their order.
template <typename Enum, std::size_t kCount>
auto OneOf(const std::array<std::string_view, kCount>& names) {
  return [names](const std::string& text) {
    const auto found = std::ranges::find(names, text);
    if (found != names.end()) return static_cast<Enum>(found - names.begin());
    throw std::invalid_argument(fmt::format("'{}' is none of: {}", text, fmt::join(names, ", ")));
  };
}

/// Adds --siblings.
void AddSiblings(CLI::App& app, SiblingTiming& target);

/// Refuses an empty value of an option, such as a variable of a shell that is not set.
CLI::Validator NamesSomething();

/// Returns the collective of a name. Throws std::invalid_argument that names known collectives.
Collective ParseCollective(std::string_view name);

/// Returns the collectives of names with commas between. Throws as ParseCollective does.
std::vector<Collective> ParseCollectives(std::string_view text);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_COMMANDS_COMMAND_H_
