// colltune verify PROFILE: checks whether a profile still fits this machine.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "measure/clock/clock.h"
#include "profiles/fingerprint.h"
#include "profiles/yaml/files.h"
#include "tuner/commands/command.h"
#include "tuner/evaluate/evaluation.h"
#include "tuner/evaluate/evaluation_text.h"
#include "tuner/evaluate/verification.h"
#include "tuner/experiments/experiments.h"
#include "tuner/job/exit_code.h"
#include "tuner/job/interrupt.h"
#include "tuner/job/print.h"
#include "tuner/job/progress.h"
#include "tuner/journal/failure_log.h"
#include "tuner/text/option_values.h"

namespace colltune::tune {
namespace {

/// Decisions that are checked at most. All statements shall hold together, so the confidence of
/// each depends on this number, which all ranks know beforehand.
constexpr int kMostChecked = 100;

struct Options {
  std::string profile;
  Seconds budget{50};  ///< less than a minute with start and end
  std::uint64_t seed = 1;
  double tolerance = 0.01;
  measure::StoppingRule rule{.min_reps = 20, .max_reps = 60, .confidence = 0.99, .alpha = 0.01};
  TimingModel timing = TimingOf(ThisMachine());
};

class Verification {
 public:
  Verification(const Options& options, const Context& context)
      : options_(options),
        job_(*context.job),
        progress_(*context.progress),
        clock_(measure::WtimeClock()),
        begin_(clock_.Now()) {}

  int Run() {
    DemandTwoRanks(job_);
    Experiments experiments(
        job_, clock_,
        {.rule = options_.rule,
         .elimination = std::nullopt,
         .timing = options_.timing,
         .watch = {.file = FailuresFile(), .patience = StandardPatience(), .beat = [this] {
                     progress_.Repeat();
                   }}});
    bool interrupted = false;
    try {
      experiments.Lead([&](const RunTrial& run_trial) {
        Prepare(experiments);
        CheckAll(run_trial, experiments);
      });
    } catch (const Interrupted&) {
      interrupted = true;
    }
    bool fits = true;
    job_.OnRoot([&] { fits = Report(interrupted); });
    if (interrupted) return kInterrupted;
    return Job::Any(!fits, job_.comm()) ? kNo : kDone;
  }

 private:
  void Prepare(Experiments& experiments) {
    const Profile profile = ReadProfile(options_.profile);
    difference_ = Difference(profile.fingerprint, ThisMachine());
    if (!difference_.empty()) return;
    if (profile.machine) experiments.UseMachine(*profile.machine);
    claims_ = ClaimsOf(profile.table, experiments.nodes(), &experiments.places(),
                       SiblingTimingOf(profile.provenance).value_or(SiblingTiming::kAlone));
  }

  void CheckAll(const RunTrial& run_trial, const Experiments& experiments) {
    std::vector<Claim> claims = InOrder(claims_.claims, options_.seed);
    if (claims.size() > kMostChecked) claims.resize(kMostChecked);
    Progress progress(progress_, "verify", options_.budget.count());
    for (const Claim& claim : claims) {
      const Seconds spent = clock_.Now() - begin_;
      const auto& method = experiments.MethodFor(claim.problem.collective);
      if (spent + Longest(claim, method) > options_.budget) continue;
      progress.Update(spent.count(), ProblemText(claim.problem));
      try {
        const TrialResult result = run_trial(Check(claim), options_.budget - spent);
        const auto checked = Judge(claim, result, options_.tolerance);
        if (checked) checked_.push_back(*checked);
        const std::string& failed = result.timings.front().failed;
        if (!failed.empty()) {
          failed_ +=
              fmt::format("{}: {}: failed: {}\n", ProblemText(claim.problem), claim.choice, failed);
        }
      } catch (const OutOfTime&) {
        return;
      }
    }
  }

  /// Returns the longest time that it takes to check a claim, by the medians of the profile.
  Seconds Longest(const Claim& claim, const measure::MethodEntry& method) const {
    // Without a global clock one destination is timed after another.
    const int passes = method.needs_global_clock ? 1 : claim.problem.layout.ranks - 1;
    return passes * options_.rule.max_reps * claim.once;
  }

  /// Prints the result, and returns whether the profile fits. An interrupted check returns true,
  /// unless the machine differs. Throws ProfileError if no decision was checked.
  bool Report(bool interrupted) const {
    if (!difference_.empty()) {
      Print("does not fit: made for another cluster: {}\n", difference_);
      return false;
    }
    for (const Checked& checked : checked_) PrintLines(CheckedText(checked));
    PrintLines(failed_);
    if (claims_.without_layout > 0) {
      Print("skipped: {} rows for communicators that this job of {} ranks cannot form\n",
            claims_.without_layout, job_.ranks());
    }
    if (claims_.without_evidence > 0) {
      Print("skipped: {} rules without evidence\n", claims_.without_evidence);
    }
    const std::string count =
        fmt::format("{} of {} decisions checked", checked_.size(), claims_.claims.size());
    if (interrupted) {
      Warn("interrupted; {}", count);
      return true;
    }
    if (checked_.empty() && failed_.empty()) {
      throw ProfileError(options_.profile, 0,
                         fmt::format("nothing to check on {} ranks in {}: {}", job_.ranks(),
                                     DurationText(options_.budget), count));
    }
    const bool fits = failed_.empty() && Fits(checked_);
    Print("{}: {}{}\n", fits ? "fits" : "does not fit", count,
          fits ? ", none is slower than the library" : "; measure anew with: colltune tune");
    return fits;
  }

  const Options& options_;
  Job& job_;
  ProgressSink& progress_;
  const measure::Clock& clock_;
  const Seconds begin_;
  // Used on rank 0 only.
  std::string difference_;
  Claims claims_;
  std::vector<Checked> checked_;
  std::string failed_;  // a line for each choice that failed
};

}  // namespace

Action AddVerify(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("profile", options->profile, "the profile's file")->required();
  AddValue(app, "--seconds", "time limit, as in 30s (default: 50s)", options->budget,
           ParseDuration);
  app.add_option("--seed", options->seed, "seed of the order of decisions (default: 1)");
  app.add_option("--tolerance", options->tolerance,
                 "slowdown, as a share of the library's time, that is accepted (default: 0.01)")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--confidence", options->rule.confidence,
                 "confidence that all statements about slowdowns hold together (default: 0.99)");
  app.parse_complete_callback([options] {
    options->rule.Validate();
    options->rule.confidence = ConfidenceOfEach(options->rule.confidence, kMostChecked);
    const int fewest = FewestSamples(options->rule.confidence);
    options->rule.min_reps = std::max(options->rule.min_reps, fewest);
    options->rule.max_reps = std::max(options->rule.max_reps, fewest);
  });
  return [options](const Context& context) { return Verification(*options, context).Run(); };
}

}  // namespace colltune::tune
