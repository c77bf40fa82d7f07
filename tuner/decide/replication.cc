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
#include "tuner/search/size_independent_choice.h"

namespace colltune::tune {
namespace {

/// Texts, in the order of ReplicationState.
constexpr std::array<std::string_view, 3> kStandingTexts = {"waits for a second run to confirm it",
                                                            "confirmed by a second run",
                                                            "another run did not confirm it"};

bool HasSamples(const Answer& answer) {
  return !answer.timings.empty() &&
         std::ranges::all_of(answer.timings, [](const Candidate& c) { return c.samples > 0; });
}

Replication WithoutSamples() { return {ReplicationState::kRefuted, "it had no valid samples"}; }

/// Returns the logarithm of the library's median over the other choice's in a replication. Requires
/// samples of both.
double GainIn(const Answer& again) {
  double gain = 0;
  for (const Candidate& timing : again.timings) {
    gain += (timing.choice == kLibrary ? 1 : -1) * std::log(timing.median.count());
  }
  return gain;
}

/// Returns the problem of a replication, with the last root that the line decides. A decision that
/// holds for the first and the last root is taken to hold for the roots between.
Problem ProblemAgain(const Search& search, const CostCurve& line, Bytes bytes) {
  Problem problem = line.At(bytes);
  problem.root = search.RootsOf(line).back().last;
  return problem;
}

/// Adds the saving of a decision at one size, as a logarithm, and the time of one repetition.
void AddValue(const CostCurve& line, Bytes bytes, const std::string& choice, double& saved,
              Seconds& once) {
  const Seconds mine = line.Find(bytes, choice)->median;
  const Seconds library = line.Find(bytes, std::string(kLibrary))->median;
  saved += std::log(library / mine);
  once += mine + library;
}

/// Makes the Guardable of a choice at `sizes`, whose decisions are confirmed or refuted together.
Guardable GuardableAt(const Search& search, const CostCurve& line, const std::vector<Bytes>& sizes,
                      const std::string& choice, const Replication& look,
                      const Confirmations& confirmations, const ReplicationPlan& looks) {
  Guardable guardable{look.standing, {}, 0};
  const bool is_open = look.standing != ReplicationState::kRefuted && look.runs < looks.wanted;
  double saved = 0;
  Seconds once{};
  for (const Bytes bytes : sizes) {
    AddValue(line, bytes, choice, saved, once);
    const Question again = AskedAgain(ProblemAgain(search, line, bytes), choice);
    if (is_open && confirmations.IsAnother(again, looks.run)) guardable.open.push_back(again);
  }
  guardable.value = saved / once.count();
  return guardable;
}

std::vector<Bytes> SizesOf(const CostCurve& line) {
  std::vector<Bytes> sizes;
  for (const auto& [bytes, point] : line.measured()) sizes.push_back(bytes);
  return sizes;
}

void AddGuardables(const Search& search, const CostCurve& line, const Confirmations& confirmations,
                   const ReplicationPlan& looks, std::vector<Guardable>& all) {
  if (line.measured().empty()) return;
  if (!KnowsSizes(line.collective())) {
    const std::string choice =
        ChooseForAll(line.measured(), search.options().decision.margin).choice;
    if (choice == kLibrary) return;
    const Replication look = LookAgainAtAll(search, line, choice, confirmations);
    all.push_back(GuardableAt(search, line, SizesOf(line), choice, look, confirmations, looks));
    return;
  }
  for (const auto& [bytes, point] : line.measured()) {
    const std::string choice = search.DecisionAt(line, bytes).choice;
    if (choice == kLibrary) continue;
    const Replication look = LookAgain(search, line, bytes, choice, confirmations);
    all.push_back(GuardableAt(search, line, {bytes}, choice, look, confirmations, looks));
  }
}

/// Least number of shifts that have a percentile.
constexpr std::size_t kLeast = 10;

/// Returns the shifts between two runs of a choice's time over the library's, as absolute values of
/// logarithms.
std::vector<double> Shifts(const Search& search, const Confirmations& confirmations) {
  std::vector<double> shifts;
  const auto add = [&](const Candidate& first, const Candidate& library, const Problem& problem) {
    for (const auto& [run, again] : confirmations.FindAll(problem, first.choice)) {
      if (!HasSamples(*again)) continue;
      shifts.push_back(std::abs(GainIn(*again) - std::log(library.median / first.median)));
    }
  };
  for (const CostCurve& line : search.lines()) {
    for (const auto& [bytes, point] : line.measured()) {
      const Problem problem = ProblemAgain(search, line, bytes);
      const Candidate& library = point.at(std::string(kLibrary));
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

std::string ReasonText(const Replication& look) {
  const std::string_view standing = kStandingTexts[static_cast<std::size_t>(look.standing)];
  if (look.runs > 1) {
    return fmt::format("; confirmed by {} other runs, in the closest: {}", look.runs, look.reason);
  }
  return look.reason.empty() ? fmt::format("; {}", standing)
                             : fmt::format("; {}: {}", standing, look.reason);
}

Replication LookAgain(const Search& search, const CostCurve& line, Bytes bytes,
                      const std::string& choice, const Confirmations& confirmations) {
  Replication look;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [run, again] :
       confirmations.FindAll(ProblemAgain(search, line, bytes), choice)) {
    if (!HasSamples(*again)) return WithoutSamples();
    const Decision decision = Decide(search.options().decision, bytes, again->timings);
    if (decision.choice != choice) return {ReplicationState::kRefuted, decision.evidence.reason};
    look.standing = ReplicationState::kConfirmed;
    ++look.runs;
    if (GainIn(*again) >= least) continue;
    least = GainIn(*again);
    look.reason = decision.evidence.reason;
  }
  return look;
}

Replication LookAgainAtAll(const Search& search, const CostCurve& line, const std::string& choice,
                           const Confirmations& confirmations) {
  std::map<int, CandidatesBySize> all;  // by run
  for (const auto& [bytes, point] : line.measured()) {
    for (const auto& [run, again] :
         confirmations.FindAll(ProblemAgain(search, line, bytes), choice)) {
      if (!HasSamples(*again)) return WithoutSamples();
      for (const Candidate& timing : again->timings) all[run][bytes][timing.choice] = timing;
    }
  }
  std::erase_if(all, [&](const auto& run) { return run.second.size() < line.measured().size(); });
  const double margin = search.options().decision.margin;
  Replication look;
  double least = std::numeric_limits<double>::infinity();
  for (const auto& [run, again] : all) {
    const auto gain = GainAtAllSizes(again, choice);
    if (!gain) return {ReplicationState::kRefuted, "it is slower at one size"};
    if (*gain <= LogGain(margin)) {
      return {ReplicationState::kRefuted,
              fmt::format("not more than {:.3g} % faster on the average", 100 * margin)};
    }
    look.standing = ReplicationState::kConfirmed;
    ++look.runs;
    least = std::min(least, *gain);
    look.reason = fmt::format("{:.0f} % faster on the average, and slower nowhere",
                              100 * (1 - std::exp(-least)));
  }
  return look;
}

void AddAgain(Evidence& evidence, const Search& search, const CostCurve& line,
              const std::string& choice, const Confirmations& confirmations) {
  const Answer* closest = nullptr;
  for (const auto& [run, again] :
       confirmations.FindAll(ProblemAgain(search, line, evidence.bytes), choice)) {
    if (!HasSamples(*again)) continue;
    if (closest == nullptr || GainIn(*again) < GainIn(*closest)) closest = again;
  }
  if (closest == nullptr) return;
  for (const Candidate& timing : closest->timings) {
    const auto known = std::ranges::find(evidence.candidates, timing.choice, &Candidate::choice);
    if (known != evidence.candidates.end() && known->samples > 0) known->again = timing.median;
  }
}

Decision Guarded(Decision decision, const Search& search, const CostCurve& line,
                 const Confirmations& confirmations) {
  if (decision.choice == kLibrary) return decision;
  const Replication look =
      LookAgain(search, line, decision.evidence.bytes, decision.choice, confirmations);
  decision.evidence.reason += ReasonText(look);
  AddAgain(decision.evidence, search, line, decision.choice, confirmations);
  if (look.standing != ReplicationState::kConfirmed) decision.choice = kLibrary;
  return decision;
}

std::vector<Guardable> Guardables(const Search& search, const Confirmations& confirmations,
                                  const ReplicationPlan& looks) {
  std::vector<Guardable> all;
  for (const CostCurve& line : search.lines())
    AddGuardables(search, line, confirmations, looks, all);
  std::ranges::stable_sort(all, std::greater(), [](const Guardable& one) {
    return std::pair(one.standing == ReplicationState::kWaiting, one.value);
  });
  return all;
}

GuardSummary Summarise(const Search& search, const Confirmations& confirmations) {
  std::array<int, kStandingTexts.size()> counts{};
  for (const Guardable& guardable : Guardables(search, confirmations, {})) {
    ++counts[static_cast<std::size_t>(guardable.standing)];
  }
  return {counts[0],
          counts[1],
          counts[2],
          confirmations.asked(),
          confirmations.spent(),
          false,
          BetweenRuns(Shifts(search, confirmations), search.options().decision.confidence)};
}

}  // namespace colltune::tune
