#include "tuner/decide/replication.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "tuner/search/judgement.h"
#include "tuner/search/size_independent_choice.h"

namespace colltune::tune {
namespace {

/// Texts, in the order of ReplicationState.
constexpr std::array<std::string_view, 3> kStateTexts = {"waits for a second run to confirm it",
                                                         "confirmed by a second run",
                                                         "another run did not confirm it"};

bool HasSamples(const TrialResult& result) {
  return !result.timings.empty() &&
         std::ranges::all_of(result.timings, [](const Candidate& c) { return c.samples > 0; });
}

Replication WithoutSamples() { return {ReplicationState::kRefuted, "it had no valid samples"}; }

/// Returns the logarithm of the library's median over the other choice's in a replication. Requires
/// samples of both.
double GainIn(const TrialResult& repeated) {
  double gain = 0;
  for (const Candidate& timing : repeated.timings) {
    gain += (timing.choice == kLibrary ? 1 : -1) * std::log(timing.median.count());
  }
  return gain;
}

/// Returns the problem of a replication, with the last root that the curve decides. A decision that
/// holds for the first and the last root is taken to hold for the roots between.
Problem ReplicatedProblem(const Measurements& measurements, const CostCurve& curve, Bytes bytes) {
  Problem problem = curve.At(bytes);
  problem.root = measurements.RootsOf(curve).back().last;
  return problem;
}

/// Adds the saving of a decision at one size, as a logarithm, and the time of one repetition; of a
/// choice that was not timed there, as the size was held out, no saving.
void AddValue(const CostCurve& curve, Bytes bytes, ChoiceId choice, double& saved, Seconds& once) {
  const Seconds library = curve.Find(bytes, kLibrary)->median;
  const Candidate* const timed = curve.Find(bytes, choice);
  const Seconds mine = timed == nullptr ? library : timed->median;
  saved += std::log(library / mine);
  once += mine + library;
}

/// Makes the Replicable of a choice at `sizes`, whose decisions are confirmed or refuted together.
Replicable ReplicableAt(const Measurements& measurements, const CostCurve& curve,
                        const std::vector<Bytes>& sizes, ChoiceId choice,
                        const Replication& replication, const Confirmations& confirmations,
                        const ReplicationPlan& plan) {
  Replicable replicable{replication.state, {}, 0};
  const bool is_open =
      replication.state != ReplicationState::kRefuted && replication.runs < plan.wanted;
  double saved = 0;
  Seconds once{};
  for (const Bytes bytes : sizes) {
    AddValue(curve, bytes, choice, saved, once);
    const Trial repeated = ReplicationTrial(ReplicatedProblem(measurements, curve, bytes), choice);
    if (is_open && confirmations.IsAnother(repeated, plan.run)) replicable.open.push_back(repeated);
  }
  replicable.value = saved / once.count();
  return replicable;
}

std::vector<Bytes> SizesOf(const CostCurve& curve) {
  std::vector<Bytes> sizes;
  for (const auto& [bytes, point] : curve.measured()) sizes.push_back(bytes);
  return sizes;
}

void AddReplicables(const Measurements& measurements, const CostCurve& curve,
                    const Confirmations& confirmations, const ReplicationPlan& plan,
                    std::vector<Replicable>& all) {
  if (curve.measured().empty()) return;
  if (!KnowsSizes(curve.collective())) {
    const ChoiceId choice = JudgeUnknownSizes(measurements, curve.At({})).decision.choice;
    if (choice == kLibrary) return;
    const Replication replication = JudgeForAllSizes(measurements, curve, choice, confirmations);
    all.push_back(ReplicableAt(measurements, curve, SizesOf(curve), choice, replication,
                               confirmations, plan));
    return;
  }
  for (const auto& [bytes, point] : curve.measured()) {
    const ChoiceId choice = Judge(measurements, curve.At(bytes)).decision.choice;
    if (choice == kLibrary) continue;
    const Replication replication = JudgeAt(measurements, curve, bytes, choice, confirmations);
    all.push_back(
        ReplicableAt(measurements, curve, {bytes}, choice, replication, confirmations, plan));
  }
}

/// Least number of shifts that have a percentile.
constexpr std::size_t kLeast = 10;

/// Returns the shifts between two runs of a choice's time over the library's, as absolute values of
/// logarithms.
std::vector<double> Shifts(const Measurements& measurements, const Confirmations& confirmations) {
  std::vector<double> shifts;
  const auto add = [&](const Candidate& first, const Candidate& library, const Problem& problem) {
    for (const auto& [run, repeated] : confirmations.FindAll(problem, first.choice)) {
      if (!HasSamples(*repeated)) continue;
      shifts.push_back(std::abs(GainIn(*repeated) - std::log(library.median / first.median)));
    }
  };
  for (const CostCurve& curve : measurements.curves()) {
    for (const auto& [bytes, point] : curve.measured()) {
      const Problem problem = ReplicatedProblem(measurements, curve, bytes);
      const Candidate& library = point.at(kLibrary);
      for (const auto& [choice, timing] : point) {
        if (choice != kLibrary) add(timing, library, problem);
      }
    }
  }
  return shifts;
}

std::optional<double> BetweenRuns(std::vector<double> shifts, double confidence) {
  if (shifts.size() < kLeast) return std::nullopt;
  std::ranges::sort(shifts);
  const auto at = static_cast<std::size_t>(confidence * static_cast<double>(shifts.size()));
  return std::expm1(shifts[std::min(at, shifts.size() - 1)]);
}

}  // namespace

std::string ReasonText(const Replication& replication) {
  const std::string_view state = kStateTexts[static_cast<std::size_t>(replication.state)];
  if (replication.runs > 1) {
    return fmt::format("; confirmed by {} other runs, in the closest: {}", replication.runs,
                       replication.reason);
  }
  return replication.reason.empty() ? fmt::format("; {}", state)
                                    : fmt::format("; {}: {}", state, replication.reason);
}

Replication JudgeAt(const Measurements& measurements, const CostCurve& curve, Bytes bytes,
                    ChoiceId choice, const Confirmations& confirmations) {
  Replication replication;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [run, repeated] :
       confirmations.FindAll(ReplicatedProblem(measurements, curve, bytes), choice)) {
    if (!HasSamples(*repeated)) return WithoutSamples();
    const Decision decision = Decide(measurements.rule(), bytes, repeated->timings);
    if (decision.choice != choice) return {ReplicationState::kRefuted, decision.evidence.reason};
    replication.state = ReplicationState::kConfirmed;
    ++replication.runs;
    if (GainIn(*repeated) >= least) continue;
    least = GainIn(*repeated);
    replication.reason = decision.evidence.reason;
  }
  return replication;
}

