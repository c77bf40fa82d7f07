// colltune evaluate PROFILE: the regret of a profile's choices at random problems off its grid.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <tuple>

#include "algorithms/native/native.h"
#include "measure/clock/clock.h"
#include "profiles/fingerprint.h"
#include "profiles/yaml/files.h"
#include "tuner/commands/command.h"
#include "tuner/commands/output.h"
#include "tuner/evaluate/evaluation.h"
#include "tuner/evaluate/evaluation_text.h"
#include "tuner/experiments/experiments.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/print.h"
#include "tuner/job/progress.h"
#include "tuner/journal/failure_log.h"
#include "tuner/text/option_values.h"

namespace colltune::tune {
namespace {

struct Options {
  std::string profile;
  PointOptions points;
  measure::StoppingRule rule{.min_reps = 20, .max_reps = 100, .confidence = 0.99, .alpha = 0.01};
  TimingModel timing = TimingOf(ThisMachine());
  double tolerance = 0.01;
  std::string csv;
};

/// Throws std::invalid_argument if the repetitions are fewer than a confidence interval needs, so
/// that no point could be judged.
void CheckRepetitions(const measure::StoppingRule& rule) {
  const int fewest = FewestSamples(rule.confidence);
  if (rule.max_reps >= fewest) return;
  throw std::invalid_argument(
      fmt::format("--reps: with at most {} repetitions nothing can be said at {:.6g} %, the "
                  "confidence of each point; it takes {}",
                  rule.max_reps, 100 * rule.confidence, fewest));
}

class Evaluation {
 public:
  Evaluation(const Options& options, const Context& context)
      : options_(options), job_(*context.job), progress_(*context.progress) {}

  int Run() {
    DemandTwoRanks(job_);
    // With exact times, one run of a slower candidate suffices to eliminate it. Elsewhere each
    // candidate is measured to the end.
    const auto elimination = options_.timing == TimingModel::kExact
                                 ? std::optional(options_.rule.confidence)
                                 : std::nullopt;
    Experiments experiments(
        job_, measure::WtimeClock(),
        {.rule = options_.rule,
         .elimination = elimination,
         .timing = options_.timing,
         .watch = {.file = FailuresFile(), .patience = StandardPatience(), .beat = [this] {
                     progress_.Repeat();
                   }}});
    bool interrupted = false;
    try {
      experiments.Lead([&](const RunTrial& run_trial) {
        Prepare(experiments);
        AskAll(run_trial, experiments.places());
      });
    } catch (const Interrupted&) {
      interrupted = true;
    }
    job_.OnRoot([&] {
      Write(interrupted);
      WarnLines(FailuresText(experiments.failures()));
    });
    if (interrupted) return kInterrupted;
    const bool nothing = job_.IsRoot() && points_.empty() && untimed_ > 0;
    return Job::Any(nothing, job_.comm()) ? kJobFailed : kDone;
  }

 private:
  void Prepare(Experiments& experiments) {
    const Profile profile = ReadProfile(options_.profile);
    const std::string difference = Difference(profile.fingerprint, ThisMachine());
    if (!difference.empty()) {
      throw ProfileError(options_.profile, 0, "made for another cluster: " + difference);
    }
    ProbeOutput(options_.csv);
    if (profile.machine) experiments.UseMachine(*profile.machine);
    table_ = profile.table;
    try {
      problems_ = DrawProblems(table_, job_.ranks(), experiments.nodes(), options_.points);
    } catch (const std::invalid_argument& error) {
      throw ProfileError(options_.profile, 0, error.what());
    }
  }

  void AskAll(const RunTrial& run_trial, const JobPlaces& places) {
    Progress progress(progress_, "evaluate", static_cast<double>(problems_.size()));
    for (std::size_t i = 0; i < problems_.size(); ++i) {
      const auto& [problem, communicator] = problems_[i];
      progress.Update(static_cast<double>(i), ProblemText(problem));
      const Places* const here = places.Of(problem.layout);
      const Mapping mapping = places.nodes().MappingOf(problem.layout);
      const CommunicatorSize size = places.nodes().SizeOf(problem.layout);
      const ChoiceId choice = ChoiceFor(table_, problem, here, mapping, size);
      auto point = Judge(problem, choice, Times(problem, choice, here, run_trial));
      if (point) {
        point->communicator = communicator;
        point->evidence = EvidenceFor(table_, problem, here, mapping, size);
        points_.push_back(*point);
      } else {
        ++untimed_;
      }
    }
  }

