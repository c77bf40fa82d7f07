#include "tuner/commands/tune_options.h"

#include <fmt/format.h>

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

void AddSpace(CLI::App& app, const std::shared_ptr<TuneOptions>& options) {
  TuneRequest& request = options->request;
  AddValue(app, "--ops", "collectives to tune, with commas between (default: all)",
           request.collectives, ParseCollectives);
  AddValue(app, "--ranks",
           "numbers of ranks to tune for (default: of the communicators that applications make)",
           request.ranks, [](const std::string& text) { return ParseRanks(text, kMostRanks); });
  AddValue(app, "--nodes",
           "larger numbers of nodes to extrapolate to, such as 16,64, with as many ranks on each: "
           "a model decides there, where it was right on the measured ones",
           request.nodes, [](const std::string& text) { return ParseRanks(text, kMostNodes); });
  AddValue(app, "--bytes", "sizes of a block to tune for (default: 8:4M:x2)", request.sizes,
           [](const std::string& text) { return ParseSizes(text, measure::kMostBytes); });
  app.add_option("--from-stats", request.stats,
                 "tune the calls that COLLTUNE_STATS counted in an application, those that take "
                 "the most time first; the argument is what COLLTUNE_STATS was; --ops, --ranks and "
                 "--bytes (first to last) narrow the choice");
  AddValue(app, "--memory", "largest buffer of a rank (default: 64M)", request.memory, ParseBytes);
  AddSiblings(app, request.siblings);
}

void AddSearch(CLI::App& app, const std::shared_ptr<TuneOptions>& options) {
  TuneRequest& request = options->request;
  request.budget = Seconds(600);
  AddValue(app, "--search", "search strategy: race, exhaustive or model (default: race)",
           request.search, OneOf<SearchKind>(kSearchKindNames));
  AddValue(app, "--budget",
           "time for all measuring, earlier runs included; the network experiments may take a "
           "quarter of it on top (default: 10m; 0: until nothing is worth its time)",
           request.budget, ParseBudget);
  AddValue(app, "--regret",
           "expected mean regret, as a share of the best time, at which tuning ends before its "
           "budget, once no problem that a trial could help has more than 0.5 "
           "(default: 0.01; 0 with --budget 0)",
           request.regret, ParseShare);
  app.add_flag("--resume", request.resume,
               "replicate the decisions of an earlier run, and go on from its journal");
  app.add_flag("--confirm", request.confirm,
               "only replicate the decisions of an earlier run, from its journal");
  app.add_option("--confirmations", options->confirmations,
                 "independent runs (starts of the job) that replicate each decision where the "
                 "budget allows it; one is needed (default: 1; when started alone 4, which "
                 "colltune starts itself)")
      ->check(CLI::Range(1, kMostConfirmations));
  app.add_flag("--dry-run", options->dry_run,
               "print the planned trials and an estimate of their time; measure and write nothing");
  AddValue(app, "--patience",
           "time after which an operation that does not end is given up (default: 60s; 1h in the "
           "simulator)",
           request.patience, ParseDuration);
  AddParsed(app, "--reps",
            "least and most repetitions, MIN:MAX (default: 10:300; 2 in the simulator)",
            [&request](const std::string& text) {
              const auto [least, most] = ParseRepetitions(text);
              request.repetitions = RepetitionRange{least, most};
            });
  app.add_option("--confidence", request.rule.confidence,
                 "confidence of each decision against the library's choice (default: 0.99)");
  app.add_option("--margin", request.rule.margin,
                 "least share of the library's time that a decision must save (default: 0.03)");
}

}  // namespace

void AddTuneOptions(CLI::App& app, const std::shared_ptr<TuneOptions>& options) {
  AddFileOutput(app, "-o", options->output,
                "profile's file (default: this host's own, in $XDG_DATA_HOME/colltune)",
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
