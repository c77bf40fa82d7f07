// colltune tune: measures this cluster and writes its profile.
#include "tuner/session/tune.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <tuple>

#include "algorithms/mpi/share.h"
#include "measure/operation/operation.h"
#include "profiles/fingerprint.h"
#include "profiles/yaml/files.h"
#include "profiles/yaml/new_file.h"
#include "tuner/commands/command.h"
#include "tuner/commands/output.h"
#include "tuner/experiments/experiments.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/launch.h"
#include "tuner/job/print.h"
#include "tuner/journal/failure_log.h"
#include "tuner/journal/journal_file.h"
#include "tuner/journal/relaunch.h"
#include "tuner/journal/tuning_lock.h"
#include "tuner/session/default_profile.h"
#include "tuner/session/dry_run.h"
#include "tuner/session/tune_text.h"
#include "tuner/text/option_values.h"

namespace colltune::tune {
namespace {

/// Nodes up to which predictions are allowed: more take too much time and memory.
constexpr int kMostNodes = 4096;

struct Options {
  TuneOptions tune;
  std::string output;
  bool dry_run = false;
  std::optional<int> confirmations;
};

/// Renames a journal that is not resumed, so that a new journal can take its place.
void MoveAside(const std::string& journal) {
  if (!std::filesystem::exists(journal)) return;
  const std::string old = journal + ".old";
  JournalFile::Open(journal).Rename(old);  // refused while another process has it
  Warn("{} is kept as {}; --resume would have gone on with it", journal, old);
}

/// Environment variable of a run that this program starts itself: kEarlier if other runs follow,
/// kLast for the last run. Each run is a start of its own, so that runs are independent.
constexpr const char* kPartVariable = "COLLTUNE_TUNE_PART";
constexpr std::string_view kEarlier = "earlier";
constexpr std::string_view kLast = "last";

/// Confirmations if this program starts the runs itself: see Looks. On two ranks each run takes a
/// quarter of a minute.
constexpr int kConfirmationsAlone = 4;
constexpr int kMostConfirmations = 100;  // each is a start of the job

std::string_view Part() {
  const char* part = std::getenv(kPartVariable);
  return part == nullptr ? "" : part;
}

/// Environment variable with the name of the lock that the process which started this run holds.
constexpr const char* kLockedVariable = "COLLTUNE_TUNE_LOCKED";

std::string NameOfLock(const std::string& profile) {
  return std::filesystem::absolute(TuningLock::PathFor(profile)).string();
}

bool IsLockedForUs(const std::string& profile) {
  const char* locked = std::getenv(kLockedVariable);
  return locked != nullptr && locked == NameOfLock(profile);
}

std::string ProfileOf(const Options& options) {
  return options.output.empty() ? DefaultProfile() : options.output;
}

std::string JournalOf(const Options& options) { return JournalPath(ProfileOf(options)); }

/// Returns the path of the profile's file. Makes the folder of the default path.
std::string OutputOf(const Options& options) {
  std::string path = ProfileOf(options);
  if (options.output.empty()) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  }
  return path;
}

void PrintResult(const TuneResult& result, const std::string& path, const Context& context) {
  if (Part() == kEarlier) return;  // the last run prints the results of all
  PrintLines(ResultText(result));
  Print("wrote {}\n", path);
  PrintLines(WaitingText(result, Part() == kLast ? "" : "mpiexec ... ", context.arguments));
}

int ConfirmationsOf(const Options& options) {
  return options.confirmations.value_or(Part().empty() ? 1 : kConfirmationsAlone);
}

/// Starts this program several times: the first run decides, the others confirm the decisions.
int TuneAlone(const Options& options, const Context& context) {
  std::vector<std::string> arguments = context.arguments;
  if (options.dry_run) return LaunchSelf(arguments);
  const std::string profile = OutputOf(options);
  const TuningLock lock(profile);
  setenv(kLockedVariable, NameOfLock(profile).c_str(), 1);
  setenv(kPartVariable, kEarlier.data(), 1);
  const std::string journal = JournalOf(options);
  // `known` ends stand in the journal already. A new tuning begins a new journal, without any.
  const auto launch = [&](std::size_t known) {
    return LaunchPastFailures(arguments, journal, known, {"--resume"});
  };
  int left = ConfirmationsOf(options);
  if (!options.tune.confirm) {
    const int code = launch(options.tune.resume ? CountEnds(journal) : 0);
    if (code != kDone) return code;
    arguments.emplace_back("--confirm");
  }
  for (; left > 1; --left) {
    const int code = launch(CountEnds(journal));
    if (code != kDone) return code;
  }
  setenv(kPartVariable, kLast.data(), 1);
  return launch(CountEnds(journal));
}

int PrintPlan(const Options& options, Job& job) {
  TuneOptions tune = options.tune;
  tune.journal = JournalOf(options);
  const std::string text = DryRun(tune, job);
  if (job.IsRoot()) PrintLines(text);
  return kDone;
}

int RunTune(Options options, const Context& context) {
  if (context.job == nullptr) return TuneAlone(options, context);
  Job& job = *context.job;
  options.tune.quiet = context.verbosity.quiet;
  options.tune.verbose = context.verbosity.verbose;
  options.tune.command = context.command_line;
  options.tune.confirmations = ConfirmationsOf(options);
  if (options.dry_run) return PrintPlan(options, job);
  std::string path;
  std::optional<TuningLock> lock;
  job.OnRoot([&] {
    path = OutputOf(options);
    if (!IsLockedForUs(path)) lock.emplace(path);
    const NewFile probe(path, "");  // fails before the tuning if the folder takes no files
    options.tune.journal = JournalPath(path);
    if (!options.tune.resume) MoveAside(options.tune.journal);
  });
  job.SayIfKilled(fmt::format("what was measured is in {}; go on with --resume",
                              Share(options.tune.journal, job.comm())));
  TuneResult result;
  try {
    result = Tune(options.tune, job);
  } catch (const Interrupted&) {
    if (job.IsRoot()) {
      Warn("what was measured is in {}; go on with --resume", options.tune.journal);
    }
    throw;
  }
  job.OnRoot([&] {
    WriteProfile(path, result.profile);
    PrintResult(result, path, context);
  });
  return kDone;
}

SearchKind ParseSearchKind(std::string_view name) {
  const auto found = std::ranges::find(kSearchKindNames, name);
  if (found != kSearchKindNames.end()) {
    return static_cast<SearchKind>(found - kSearchKindNames.begin());
  }
  throw std::invalid_argument(
      fmt::format("'{}' is none of: {}", name, fmt::join(kSearchKindNames, ", ")));
}

void AddSpace(CLI::App& app, const std::shared_ptr<Options>& options) {
  SearchOptions& search = options->tune.search;
  search.sizes = ParseSizes("8:4M:x2", kMostBytes);
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    search.collectives.push_back(static_cast<Collective>(i));
  }
  AddParsed(app, "--ops", "collectives (default: all)", [options](const std::string& text) {
    options->tune.search.collectives.clear();
    options->tune.names_collectives = true;
    for (const std::string_view name : ParseList(text)) {
      options->tune.search.collectives.push_back(ParseCollective(name));
    }
  });
  AddParsed(
      app, "--ranks", "numbers of ranks (default: 2 to 8, then 12, 16, 24, 32, ..., and all)",
      [options](const std::string& text) { options->tune.ranks = ParseRanks(text, 1 << 30); });
  AddParsed(
      app, "--nodes",
      "more nodes than the job has, with equally many ranks, such as 16,64: what a model "
      "expects there decides, where it was right on the job's own",
      [options](const std::string& text) { options->tune.nodes = ParseRanks(text, kMostNodes); });
  AddParsed(app, "--bytes", "sizes of a block (default: 8:4M:x2)",
            [options](const std::string& text) {
              options->tune.search.sizes = ParseSizes(text, kMostBytes);
              options->tune.names_sizes = true;
            });
  app.add_option("--from-stats", options->tune.stats,
                 "tune what an application calls, what takes it the most time first: what its "
                 "COLLTUNE_STATS was; --ops, --ranks and --bytes (from the first to the last one) "
                 "then leave out some of that");
  AddParsed(app, "--memory", "the most that one buffer of a rank may take (default: 64M)",
            [options](const std::string& text) { options->tune.search.memory = ParseBytes(text); });
}

