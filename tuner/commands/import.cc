// colltune import FILE --from NAME: another program's decisions as a profile, to be explained and
// evaluated.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "profiles/exporters/export_check.h"
#include "profiles/exporters/releases.h"
#include "profiles/read_file.h"
#include "tuner/commands/command.h"
#include "tuner/commands/output.h"
#include "tuner/commands/release_option.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"
#include "tuner/text/option_values.h"

namespace colltune::tune {
namespace {

struct Options {
  std::string file;
  std::string out;
  const Exporter* exporter = nullptr;  // of the release, once that is chosen
  std::optional<std::string> release;
  std::vector<int> ranks;
  std::optional<int> ranks_per_node;  // not set: all ranks are on one node
};

const Exporter& FindImporter(const std::string& name) {
  const Exporter& exporter = FindExporter(name);
  if (!CanImport(exporter)) {
    throw std::invalid_argument(fmt::format("{} can be written, and not read", name));
  }
  return exporter;
}

/// Reads all files of a folder that belong to the format, sorted by name. Throws ProfileError if
/// there are none.
std::vector<ExportedFile> ReadFolder(const Options& options) {
  std::vector<ExportedFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(options.file)) {
    const std::string name = entry.path().filename().string();
    if (name.find(options.exporter->folder_of) == name.npos) continue;
    files.push_back({"/" + name, ReadFile(entry.path().string())});
  }
  if (files.empty()) {
    throw ProfileError(
        options.file, 0,
        fmt::format("has no file whose name holds '{}'", options.exporter->folder_of));
  }
  std::ranges::sort(files, {}, &ExportedFile::suffix);
  return files;
}

/// Reads the file and all files that an export would write with it, or the files of a folder. Adds
/// the paths of absent files to `missing`.
std::vector<ExportedFile> ReadFiles(const Options& options, std::vector<std::string>& missing) {
  const Exporter& format = *options.exporter;
  if (!format.folder_of.empty() && std::filesystem::is_directory(options.file)) {
    return ReadFolder(options);
  }
  std::vector<ExportedFile> files;
  if (CanExport(format)) files = format.write({});
  if (files.empty()) files.emplace_back();
  std::erase_if(files, [&](ExportedFile& file) {
    const std::string path = options.file + file.suffix;
    auto text = file.suffix.empty() ? ReadFile(path) : ReadFileIfAny(path);
    if (!text) missing.push_back(path);
    if (text) file.text = std::move(*text);
    return !text;
  });
  return files;
}

std::vector<Call> Communicators(const Options& options) {
  std::vector<Call> all;
  for (std::size_t i = 0; i < kCollectiveNames.size(); ++i) {
    for (const int ranks : options.ranks) {
      const int per_node = std::min(options.ranks_per_node.value_or(ranks), ranks);
      all.push_back({static_cast<Collective>(i), ranks, per_node, 0, {}});
    }
  }
  return all;
}

/// Returns the provenance of an import: nothing was measured.
Provenance Origin(const Options& options, const Context& context) {
  Provenance provenance;
  provenance.created = DateText();
  provenance.command = context.command_line;
  provenance.method = fmt::format("imported from {}, {}", options.exporter->name, options.file);
  provenance.clock = "none";
  return provenance;
}

int ImportProfile(Options options, const Context& context) {
  if (context.job && !context.job->IsRoot()) return kDone;
  const Fingerprint here = ThisMachine();
  const ReleaseChoice choice = ChooseRelease(*options.exporter, options.release, here);
  options.exporter = choice.exporter;
  std::vector<std::string> missing;
  std::vector<std::string> notes;
  const auto selection = options.exporter->read(ReadFiles(options, missing), options.file);
  Profile profile;
  profile.fingerprint = here;
  profile.provenance = Origin(options, context);
  profile.table = Import(*options.exporter, *selection, Communicators(options), notes);
  WriteOutput(options.out, profile);
  if (!choice.note.empty()) Warn("{}", choice.note);
  for (const std::string& file : missing) {
    Warn("there is no {}; read without it", file);
  }
  for (const std::string& note : selection->notes) Warn("{}", note);
  for (const std::string& note : notes) Warn("{}", note);
  if (!context.verbosity.quiet && !IsStandardOutput(options.out)) {
    Print("wrote {}\n", options.out);
  }
  return kDone;
}

std::string ToHelp() {
  std::string help = "the format:";
  for (const Exporter& exporter : Exporters()) {
    if (!CanImport(exporter)) continue;
    help += fmt::format("\n  {:<14}{}", exporter.name, exporter.summary);
  }
  return help;
}

}  // namespace

Action AddImport(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("file", options->file,
                 "the other program's file; for pgmpi the folder with its files")
      ->required();
  AddValue(app, "--from", ToHelp(), options->exporter, [](const std::string& name) {
    return &FindImporter(name);
  })->required();
  AddRelease(app, options->release, "this machine's");
  AddValue(app, "--ranks", "numbers of ranks of the communicators to look up, as in 2:16",
           options->ranks, [](const std::string& text) { return ParseRanks(text, kMostRanks); })
      ->required();
  AddValue(app, "--ranks-per-node",
           "most ranks on a node, where the program tells nodes apart (default: all)",
           options->ranks_per_node, IntegerBetween(1, kMostRanks, "ranks per node"));
  AddOutput(app, "-o,--output", options->out, "profile's file")->required();
  return [options](const Context& context) { return ImportProfile(*options, context); };
}

}  // namespace colltune::tune
