// colltune reproduce: figures of the papers that colltune rests on, made anew from runs.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "tuner/commands/command.h"
#include "tuner/commands/output.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/job.h"
#include "tuner/job/print.h"
#include "tuner/journal/relaunch.h"
#include "tuner/reproduce/judging.h"
#include "tuner/reproduce/text.h"

namespace colltune::tune {
namespace {

struct Options {
  std::vector<std::string> names;
  std::vector<const Figure*> figures;
  bool all = false;
  std::string folder;  // empty: no files
};

ClaimJudgement Judge(const Figure& figure, std::span<const FigureRow> rows) {
  try {
    return figure.judge(rows);
  } catch (const MissingRow& missing) {
    return {ClaimVerdict::kUnknown, missing.what()};
  }
}

void WriteFiles(const Options& options, const Figure& figure, std::span<const FigureRow> rows) {
  if (options.folder.empty()) return;
  const std::string path = (std::filesystem::path(options.folder) / figure.name).string();
  WriteText(path + ".csv", FigureCsv(figure, rows));
  if (rows.empty()) return;  // nothing to draw
  if (figure.look == Look::kBars) {
    WriteText(path + ".svg", SvgOf(FigureBars(figure, rows)));
  } else {
    WriteText(path + ".svg", SvgOf(FigurePlot(figure, rows)));
  }
}

/// Returns why the job cannot show a figure; empty if it can.
std::string Refusal(const Figure& figure, const Job& job) {
  if (job.ranks() >= figure.least_ranks) return {};
  return fmt::format(
      "{}: its claim cannot be seen on fewer than {} ranks, and the job has {}; start it under "
      "mpiexec on a cluster, or under smpirun",
      figure.name, figure.least_ranks, job.ranks());
}

/// Makes, prints and writes a figure. Returns false if its claim fails by the rows; the same on all
/// ranks.
bool Reproduce(const Options& options, const Figure& figure, const Bench& bench) {
  const Drawing drawing = figure.run(bench);
  bool fails = false;
  bench.job.OnRoot([&] {
    const ClaimJudgement judgement = Judge(figure, drawing.rows);
    fails = judgement.verdict == ClaimVerdict::kFails;
    PrintLines(FigureText(figure, drawing, judgement) + "\n");
    std::fflush(stdout);  // the next figure may take minutes
    WriteFiles(options, figure, drawing.rows);
  });
  return !Job::Any(fails, bench.job.comm());
}

int ReproduceAll(const Options& options, const Context& context) {
  if (options.figures.empty()) {
    if (!context.job || context.job->IsRoot()) PrintLines(FigureListText());
    return kDone;
  }
  if (!context.job) return LaunchPastFailures(context.arguments);
  Job& job = *context.job;
  for (const Figure* figure : options.figures) {
    const std::string refusal = Refusal(*figure, job);
    if (!refusal.empty() && !options.all) throw std::invalid_argument(refusal);
  }
  job.OnRoot([&] {
    if (!options.folder.empty()) std::filesystem::create_directories(options.folder);
  });
  std::vector<MeasuredLayer> layers;
  const Bench bench{job, context.progress, layers};
  bool hold = true;
  for (const Figure* figure : options.figures) {
    if (const std::string refusal = Refusal(*figure, job); !refusal.empty()) {
      if (job.IsRoot()) Print("{}\n\n", refusal);
      continue;
    }
    hold = Reproduce(options, *figure, bench) && hold;
  }
  return hold ? kDone : kNo;
}

}  // namespace

Action AddReproduce(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("figures", options->names, "names of figures, or all; none lists them");
  AddFileOutput(app, "-o", options->folder, "folder for FIGURE.csv and FIGURE.svg",
                "each figure has two files; name a folder");
  app.parse_complete_callback([options] {
    for (const std::string& name : options->names) {
      if (name == "all") {
        options->all = true;
        for (const Figure& figure : Figures()) options->figures.push_back(&figure);
      } else {
        options->figures.push_back(&FindFigure(name));
      }
    }
  });
  return [options](const Context& context) { return ReproduceAll(*options, context); };
}

}  // namespace colltune::tune
