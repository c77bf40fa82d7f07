#include "tuner/guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "tuner/all_sizes.h"

namespace colltune {
namespace {

/// In the order of Standing.
constexpr std::array<std::string_view, 3> kStandingTexts = {"waits for a second run to confirm it",
                                                            "confirmed by a second run",
                                                            "a second run did not confirm it"};

bool HasSamples(const Answer& answer) {
  return !answer.timings.empty() &&
         std::ranges::all_of(answer.timings, [](const Candidate& c) { return c.samples > 0; });
}

SecondLook WithoutSamples() { return {Standing::kRefuted, "it had no valid samples"}; }

/// The last root that the line's row is for: what holds for the first and the last is taken to hold
/// for those between.
Rank LastRoot(const Search& search, const Line& line) {
  if (!HasRoot(line.collective())) return 0;
  if (!line.roots().empty()) return line.roots().back().last;
  const auto is_others = [&](Rank root) {
    return std::ranges::any_of(search.lines(), [&](const Line& other) {
      return other.collective() == line.collective() && other.layout() == line.layout() &&
             std::ranges::any_of(other.roots(),
                                 [root](const Roots& roots) { return roots.Contain(root); });
    });
  };
  Rank root = line.layout().ranks - 1;
  while (root > 0 && is_others(root)) --root;
  return root;
}

/// What a second run is asked about.
Problem ProblemAgain(const Search& search, const Line& line, Bytes bytes) {
  Problem problem = line.At(bytes);
  problem.root = LastRoot(search, line);
  return problem;
}

/// What a decision at one size saves, and the time to look once.
void AddValue(const Line& line, Bytes bytes, const std::string& choice, double& saved,
              Seconds& once) {
  const Seconds mine = line.Find(bytes, choice)->median;
  const Seconds library = line.Find(bytes, std::string(kLibrary))->median;
  saved += std::log(library / mine);
  once += mine + library;
}

/// Of a choice at `sizes`, which stand or fall together.
Guardable GuardableAt(const Search& search, const Line& line, const std::vector<Bytes>& sizes,
                      const std::string& choice, Standing standing,
                      const Confirmations& confirmations) {
  Guardable guardable{standing, {}, 0};
  double saved = 0;
  Seconds once{};
  for (const Bytes bytes : sizes) {
    AddValue(line, bytes, choice, saved, once);
    if (standing != Standing::kWaiting) continue;
    const Problem problem = ProblemAgain(search, line, bytes);
    if (confirmations.Find(problem, choice) == nullptr) {
      guardable.open.push_back(AskedAgain(problem, choice));
    }
  }
  guardable.value = saved / once.count();
  return guardable;
}

std::vector<Bytes> SizesOf(const Line& line) {
  std::vector<Bytes> sizes;
  for (const auto& [bytes, point] : line.measured()) sizes.push_back(bytes);
  return sizes;
}

void AddGuardables(const Search& search, const Line& line, const Confirmations& confirmations,
                   std::vector<Guardable>& all) {
  if (line.measured().empty()) return;
  if (!KnowsSizes(line.collective())) {
    const std::string choice =
        ChooseForAll(line.measured(), search.options().decision.margin).choice;
    if (choice == kLibrary) return;
    const SecondLook look = LookAgainAtAll(search, line, choice, confirmations);
    all.push_back(GuardableAt(search, line, SizesOf(line), choice, look.standing, confirmations));
    return;
  }
  for (const auto& [bytes, point] : line.measured()) {
    const std::string choice = search.DecisionAt(line, bytes).choice;
    if (choice == kLibrary) continue;
    const SecondLook look = LookAgain(search, line, bytes, choice, confirmations);
    all.push_back(GuardableAt(search, line, {bytes}, choice, look.standing, confirmations));
  }
}

/// A share of fewer is not known.
constexpr std::size_t kLeast = 10;

/// How many times as large or as small a choice's time by the library's own was in a second run,
/// as a logarithm.
std::vector<double> Shifts(const Search& search, const Confirmations& confirmations) {
  std::vector<double> shifts;
  const auto add = [&](const Candidate& first, const Candidate& library, const Problem& problem) {
    const Answer* again = confirmations.Find(problem, first.choice);
    if (again == nullptr || !HasSamples(*again)) return;
    double shift = std::log(first.median / library.median);
    for (const Candidate& timing : again->timings) {
      shift += (timing.choice == kLibrary ? 1 : -1) * std::log(timing.median.count());
    }
    shifts.push_back(std::abs(shift));
  };
  for (const Line& line : search.lines()) {
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

std::optional<double> BetweenRuns(std::vector<double> shifts) {
  if (shifts.size() < kLeast) return std::nullopt;
  std::ranges::sort(shifts);
  return std::expm1(shifts[shifts.size() * 9 / 10]);
}

}  // namespace

std::string ReasonText(const SecondLook& look) {
  const std::string_view standing = kStandingTexts[static_cast<std::size_t>(look.standing)];
  return look.reason.empty() ? fmt::format("; {}", standing)
                             : fmt::format("; {}: {}", standing, look.reason);
}

SecondLook LookAgain(const Search& search, const Line& line, Bytes bytes, const std::string& choice,
                     const Confirmations& confirmations) {
  const Answer* again = confirmations.Find(ProblemAgain(search, line, bytes), choice);
  if (again == nullptr) return {};
  if (!HasSamples(*again)) return WithoutSamples();
  const Decision decision = Decide(search.options().decision, bytes, again->timings);
  return {decision.choice == choice ? Standing::kConfirmed : Standing::kRefuted,
          decision.evidence.reason};
}

SecondLook LookAgainAtAll(const Search& search, const Line& line, const std::string& choice,
                          const Confirmations& confirmations) {
  Measured again;
  for (const auto& [bytes, point] : line.measured()) {
    const Answer* answer = confirmations.Find(ProblemAgain(search, line, bytes), choice);
    if (answer == nullptr) return {};
    if (!HasSamples(*answer)) return WithoutSamples();
    for (const Candidate& timing : answer->timings) again[bytes][timing.choice] = timing;
  }
  const double margin = search.options().decision.margin;
  const auto gain = GainAtAllSizes(again, choice);
  if (!gain) return {Standing::kRefuted, "it is slower at one size"};
  if (*gain <= LogGain(margin)) {
    return {Standing::kRefuted,
            fmt::format("not more than {:.3g} % faster on the average", 100 * margin)};
  }
  return {Standing::kConfirmed, fmt::format("{:.0f} % faster on the average, and slower nowhere",
                                            100 * (1 - std::exp(-*gain)))};
}

void AddAgain(Evidence& evidence, const Search& search, const Line& line, const std::string& choice,
              const Confirmations& confirmations) {
  const Answer* again = confirmations.Find(ProblemAgain(search, line, evidence.bytes), choice);
  if (again == nullptr || !HasSamples(*again)) return;
  for (const Candidate& timing : again->timings) {
    const auto known = std::ranges::find(evidence.candidates, timing.choice, &Candidate::choice);
    if (known != evidence.candidates.end() && known->samples > 0) known->again = timing.median;
  }
}

Decision Guarded(Decision decision, const Search& search, const Line& line,
                 const Confirmations& confirmations) {
  if (decision.choice == kLibrary) return decision;
  const SecondLook look =
      LookAgain(search, line, decision.evidence.bytes, decision.choice, confirmations);
  decision.evidence.reason += ReasonText(look);
  AddAgain(decision.evidence, search, line, decision.choice, confirmations);
  if (look.standing != Standing::kConfirmed) decision.choice = kLibrary;
  return decision;
}

std::vector<Guardable> Guardables(const Search& search, const Confirmations& confirmations) {
  std::vector<Guardable> all;
  for (const Line& line : search.lines()) AddGuardables(search, line, confirmations, all);
  std::ranges::stable_sort(all, std::greater(), &Guardable::value);
  return all;
}

GuardSummary Summarise(const Search& search, const Confirmations& confirmations) {
  std::array<int, kStandingTexts.size()> counts{};
  for (const Guardable& guardable : Guardables(search, confirmations)) {
    ++counts[static_cast<std::size_t>(guardable.standing)];
  }
  return {counts[0],
          counts[1],
          counts[2],
          confirmations.asked(),
          confirmations.spent(),
          false,
          BetweenRuns(Shifts(search, confirmations))};
}

}  // namespace colltune