void AddSearch(CLI::App& app, const std::shared_ptr<Options>& options) {
  SearchOptions& search = options->tune.search;
  search.budget = Seconds(600);
  AddParsed(
      app, "--search", "race, exhaustive or model (default: race)",
      [options](const std::string& text) { options->tune.search.kind = ParseSearchKind(text); });
  AddParsed(
      app, "--budget",
      "for all measuring, that of earlier runs included, but the network's, which takes a quarter "
      "of this more at most (default: 10m)",
      [options](const std::string& text) { options->tune.search.budget = ParseDuration(text); });
  app.add_flag("--resume", options->tune.resume,
               "confirm what an earlier run has decided, and go on with what it has measured, "
               "from its journal");
  app.add_flag("--confirm", options->tune.confirm,
               "only confirm what an earlier run has decided, from its journal");
  app.add_option("--confirmations", options->confirmations,
                 "other runs, each a start of the job, that are to confirm each decision where the "
                 "budget allows it; one has to (default: 1; started alone 4, which it starts "
                 "itself)")
      ->check(CLI::Range(1, kMostConfirmations));
  app.add_flag("--dry-run", options->dry_run,
               "print what would be asked, and a guess of how long that takes; measure and write "
               "nothing");
  AddParsed(app, "--patience",
            "until what does not move is given up (default: 60s; 1h in the simulator)",
            [options](const std::string& text) { options->tune.patience = ParseDuration(text); });
  options->tune.exact = ThisMachine().cpu == kSimulated;
  options->tune.patience = StandardPatience(options->tune.exact);
  AddParsed(app, "--reps", "repetitions, MIN:MAX (default: 10:300; 2 in the simulator)",
            [options](const std::string& text) {
              options->tune.exact = false;
              StoppingRule& rule = options->tune.stopping;
              std::tie(rule.min_reps, rule.max_reps) = ParseRepetitions(text);
            });
  app.add_option("--confidence", search.decision.confidence,
                 "of a decision against the library's own (default: 0.99)");
  app.add_option("--margin", search.decision.margin,
                 "share of the library's time that must be saved (default: 0.03)");
}

}  // namespace

Action AddTune(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  AddFileOutput(app, "-o", options->output,
                "the profile's file (default: this host's own, in $XDG_DATA_HOME/colltune)",
                "the journal of a tuning lies beside its profile; name a file");
  AddSpace(app, options);
  AddSearch(app, options);
  app.parse_complete_callback([options] {
    options->tune.resume |= options->tune.confirm;
    options->tune.search.decision.Validate();
    options->tune.stopping.confidence = options->tune.search.decision.confidence;
    options->tune.stopping.Validate();
  });
  return [options](const Context& context) { return RunTune(*options, context); };
}

}  // namespace colltune::tune
