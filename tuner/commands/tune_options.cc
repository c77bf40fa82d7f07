#include "tuner/commands/tune_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "measure/operation/operation.h"
#include "tuner/commands/command.h"
#include "tuner/commands/output.h"
#include "tuner/text/option_values.h"

namespace colltune::tune {
namespace {

/// Nodes up to which predictions are allowed: more take too much time and memory.
constexpr int kMostNodes = 4096;

constexpr int kMostConfirmations = 100;  // each is a start of the job

SearchKind ParseSearchKind(std::string_view name) {
  const auto found = std::ranges::find(kSearchKindNames, name);
  if (found != kSearchKindNames.end()) {
    return static_cast<SearchKind>(found - kSearchKindNames.begin());
  }
  throw std::invalid_argument(
      fmt::format("'{}' is none of: {}", name, fmt::join(kSearchKindNames, ", ")));
}

std::vector<Collective> ParseCollectives(const std::string& text) {
  std::vector<Collective> collectives;
  for (const std::string_view name : ParseList(text)) collectives.push_back(ParseCollective(name));
  return collectives;
}

void AddSpace(CLI::App& app, const std::shared_ptr<TuneOptions>& options) {
  TuneRequest& request = options->request;
  AddParsed(app, "--ops", "collectives (default: all)", [options](const std::string& text) {
    options->request.collectives = ParseCollectives(text);
  });
  AddParsed(
      app, "--ranks", "numbers of ranks (default: 2 to 8, then 12, 16, 24, 32, ..., and all)",
      [options](const std::string& text) { options->request.ranks = ParseRanks(text, 1 << 30); });
  AddParsed(app, "--nodes",
            "more nodes than the job has, with equally many ranks, such as 16,64: what a model "
            "expects there decides, where it was right on the job's own",
            [options](const std::string& text) {
              options->request.nodes = ParseRanks(text, kMostNodes);
            });
  AddParsed(app, "--bytes", "sizes of a block (default: 8:4M:x2)",
            [options](const std::string& text) {
              options->request.sizes = ParseSizes(text, measure::kMostBytes);
            });
  app.add_option("--from-stats", request.stats,
                 "tune what an application calls, what takes it the most time first: what its "
                 "COLLTUNE_STATS was; --ops, --ranks and --bytes (from the first to the last one) "
                 "then leave out some of that");
  AddParsed(app, "--memory", "the most that one buffer of a rank may take (default: 64M)",
            [options](const std::string& text) { options->request.memory = ParseBytes(text); });
}

void AddSearch(CLI::App& app, const std::shared_ptr<TuneOptions>& options) {
  TuneRequest& request = options->request;
  request.budget = Seconds(600);
  AddParsed(
      app, "--search", "race, exhaustive or model (default: race)",
      [options](const std::string& text) { options->request.search = ParseSearchKind(text); });
  AddParsed(
      app, "--budget",
      "for all measuring, that of earlier runs included, but the network's, which takes a quarter "
      "of this more at most (default: 10m)",
      [options](const std::string& text) { options->request.budget = ParseDuration(text); });
  app.add_flag("--resume", request.resume,
               "confirm what an earlier run has decided, and go on with what it has measured, "
               "from its journal");
  app.add_flag("--confirm", request.confirm,
               "only confirm what an earlier run has decided, from its journal");
  app.add_option("--confirmations", options->confirmations,
                 "other runs, each a start of the job, that are to confirm each decision where the "
                 "budget allows it; one has to (default: 1; started alone 4, which it starts "
                 "itself)")
      ->check(CLI::Range(1, kMostConfirmations));
  app.add_flag("--dry-run", options->dry_run,
               "print what would be asked, and a guess of how long that takes; measure and write "
               "nothing");
  AddParsed(
      app, "--patience", "until what does not move is given up (default: 60s; 1h in the simulator)",
      [options](const std::string& text) { options->request.patience = ParseDuration(text); });
  AddParsed(app, "--reps", "repetitions, MIN:MAX (default: 10:300; 2 in the simulator)",
            [options](const std::string& text) {
              const auto [least, most] = ParseRepetitions(text);
              options->request.repetitions = RepetitionRange{least, most};
            });
  app.add_option("--confidence", request.rule.confidence,
                 "of a decision against the library's own (default: 0.99)");
  app.add_option("--margin", request.rule.margin,
                 "share of the library's time that must be saved (default: 0.03)");
}

}  // namespace

void AddTuneOptions(CLI::App& app, const std::shared_ptr<TuneOptions>& options) {
  AddFileOutput(app, "-o", options->output,
                "the profile's file (default: this host's own, in $XDG_DATA_HOME/colltune)",
                "the journal of a tuning lies beside its profile; name a file");
  AddSpace(app, options);
  AddSearch(app, options);
  app.parse_complete_callback([options] {
    options->request.resume |= options->request.confirm;
    options->request.rule.Validate();
    options->request.Stopping().Validate();
  });
}

TuneRequest ParseTuneCommand(const std::string& command_line) {
  CLI::App app;
  app.require_subcommand(1);
  app.fallthrough();
  Verbosity verbosity;
  AddVerbosity(app, verbosity);
  const auto options = std::make_shared<TuneOptions>();
  AddTuneOptions(*app.add_subcommand("tune"), options);
  try {
    app.parse(command_line, /*program_name_included=*/true);
  } catch (const CLI::ParseError& error) {
    throw std::invalid_argument(fmt::format("'{}': {}", command_line, error.what()));
  }
  return options->request;
}

}  // namespace colltune::tune
