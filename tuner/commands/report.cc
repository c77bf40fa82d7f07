// colltune report PROFILE -o report.html: shows a profile as one page, or as single plots.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>

#include "profiles/read_file.h"
#include "profiles/yaml/files.h"
#include "tuner/commands/command.h"
#include "tuner/commands/output.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/job.h"
#include "tuner/journal/journal_file.h"
#include "tuner/plot/plot.h"
#include "tuner/report/page.h"
#include "tuner/report/plots.h"
#include "tuner/report/selection.h"

namespace colltune::tune {
namespace {

struct Options;

struct Format {
  std::string_view name;
  std::string_view summary;
  bool is_page;  ///< the page of the whole profile; else a single plot
  std::string (*write)(const Options& options, const Profile& profile);
};

struct Options {
  std::string profile;
  std::string out = "-";
  std::string journal;  ///< empty: the one beside the profile, if any
  const Format* format = nullptr;
  const ReportPlot* plot = nullptr;  ///< nullptr: the first one
  Wanted wanted;
};

/// Returns the cost of a tuning by its journal's file. Throws JournalError, and the errors of
/// ReadFile, if the journal cannot be used.
TuningCost ReadCost(const std::string& path, const Profile& profile) {
  const JournalReading journal = ReadJournal(ReadFile(path));
  if (!journal.owner) throw JournalError(path, journal.bad_line, journal.fault);
  if (const std::string other = Difference(journal.owner->machine, profile.fingerprint);
      !other.empty()) {
    throw JournalError(path, 0, "belongs to another machine than the profile: " + other);
  }
  return CostOf(journal);
}

/// Adds the cost of the tuning to the report. Throws if a journal that the options name cannot be
/// used. If the journal beside the profile cannot be used, the page says why.
void AddCost(const Options& options, Report& report) {
  const std::string beside = JournalPath(options.profile);
  if (!options.journal.empty()) {
    report.cost = ReadCost(options.journal, report.profile);
  } else if (!std::filesystem::exists(beside)) {
    report.without_cost = fmt::format(
        "The journal of the tuning, {}, is not there: what it took in all is not known.", beside);
  } else {
    try {
      report.cost = ReadCost(beside, report.profile);
    } catch (const std::exception& error) {
      report.without_cost =
          fmt::format("What the tuning took in all is not known: {}.", error.what());
    }
  }
}

std::string PageFor(const Options& options, const Profile& profile) {
  Report report{std::filesystem::path(options.profile).filename().string(), profile, {}, ""};
  AddCost(options, report);
  return PageOf(report, DrawAll);
}

PlotSubject SubjectOf(const Options& options, const Profile& profile) {
  return {profile, SelectRows(profile.table, options.wanted)};
}

std::string SvgFor(const Options& options, const Profile& profile) {
  return options.plot->svg(SubjectOf(options, profile));
}

std::string PngFor(const Options& options, const Profile& profile) {
  return PngOf(SvgFor(options, profile));
}

std::string CsvFor(const Options& options, const Profile& profile) {
  return options.plot->csv(SubjectOf(options, profile));
}

constexpr std::array<Format, 4> kFormats = {{
    {"html", "a page of all", true, PageFor},
    {"svg", "a plot", false, SvgFor},
    {"png", "the same in pixels", false, PngFor},
    {"csv", "its data", false, CsvFor},
}};

const Format& ParseFormat(std::string_view name) {
  const auto* const found = std::ranges::find(kFormats, name, &Format::name);
  if (found != kFormats.end()) return *found;
  std::array<std::string_view, kFormats.size()> names;
  std::ranges::transform(kFormats, names.begin(), &Format::name);
  throw std::invalid_argument(
      fmt::format("unknown format '{}'; known are {}", name, fmt::join(names, ", ")));
}

/// Options of single plots.
constexpr std::array kOfPlots = {"--plot",  "--op",      "-n",    "--ranks-per-node",
                                 "--sites", "--mapping", "--root"};

void Check(const CLI::App& app, Options& options) {
  if (!options.format) options.format = kFormats.data();
  if (options.format->is_page) {
    for (const char* name : kOfPlots) {
      if (app.count(name) == 0) continue;
      throw std::invalid_argument(
          fmt::format("{}: is for a single plot, as in: --format svg --op bcast; leave it out for "
                      "the page",
                      name));
    }
    return;
  }
  if (!options.plot) options.plot = ReportPlots().data();
  if (!options.wanted.collective) {
    throw std::invalid_argument("--op: of which collective? as in: --op bcast");
  }
  if (!options.journal.empty()) {
    throw std::invalid_argument("--journal: is for the page; leave it out for a single plot");
  }
}

/// Returns whether two paths name one file, so that writing to one replaces the other.
bool AreSameFile(const std::string& one, const std::string& other) {
  std::error_code missing;  // if set, the result is false
  return std::filesystem::equivalent(one, other, missing);
}

int WriteReport(const Options& options, const Context& context) {
  if (context.job && !context.job->IsRoot()) return kDone;
  const Profile profile = ReadProfile(options.profile);
  if (AreSameFile(options.out, options.profile)) {
    throw std::invalid_argument("-o: is the profile itself; name another file");
  }
  WriteText(options.out, options.format->write(options, profile));
  return kDone;
}

template <typename Entries>
std::string Summaries(const Entries& entries) {
  std::string text;
  for (const auto& entry : entries) {
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", entry.name, entry.summary);
  }
  return text;
}

void AddWanted(CLI::App& app, const std::shared_ptr<Options>& options) {
  Wanted& wanted = options->wanted;
  AddValue(app, "--op", "plots: collective", wanted.collective, ParseCollective);
  AddValue(app, "-n", "plots: number of ranks", wanted.ranks,
           IntegerBetween(1, kMostRanks, "number of ranks"));
  AddValue(app, "--ranks-per-node", "plots: ranks on a node", wanted.ranks_per_node,
           IntegerBetween(1, kMostRanks, "ranks per node"));
  AddValue(app, "--sites", "plots: number of sites", wanted.sites,
           IntegerBetween(1, kMostRanks, "sites"));
  AddValue(app, "--mapping", fmt::format("plots: {}", fmt::join(kMappingNames, ", ")),
           wanted.mapping, OneOf<Mapping>(kMappingNames));
  AddValue(app, "--root", "plots: rows for calls with this root", wanted.root,
           IntegerBetween(0, kMostRanks, "rank"));
}

}  // namespace

Action AddReport(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("profile", options->profile, "the profile's file")->required();
  AddOutput(app, "-o,--output", options->out, "output file")->capture_default_str();
  AddValue(app, "--format", Summaries(kFormats) + " (default: html)", options->format,
           [](const std::string& text) { return &ParseFormat(text); });
  AddValue(app, "--plot", Summaries(ReportPlots()) + " (default: map)", options->plot,
           [](const std::string& text) { return &FindReportPlot(text); });
  AddWanted(app, options);
  app.add_option("--journal", options->journal,
                 "page: the tuning's journal (default: PROFILE.journal, if there is one)")
      ->check(NamesSomething());
  app.parse_complete_callback([options, &app] { Check(app, *options); });
  return [options](const Context& context) { return WriteReport(*options, context); };
}

}  // namespace colltune::tune
