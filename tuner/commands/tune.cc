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
#include "profiles/yaml/files.h"
#include "profiles/yaml/new_file.h"
#include "tuner/commands/command.h"
#include "tuner/commands/tune_options.h"
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

namespace colltune::tune {
namespace {

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

/// Confirmations if this program starts the runs itself: see ReplicationPlan. On two ranks each run
/// takes a quarter of a minute.
constexpr int kConfirmationsAlone = 4;

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

std::string ProfileOf(const TuneOptions& options) {
  return options.output.empty() ? DefaultProfile() : options.output;
}

std::string JournalOf(const TuneOptions& options) { return JournalPath(ProfileOf(options)); }

/// Returns the path of the profile's file. Makes the folder of the default path.
std::string OutputOf(const TuneOptions& options) {
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

int ConfirmationsOf(const TuneOptions& options) {
  return options.confirmations.value_or(Part().empty() ? 1 : kConfirmationsAlone);
}

/// Starts this program several times: the first run decides, the others confirm the decisions.
int TuneAlone(const TuneOptions& options, const Context& context) {
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
  if (!options.request.confirm) {
    const int code = launch(options.request.resume ? CountEnds(journal) : 0);
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

int PrintPlan(const TuneOptions& options, Job& job) {
  TuneRequest request = options.request;
  request.journal = JournalOf(options);
  const std::string text = DryRun(request, job);
  if (job.IsRoot()) PrintLines(text);
  return kDone;
}

int RunTune(TuneOptions options, const Context& context) {
  if (context.job == nullptr) return TuneAlone(options, context);
  Job& job = *context.job;
  options.request.progress = context.progress;
  options.request.verbose = context.verbosity.verbose;
  options.request.command = context.command_line;
  options.request.confirmations = ConfirmationsOf(options);
  if (options.dry_run) return PrintPlan(options, job);
  std::string path;
  std::optional<TuningLock> lock;
  job.OnRoot([&] {
    path = OutputOf(options);
    if (!IsLockedForUs(path)) lock.emplace(path);
    const NewFile probe(path, "");  // fails before the tuning if the folder takes no files
    options.request.journal = JournalPath(path);
    if (!options.request.resume) MoveAside(options.request.journal);
  });
  job.SayIfKilled(fmt::format("what was measured is in {}; go on with --resume",
                              Share(options.request.journal, job.comm())));
  TuneResult result;
  try {
    result = Tune(options.request, job);
  } catch (const Interrupted&) {
    if (job.IsRoot()) {
      Warn("what was measured is in {}; go on with --resume", options.request.journal);
    }
    throw;
  }
  job.OnRoot([&] {
    WriteProfile(path, result.profile);
    PrintResult(result, path, context);
  });
  return kDone;
}

}  // namespace

Action AddTune(CLI::App& app) {
  const auto options = std::make_shared<TuneOptions>();
  AddTuneOptions(app, options);
  return [options](const Context& context) { return RunTune(*options, context); };
}

}  // namespace colltune::tune
