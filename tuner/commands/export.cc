// colltune export PROFILE --to NAME: a profile's decisions in another program's own format.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <stdexcept>

#include "profiles/exporters/export_check.h"
#include "profiles/exporters/releases.h"
#include "profiles/yaml/files.h"
#include "tuner/commands/command.h"
#include "tuner/commands/output.h"
#include "tuner/commands/release_option.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"

namespace colltune::tune {
namespace {

struct Options {
  std::string profile;
  std::string out = "-";
  const Exporter* format = nullptr;
  std::optional<std::string> release;
};

void WriteFiles(const Options& options, const std::vector<ExportedFile>& files) {
  if (IsStandardOutput(options.out) && files.size() > 1) {
    throw std::invalid_argument(
        fmt::format("{} takes {} files: say by -o FILE how their names begin", options.format->name,
                    files.size()));
  }
  for (const ExportedFile& file : files) {
    WriteText(IsStandardOutput(options.out) ? options.out : options.out + file.suffix, file.text);
  }
}

const Exporter& FindWriter(const std::string& name) {
  const Exporter& exporter = FindExporter(name);
  if (!CanExport(exporter)) {
    throw std::invalid_argument(fmt::format("{} can be read, and not written", name));
  }
  return exporter;
}

int Export(const Options& options, const Context& context) {
  if (context.job && !context.job->IsRoot()) return kDone;
  const Profile profile = ReadProfile(options.profile);
  const auto [chosen, note] = ChooseRelease(*options.format, options.release, profile.fingerprint);
  const Exporter& exporter = *chosen;
  const std::vector<ExportedFile> files = exporter.write(profile);
  const auto selection = exporter.read(files, options.out);
  WriteFiles(options, files);
  if (files.empty()) {
    WarnLines(fmt::format("{}: has nothing of what the profile chooses: no file is written\n",
                          exporter.name));
  }
  if (!note.empty()) Warn("{}", note);
  const auto substitutes = FindSubstitutes(exporter, profile.table);
  if (!substitutes.empty()) {
    WarnLines(
        fmt::format("{}: of what the profile chooses\n{}", exporter.name, ToText(substitutes)));
  }
  const auto deviations = FindDeviations(exporter, profile.table, *selection);
  if (!deviations.empty()) {
    WarnLines(fmt::format("{}: where these files do not say what the profile says\n{}",
                          exporter.name, ToText(deviations)));
  }
  if (context.verbosity.quiet) return kDone;
  if (exporter.releases) {
    WarnLines(
        fmt::format("These files are for {} {}.\n", exporter.releases().program, exporter.release));
  }
  WarnLines(fmt::format("{}\n", exporter.use));
  return kDone;
}

std::string ToHelp() {
  std::string help = "the format:";
  for (const Exporter& exporter : Exporters()) {
    if (!CanExport(exporter)) continue;
    help += fmt::format("\n  {:<14}{}", exporter.name, exporter.summary);
  }
  return help;
}

}  // namespace

Action AddExport(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("profile", options->profile, "the profile's file")->required();
  AddValue(app, "--to", ToHelp(), options->format, [](const std::string& name) {
    return &FindWriter(name);
  })->required();
  AddRelease(app, options->release, "the profile's");
  AddOutput(app, "-o,--output", options->out, "output file")->capture_default_str();
  return [options](const Context& context) { return Export(*options, context); };
}

}  // namespace colltune::tune
