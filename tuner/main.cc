// colltune: the program. Its subcommands are in commands/, one file each.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "algorithms/mpi/error.h"
#include "tuner/commands/command.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"
#include "tuner/journal/relaunch.h"
#include "tuner/version.h"

namespace colltune::tune {

Action AddCompile(CLI::App& app);
Action AddDiff(CLI::App& app);
Action AddEvaluate(CLI::App& app);
Action AddExplain(CLI::App& app);
Action AddExport(CLI::App& app);
Action AddFit(CLI::App& app);
Action AddImport(CLI::App& app);
Action AddList(CLI::App& app);
Action AddMeasure(CLI::App& app);
Action AddNetwork(CLI::App& app);
Action AddPredict(CLI::App& app);
Action AddProfiles(CLI::App& app);
Action AddReport(CLI::App& app);
Action AddReproduce(CLI::App& app);
Action AddRun(CLI::App& app);
Action AddShow(CLI::App& app);
Action AddStats(CLI::App& app);
Action AddTune(CLI::App& app);
Action AddVerify(CLI::App& app);

namespace {

constexpr auto kCommands = std::to_array<Command>({
    {"tune", "measure this cluster and write its profile", StartKind::kByItself, AddTune},
    {"evaluate", "compare a profile's choices with the best ones, off the sizes it was measured at",
     StartKind::kUnderMpiexec, AddEvaluate},
    {"verify", "measure some of a profile's decisions again: does it still fit?",
     StartKind::kUnderMpiexec, AddVerify},
    {"measure", "time implementations of a collective", StartKind::kByItself, AddMeasure},
    {"network", "print the parameters of the network between two ranks", StartKind::kUnderMpiexec,
     AddNetwork},
    {"reproduce", "make figures of the papers on measuring anew, and say whether they hold here",
     StartKind::kByItself, AddReproduce},
    {"run", "run an application with a profile preloaded", StartKind::kAlone, AddRun},
    {"show", "print a profile's table, or an algorithm's schedule", StartKind::kAlone, AddShow},
    {"explain", "say why a profile chooses what it chooses", StartKind::kAlone, AddExplain},
    {"stats", "say where an application's time in collectives went, and whether its profile fits",
     StartKind::kAlone, AddStats},
    {"report", "write what a profile knows as a page, or as single plots", StartKind::kAlone,
     AddReport},
    {"profiles", "list the profiles that are installed, and which one is for this machine",
     StartKind::kAlone, AddProfiles},
    {"diff", "say where two profiles decide differently, and what it costs", StartKind::kAlone,
     AddDiff},
    {"export", "write a profile's decisions in the format of another program", StartKind::kAlone,
     AddExport},
    {"import", "make a profile of another program's decisions", StartKind::kAlone, AddImport},
    {"list", "list the algorithms and the ways to time them", StartKind::kAlone, AddList},
    {"fit", "fit network models to the samples of a file", StartKind::kAlone, AddFit},
    {"predict", "predict what each algorithm takes on a fitted network", StartKind::kAlone,
     AddPredict},
    {"compile", "rewrite the table that the preload library reads, after a profile was edited",
     StartKind::kAlone, AddCompile},
});

/// The subcommand that was named, and its action.
struct Chosen {
  const Command* command = nullptr;
  Action action;
};

/// Writes options alike with all releases of CLI11. By itself CLI11 2.6 fills the lines of their
/// texts anew, which breaks lists of values that stand in columns.
class HelpText : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    constexpr std::size_t kColumn = 30;  // where texts begin; longer names have a line of their own
    std::string line = "  " + make_option_name(option, is_positional) + make_option_opts(option);
    std::string text = option->get_description();
    const std::string indented = '\n' + std::string(kColumn, ' ');
    for (std::size_t at = 0; (at = text.find('\n', at)) != text.npos; at += indented.size()) {
      text.replace(at, 1, indented);
    }
    if (text.empty()) return line + '\n';
    if (line.size() >= kColumn) return line + indented + text + '\n';
    line.resize(kColumn, ' ');
    return line + text + '\n';
  }
};