Replication JudgeForAllSizes(const Measurements& measurements, const CostCurve& curve,
                             ChoiceId choice, const Confirmations& confirmations) {
  std::map<int, CandidatesBySize> all;  // by run
  for (const auto& [bytes, point] : curve.measured()) {
    for (const auto& [run, repeated] :
         confirmations.FindAll(ReplicatedProblem(measurements, curve, bytes), choice)) {
      if (!HasSamples(*repeated)) return WithoutSamples();
      for (const Candidate& timing : repeated->timings) all[run][bytes][timing.choice] = timing;
    }
  }
  std::erase_if(all, [&](const auto& run) { return run.second.size() < curve.measured().size(); });
  const double margin = measurements.rule().margin;
  Replication replication;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [run, repeated] : all) {
    const auto gain = GainAtAllSizes(repeated, choice);
    if (!gain) return {ReplicationState::kRefuted, "it is slower at one size"};
    if (*gain <= LogGain(margin)) {
      return {ReplicationState::kRefuted,
              fmt::format("not more than {:.3g} % faster on the average", 100 * margin)};
    }
    replication.state = ReplicationState::kConfirmed;
    ++replication.runs;
    least = std::min(least, *gain);
    replication.reason = fmt::format("{:.0f} % faster on the average, and slower nowhere",
                                     100 * (1 - std::exp(-least)));
  }
  return replication;
}

void AddReplicatedMedians(Evidence& evidence, const Measurements& measurements,
                          const CostCurve& curve, ChoiceId choice,
                          const Confirmations& confirmations) {
  const TrialResult* closest = nullptr;
  for (const auto& [run, repeated] :
       confirmations.FindAll(ReplicatedProblem(measurements, curve, evidence.bytes), choice)) {
    if (!HasSamples(*repeated)) continue;
    if (closest == nullptr || GainIn(*repeated) < GainIn(*closest)) closest = repeated;
  }
  if (closest == nullptr) return;
  for (const Candidate& timing : closest->timings) {
    const auto known = std::ranges::find(evidence.candidates, timing.choice, &Candidate::choice);
    if (known != evidence.candidates.end() && known->samples > 0)
      known->replicated_median = timing.median;
  }
}

Decision Replicated(Decision decision, const Measurements& measurements, const CostCurve& curve,
                    const Confirmations& confirmations) {
  if (decision.choice == kLibrary) return decision;
  const Replication replication =
      JudgeAt(measurements, curve, decision.evidence.bytes, decision.choice, confirmations);
  decision.evidence.reason += ReasonText(replication);
  AddReplicatedMedians(decision.evidence, measurements, curve, decision.choice, confirmations);
  if (replication.state != ReplicationState::kConfirmed) decision.choice = kLibrary;
  return decision;
}

std::vector<Replicable> Replicables(const Measurements& measurements,
                                    const Confirmations& confirmations,
                                    const ReplicationPlan& plan) {
  std::vector<Replicable> all;
  for (const CostCurve& curve : measurements.curves()) {
    AddReplicables(measurements, curve, confirmations, plan, all);
  }
  std::ranges::stable_sort(all, std::greater(), [](const Replicable& one) {
    return std::pair(one.state == ReplicationState::kWaiting, one.value);
  });
  return all;
}

std::vector<Trial> OpenReplications(const Measurements& measurements,
                                    const Confirmations& confirmations,
                                    const ReplicationPlan& plan) {
  std::vector<Trial> open;
  for (const Replicable& replicable : Replicables(measurements, confirmations, plan)) {
    open.insert(open.end(), replicable.open.begin(), replicable.open.end());
  }
  return open;
}

ReplicationSummary Summarise(const Measurements& measurements, const Confirmations& confirmations) {
  std::array<int, kStateTexts.size()> counts{};
  for (const Replicable& replicable : Replicables(measurements, confirmations, {})) {
    ++counts[static_cast<std::size_t>(replicable.state)];
  }
  return {counts[0],
          counts[1],
          counts[2],
          confirmations.trials(),
          confirmations.spent(),
          false,
          BetweenRuns(Shifts(measurements, confirmations), measurements.rule().confidence)};
}

}  // namespace colltune::tune
