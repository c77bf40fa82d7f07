// colltune tune: measures this cluster and writes its profile.
#include "tuner/tune.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "profiles/files.h"
#include "profiles/new_file.h"
#include "tuner/commands/command.h"
#include "tuner/default_profile.h"
#include "tuner/exit_code.h"
#include "tuner/ranges.h"
#include "tuner/table_text.h"

namespace colltune {
namespace {

/// A collective that the preload library intercepts: a decision about another would decide nothing.
Collective ParseTunable(std::string_view name) {
  const Collective collective = ParseCollective(name);
  if (collective == Collective::kBcast) return collective;
  throw std::invalid_argument(fmt::format("{} cannot be tuned yet, only bcast", name));
}

struct Options {
  TuneOptions tune;
  std::string output;
};

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
  });
  const Profile profile = Tune(options.tune, job);
  job.OnRoot([&] {
    WriteProfile(path, profile);
    fmt::print("{}{}wrote {}\n", NetworkText(profile), TableText(profile.table), path.string());
  });
  return kDone;
}

}  // namespace

Action AddTune(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  options->tune.sizes = ParseSizes("8:4M:x2", kMostBytes);
  app.add_option("-o", options->output,
                 "the profile's file (default: this host's own, in $XDG_DATA_HOME/colltune)");
  AddParsed(app, "--ops", "collectives (default: all)", [options](const std::string& text) {
    options->tune.collectives.clear();
    for (const std::string_view name : ParseList(text)) {
      options->tune.collectives.push_back(ParseTunable(name));
    }
  });
  AddParsed(
      app, "--ranks", "numbers of ranks (default: powers of two, and all)",
      [options](const std::string& text) { options->tune.ranks = ParseRanks(text, 1 << 30); });
  AddParsed(app, "--bytes", "sizes (default: 8:4M:x2)", [options](const std::string& text) {
    options->tune.sizes = ParseSizes(text, kMostBytes);
  });
  app.add_option("--confidence", options->tune.decision.confidence,
                 "of a decision against the library's own (default: 0.99)");
  app.add_option("--margin", options->tune.decision.margin,
                 "share of the library's time that must be saved (default: 0.03)");
  app.parse_complete_callback([options] {
    options->tune.decision.Validate();
    options->tune.stopping.confidence = options->tune.decision.confidence;
  });
  return [options](const Context& context) { return RunTune(*options, context); };
}

}  // namespace colltune
