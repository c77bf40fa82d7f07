// colltune stats FILE...: shows an application's time by collective calls, and whether its profile
// still fits.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <memory>
#include <optional>

#include "profiles/compiled/compiled_table.h"
#include "profiles/yaml/files.h"
#include "tuner/commands/command.h"
#include "tuner/commands/output.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"
#include "tuner/usage/stats_files.h"
#include "tuner/usage/usage.h"
#include "tuner/usage/usage_text.h"

namespace colltune::tune {
namespace {

struct Options {
  std::vector<std::string> files;
  std::string profile;
  std::string csv;
  /// Slowdown above which a call counts as too slow. On a busy virtual machine, comparisons of two
  /// runs of a tuning differed by up to 77 % (90th percentile). Also, an application's caches hold
  /// other data.
  double factor = 2;
};

void Say(const std::string& what) { Warn("{}", what); }

/// Returns the profile that the options name, else the profile that was used. If that is not one
/// profile, or not there any more, says so and returns none.
std::optional<Profile> ProfileFor(const Options& options, const UsageSummary& summary) {
  if (!options.profile.empty()) return ReadProfile(options.profile);
  if (summary.profiles.empty()) {
    Say("no profile was used; --profile compares the times with what one expects");
    return std::nullopt;
  }
  if (summary.profiles.size() > 1) {
    Say(fmt::format("several profiles were used, {}: say --profile",
                    fmt::join(summary.profiles, ", ")));
    return std::nullopt;
  }
  std::string path = *summary.profiles.begin();
  if (path.ends_with(kTableSuffix)) path.resize(path.size() - kTableSuffix.size());
  try {
    return ReadProfile(path);
  } catch (const ProfileError& error) {
    Say(fmt::format("the profile that was used is not there any more: {}; --profile names another",
                    error.what()));
    return std::nullopt;
  }
}

int Stats(const Options& options, const Context& context) {
  if (context.job && !context.job->IsRoot()) return kDone;
  const StatsRead read = ReadStats(options.files);
  for (const std::string& warning : read.warnings) Say(warning);
  UsageSummary summary = SummaryOf(read.files);
  if (const auto profile = ProfileFor(options, summary)) Expect(profile->table, summary.usages);
  if (!options.csv.empty()) WriteText(options.csv, UsageCsv(summary));
  if (!IsStandardOutput(options.csv)) {
    const std::string anew =
        fmt::format("colltune tune --from-stats {}", fmt::join(options.files, " "));
    PrintLines(UsageText(summary, options.factor) +
               VerdictText(summary, options.factor, Printable(anew)));
  }
  return CountSlower(summary.usages, options.factor) > 0 ? kNo : kDone;
}

}  // namespace

Action AddStats(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("files", options->files,
                 "the value of COLLTUNE_STATS, for the files of all ranks, or some of these files")
      ->required();
  app.add_option(
         "--profile", options->profile,
         "profile whose evidence the times are compared with (default: the one that was used)")
      ->check(NamesSomething());
  app.add_option("--factor", options->factor,
                 "multiple of the expected time that is too long (default: 2)")
      ->check(CLI::PositiveNumber);
  AddOutput(app, "--csv", options->csv, "file for the table");
  return [options](const Context& context) { return Stats(*options, context); };
}

}  // namespace colltune::tune
