// colltune tune: measures this cluster and writes its profile.
#include "tuner/tune.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <tuple>

#include "measure/operation.h"
#include "profiles/files.h"
#include "profiles/fingerprint.h"
#include "profiles/new_file.h"
#include "tuner/commands/command.h"
#include "tuner/default_profile.h"
#include "tuner/exit_code.h"
#include "tuner/interrupt.h"
#include "tuner/ranges.h"
#include "tuner/table_text.h"

namespace colltune {
namespace {

/// Also the end of the journal's name, after the profile's.
constexpr std::string_view kJournal = ".journal";

struct Options {
  TuneOptions tune;
  std::string output;
};

/// A journal that nobody goes on with is kept, but is in the way.
void MoveAside(const std::string& journal) {
  if (!std::filesystem::exists(journal)) return;
  const std::string old = journal + ".old";
  std::filesystem::rename(journal, old);
  fmt::print(stderr, "colltune: {} is kept as {}; --resume would have gone on with it\n", journal,
             old);
}

void PrintResult(const TuneResult& result, const std::string& path) {
  fmt::print("{}{}", NetworkText(result.profile), TableText(result.profile.table));
  fmt::print(
      "asked {} questions in {} of measuring, after {} for the network; {} predicts, nine in "
      "ten of its first predictions were off by {:.1f} % at most\n",
      result.questions, TimeText(result.spent), TimeText(result.network), result.model,
      100 * std::expm1(result.off));
  constexpr std::size_t kShown = 5;
  for (std::size_t i = 0; i < std::min(kShown, result.doubts.size()); ++i) {
    const auto& [problem, regret] = result.doubts[i];
    fmt::print("uncertain: {} on {} ranks, {} per node, about {}B: may cost {:.0f} %\n",
               ToText(problem.collective), problem.layout.ranks, problem.layout.ranks_per_node,
               ToText(problem.bytes), 100 * regret);
  }
  if (result.doubts.size() > kShown) {
    fmt::print("uncertain: {} more; a larger --budget and --resume go on\n",
               result.doubts.size() - kShown);
  }
  fmt::print("wrote {}\n", path);
}

int RunTune(Options options, const Context& context) {
  Job& job = *context.job;
  options.tune.quiet = context.verbosity.quiet;
  options.tune.verbose = context.verbosity.verbose;
  options.tune.command = context.command_line;
  std::filesystem::path path = options.output;
  job.OnRoot([&] {
    if (options.output.empty()) {
      path = DefaultProfile();
      std::filesystem::create_directories(path.parent_path());
    }
    const NewFile probe(path, "");  // a folder that takes no files should not cost a tuning
    options.tune.journal = path.string() + std::string(kJournal);
    if (!options.tune.resume) MoveAside(options.tune.journal);
  });
  TuneResult result;
  try {
    result = Tune(options.tune, job);
  } catch (const Interrupted&) {
    if (job.IsRoot()) {
      fmt::print(stderr, "colltune: what was measured is in {}; go on with --resume\n",
                 options.tune.journal);
    }
    throw;
  }
  job.OnRoot([&] {
    WriteProfile(path, result.profile);
    PrintResult(result, path.string());
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
    for (const std::string_view name : ParseList(text)) {
      options->tune.search.collectives.push_back(ParseCollective(name));
    }
  });
  AddParsed(
      app, "--ranks", "numbers of ranks (default: 2 to 8, then 12, 16, 24, 32, ..., and all)",
      [options](const std::string& text) { options->tune.ranks = ParseRanks(text, 1 << 30); });
  AddParsed(app, "--bytes", "sizes of a block (default: 8:4M:x2)",
            [options](const std::string& text) {
              options->tune.search.sizes = ParseSizes(text, kMostBytes);
            });
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
      app, "--budget", "for all measuring but the network's (default: 10m)",
      [options](const std::string& text) { options->tune.search.budget = ParseDuration(text); });
  app.add_flag("--resume", options->tune.resume,
               "go on with what an earlier run has measured, from its journal");
  AddParsed(app, "--patience",
            "until what does not move is given up (default: 60s; 1h in the simulator)",
            [options](const std::string& text) { options->tune.patience = ParseDuration(text); });
  options->tune.exact = ThisMachine().cpu == kSimulated;
  // The simulator itself finds ranks that wait for ever, and takes its time for the others.
  if (options->tune.exact) options->tune.patience = std::chrono::hours(1);
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
  app.add_option("-o", options->output,
                 "the profile's file (default: this host's own, in $XDG_DATA_HOME/colltune)");
  AddSpace(app, options);
  AddSearch(app, options);
  app.parse_complete_callback([options] {
    options->tune.search.decision.Validate();
    options->tune.stopping.confidence = options->tune.search.decision.confidence;
    options->tune.stopping.Validate();
  });
  return [options](const Context& context) { return RunTune(*options, context); };
}

}  // namespace colltune