Chosen Parse(CLI::App& app, int argc, char** argv, Context& context) {
  app.formatter(std::make_shared<HelpText>());  // of the subcommands, too
  app.require_subcommand(1);
  app.fallthrough();
  app.set_version_flag("--version", "colltune " + VersionText(),
                       "print the version, and the MPI library that it is built for");
  AddVerbosity(app, context.verbosity);
  std::array<Action, kCommands.size()> actions;
  std::array<CLI::App*, kCommands.size()> apps{};
  for (std::size_t i = 0; i < kCommands.size(); ++i) {
    apps[i] = app.add_subcommand(std::string(kCommands[i].name), std::string(kCommands[i].summary));
    actions[i] = kCommands[i].add(*apps[i]);
  }
  // The footer follows the subcommands, which would inherit it.
  app.footer(
      "Exit codes: 0 done, 1 the answer is no, 2 wrong use or bad input, 3 interrupted (what was\n"
      "measured is kept), 4 the MPI job failed.");
  app.parse(argc, argv);
  for (std::size_t i = 0; i < kCommands.size(); ++i) {
    if (apps[i]->parsed()) return {&kCommands[i], actions[i]};
  }
  return {};
}

/// Reports errors that all ranks have alike, on one rank.
class Reporter {
 public:
  explicit Reporter(const Job* job) : job_(job) {}

  int Report(const std::string& message, int code) const {
    if (!job_ || job_->IsRoot()) Warn("{}", message);
    return code;
  }

  /// Reports an error of this rank alone, and ends the job: other ranks would wait for ever.
  int Abort(const std::string& message) const {
    if (!job_) return Report(message, kWrongUse);
    Warn("rank {}: {}", job_->rank(), message);
    job_->End(kJobFailed);
  }

  /// Prints the help of CLI11, or reports its error.
  int Exit(const CLI::App& app, const CLI::ParseError& error) const {
    if (error.get_exit_code() == 0) {
      if (!job_ || job_->IsRoot()) app.exit(error);
      return kDone;
    }
    return Report(fmt::format("{}; try --help", error.what()), kWrongUse);
  }

 private:
  const Job* job_;
};

int Main(int argc, char** argv) {
  NoteInterrupts();
  // `bazel run` starts programs in another folder than the caller's.
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  if (folder && chdir(folder) != 0) Warn("{}: {}", folder, std::strerror(errno));
  std::unique_ptr<Job> job;
  if (Job::IsLaunched()) job = std::make_unique<Job>(&argc, &argv);
  const Reporter reporter(job.get());
  CLI::App app("colltune finds the fastest algorithm for each MPI collective on this cluster.");
  try {
    Context context;
    context.job = job.get();
    std::vector<std::string> arguments(argv + 1, argv + argc);
    context.command_line = fmt::format("colltune {}", fmt::join(arguments, " "));
    context.arguments = arguments;
    const Chosen chosen = Parse(app, argc, argv, context);
    const bool shows = !context.verbosity.quiet && (!job || job->IsRoot());
    if (shows) context.progress = &StandardErrorProgress();
    const StartKind start = chosen.command->start;
    if (start == StartKind::kAlone) LetInterruptsEnd();
    if (start == StartKind::kUnderMpiexec && !job) return LaunchPastFailures(arguments);
    if (job && Job::Any(Interrupts() > 0, job->comm())) throw Interrupted();
    return chosen.action(context);
  } catch (const CLI::ParseError& error) {
    return reporter.Exit(app, error);
  } catch (const Interrupted& error) {
    return reporter.Report("interrupted", kInterrupted);
  } catch (const ReportedElsewhere&) {
    return kWrongUse;
  } catch (const MpiError& error) {
    return reporter.Abort(error.what());
  } catch (const std::bad_alloc&) {
    return reporter.Abort("out of memory");
  } catch (const std::exception& error) {
    return reporter.Report(error.what(), kWrongUse);
  }
}

#if !defined(COLLTUNE_SMPI) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// Runs before the constructors of shared libraries, of which MPI's take a while. (A shared object,
/// as the simulator runs it, has no such array, and a sanitizer is not ready then.)
[[gnu::section(".preinit_array"), gnu::used]] void (*const note_interrupts)() = NoteInterrupts;
#endif

}  // namespace
}  // namespace colltune::tune

int main(int argc, char** argv) { return colltune::tune::Main(argc, argv); }