  /// Times all candidates of a problem, and its choice even where that is hopelessly slow.
  static TrialResult Times(const Problem& problem, ChoiceId choice, const Places* places,
                           const RunTrial& run_trial) {
    const Trial all = Exhaustive(problem, choice, NativeChoices(problem.collective), places);
    TrialResult result = run_trial(all, measure::kUnlimited);
    const auto chosen = std::ranges::find(result.timings, choice, &Candidate::choice);
    if (chosen->samples > 0 || !chosen->failed.empty()) return result;
    const TrialResult both = run_trial({problem, {kLibrary, choice}}, measure::kUnlimited);
    for (const Candidate& timing : both.timings) {
      *std::ranges::find(result.timings, timing.choice, &Candidate::choice) = timing;
    }
    result.spent += both.spent;
    return result;
  }

  void Write(bool interrupted) const {
    if (!options_.csv.empty()) {
      WriteText(options_.csv, EvaluationCsv(points_, options_.tolerance));
    }
    if (!IsStandardOutput(options_.csv)) {
      PrintLines(EvaluationText(points_, options_.tolerance, options_.rule.confidence));
    }
    if (untimed_ > 0) {
      Warn(
          "{} points left out, where the choice or the library's own has "
          "no valid sample",
          untimed_);
    }
    if (interrupted) {
      Warn("interrupted after {} of {} points", points_.size(), problems_.size());
    }
  }

  const Options& options_;
  Job& job_;
  ProgressSink& progress_;
  // Used on rank 0 only.
  DecisionTable table_;
  std::vector<DrawnProblem> problems_;
  std::vector<Evaluated> points_;
  int untimed_ = 0;
};

}  // namespace

Action AddEvaluate(CLI::App& app) {
  constexpr int kMostPoints = 1 << 20;
  const auto options = std::make_shared<Options>();
  app.add_option("profile", options->profile, "the profile's file")->required();
  AddValue(app, "--points", "number of problems to draw (default: 200)", options->points.points,
           IntegerBetween(1, kMostPoints, "points"));
  app.add_option("--seed", options->points.seed, "seed of the drawing (default: 1)");
  AddValue(app, "--ops", "collectives to draw from (default: all of the profile's)",
           options->points.collectives, ParseCollectives);
  AddValue(
      app, "--communicators",
      "communicators to draw: any that applications make (worlds of any number of nodes, rows "
      "and columns of process grids, ranks of a node, one rank a node, halves), or prefix, the "
      "first ranks of each node (default: any)",
      options->points.communicators, OneOf<CommunicatorSet>(kCommunicatorSetNames));
  AddSiblings(app, options->points.siblings);
  AddOutput(app, "--csv", options->csv, "file for a row of each point");
  app.add_option(
         "--tolerance", options->tolerance,
         "slowdown, as a share of the library's time, from which on it counts (default: 0.01)")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--confidence", options->rule.confidence,
                 "confidence that all statements about slowdowns hold together (default: 0.99)");
  AddValue(app, "--memory", "largest buffer of a rank (default: 64M)", options->points.memory,
           [](const std::string& text) { return ParseSizes(text, measure::kMostBytes).back(); });
  AddParsed(app, "--reps", "least and most repetitions (default: 20:100; 2 in the simulator)",
            [options](const std::string& text) {
              options->timing = TimingModel::kNoisy;
              std::tie(options->rule.min_reps, options->rule.max_reps) = ParseRepetitions(text);
            });
  app.parse_complete_callback([options] {
    options->rule.Validate();
    options->rule.confidence = ConfidenceOfEach(options->rule.confidence,
                                                static_cast<std::size_t>(options->points.points));
    if (options->timing == TimingModel::kNoisy) CheckRepetitions(options->rule);
  });
  return [options](const Context& context) { return Evaluation(*options, context).Run(); };
}

}  // namespace colltune::tune
