// colltune compile PROFILE: compiles anew the table that the preload library reads; with
// --from-journal decides anew first.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <stdexcept>

#include "profiles/compiled/compiled_table.h"
#include "profiles/yaml/files.h"
#include "tuner/commands/command.h"
#include "tuner/commands/tune_options.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"
#include "tuner/journal/journal.h"
#include "tuner/journal/tuning_lock.h"
#include "tuner/session/from_journal.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

struct Options {
  std::string profile;
  bool from_journal = false;
  std::optional<double> margin;
};

/// Decides anew from the journal beside a profile, and writes the profile.
void DecideAnew(const Options& options, const Context& context) {
  const TuningLock lock(options.profile);
  const std::string path = JournalPath(options.profile);
  const JournalReading journal = ReadAnyJournal(path);
  if (journal.bad_line > 0) {
    Warn("{}:{}: {}; the lines from there on are ignored", path, journal.bad_line, journal.fault);
  }
  const Profile before = ReadProfile(options.profile);
  Profile after;
  try {
    TuneRequest request = ParseTuneCommand(CommandOf(journal));
    request.progress = context.progress;
    DecisionRule rule = request.rule;
    rule.margin = options.margin.value_or(before.provenance.margin);
    rule.Validate();
    after = DecideFromJournal(before, journal, request, rule);
  } catch (const std::invalid_argument& error) {
    throw JournalError(path, 0, error.what());
  }
  WriteProfile(options.profile, after);
  PrintLines(TableText(after.table));
}

}  // namespace

Action AddCompile(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("profile", options->profile, "the profile's file")->required();
  CLI::Option* const from_journal =
      app.add_flag("--from-journal", options->from_journal,
                   "decide anew from the tuning's journal beside the profile, without measuring");
  app.add_option("--margin", options->margin,
                 "with --from-journal: least share of the library's time that a decision must save "
                 "(default: the profile's)")
      ->needs(from_journal)
      ->check(CLI::Range(0.0, 1.0));
  return [options](const Context& context) {
    if (context.job && !context.job->IsRoot()) return static_cast<int>(kDone);
    if (options->from_journal) {
      DecideAnew(*options, context);
    } else {
      CompileProfile(options->profile);
    }
    Print("wrote {}\n", options->from_journal ? options->profile : TablePath(options->profile));
    return static_cast<int>(kDone);
  };
}

}  // namespace colltune::tune
