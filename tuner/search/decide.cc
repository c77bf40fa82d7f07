#include "tuner/search/decide.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "algorithms/registry.h"

namespace colltune::tune {
namespace {

double MicrosecondsOf(Seconds time) { return Microseconds(time).count(); }

/// Ratio of sizes to within which a border is found.
constexpr double kExact = 1.02;

/// Share by which the times of equal algorithms may differ.
constexpr double kSame = 0.01;

/// The geometric mean, rounded down.
Bytes Middle(Bytes low, Bytes high) {
  const auto least = static_cast<double>(std::max<std::int64_t>(low.count, 1));
  return Bytes{static_cast<std::int64_t>(std::sqrt(least * static_cast<double>(high.count)))};
}

/// Returns three sizes that divide the range between two sizes into equal ratios.
std::array<Bytes, 3> Quarters(Bytes a, Bytes b) {
  const Bytes middle = Middle(a, b);
  return {Middle(a, middle), middle, Middle(middle, b)};
}

/// Whether a decision has all sizes between its own and one that is left to the library: its choice
/// is slower nowhere, and faster by more than `margin` on the average of both ends. The library may
/// change its algorithm anywhere between them.
bool HasAllBetween(const Decision& decision, const Decision& library, const Estimates& estimates,
                   double margin) {
  if (decision.is_for_others || library.is_for_others) return false;
  const auto saving = [&](Bytes bytes) -> std::optional<double> {
    const auto other = estimates(decision.choice, bytes);
    const auto of_library = estimates(kLibrary, bytes);
    if (!other || !of_library) return std::nullopt;
    return 1 - *other / *of_library;
  };
  const Bytes own = decision.evidence.bytes;
  const Bytes there = library.evidence.bytes;
  const auto at_own = saving(own);
  const auto at_there = saving(there);
  if (!at_own || !at_there || (*at_own + *at_there) / 2 <= margin) return false;
  const auto is_slower = [](std::optional<double> saved) { return !saved || *saved < -kSame; };
  return !is_slower(at_own) && !is_slower(at_there) &&
         std::ranges::none_of(Quarters(own, there), is_slower, saving);
}

/// Returns the first size above `low` that should use the choice made at `high`.
Bytes Border(const Decision& low, const Decision& high, const Estimates& estimates, double margin) {
  // The library's time counts less the margin, by which a choice has to be faster.
  const auto time = [&](const Decision& decision, Bytes bytes) {
    const auto estimate = estimates(decision.choice, bytes);
    if (estimate && decision.choice == kLibrary) return std::optional(*estimate * (1 - margin));
    return estimate;
  };
  const auto changes = [&](Bytes bytes) -> std::optional<bool> {
    const auto early = time(low, bytes);
    const auto late = time(high, bytes);
    if (!early || !late) return std::nullopt;
    return *late < *early;
  };
  Bytes before = low.evidence.bytes;
  Bytes after = high.evidence.bytes;
  if (high.choice == kLibrary && HasAllBetween(low, high, estimates, margin)) return after;
  if (low.choice == kLibrary && HasAllBetween(high, low, estimates, margin))
    return {before.count + 1};
  const auto at_low = changes(before);
  const auto at_high = changes(after);
  if (at_low != false || at_high != true) {
    // A choice faster at both sizes was no candidate at one of them: it has all sizes between.
    const bool knows = at_low && at_high && low.choice != kLibrary && high.choice != kLibrary;
    if (knows && !*at_low && !*at_high) return after;
    if (knows && *at_low && *at_high) return {before.count + 1};
    return {std::max(Middle(before, after).count, before.count + 1)};
  }
  // The library has what is not clear: times of segments go up and down.
  for (const Bytes bytes : Quarters(before, after)) {
    if (low.choice == kLibrary && changes(bytes) == false) before = bytes;
    if (high.choice == kLibrary && changes(bytes) == true) {
      after = bytes;
      break;
    }
  }
  while (after.count > before.count + 1 &&
         static_cast<double>(after.count) > kExact * static_cast<double>(before.count)) {
    const Bytes middle{std::max(Middle(before, after).count, before.count + 1)};
    (changes(middle).value_or(true) ? after : before) = middle;
  }
  return after;
}

}  // namespace

void DecisionRule::Validate() const {
  if (!(confidence > 0 && confidence < 1)) {
    throw std::invalid_argument(fmt::format("confidence {} is not between 0 and 1", confidence));
  }
  if (!(margin >= 0 && margin < 1)) {
    throw std::invalid_argument(fmt::format("margin {} is not from 0 to below 1", margin));
  }
}

Decision Decide(const DecisionRule& rule, Bytes bytes, std::vector<Candidate> candidates) {
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     if ((a.samples > 0) != (b.samples > 0)) return a.samples > 0;
                     return a.samples > 0 ? a.median < b.median : a.predicted < b.predicted;
                   });
  Evidence evidence{bytes, std::move(candidates), ""};
  const Candidate& library = *evidence.Find(kLibrary);
  const Candidate* best = nullptr;
  for (const Candidate& c : evidence.candidates) {
    if (c.choice == kLibrary || c.samples == 0) continue;
    if (best == nullptr || c.median < best->median) best = &c;
  }
  if (best == nullptr) {
    evidence.reason = "no other candidate was measured";
    return {kLibrary, evidence};
  }
  const double gain = 1 - best->median / library.median;
  const std::string medians =
      fmt::format("{} {:.3g} us, library {:.3g} us", best->choice, MicrosecondsOf(best->median),
                  MicrosecondsOf(library.median));
  if (gain <= rule.margin) {
    evidence.reason = fmt::format("{}: not more than {:.3g} % faster", medians, 100 * rule.margin);
  } else if (best->high >= library.low) {
    evidence.reason = fmt::format("{}: the intervals overlap at {:.4g} % confidence", medians,
                                  100 * rule.confidence);
  } else {
    evidence.reason = fmt::format("{}: {:.0f} % faster at {:.4g} % confidence", medians, 100 * gain,
                                  100 * rule.confidence);
    return {best->choice, evidence};
  }
  return {kLibrary, evidence};
}

std::vector<Rule> MakeRules(std::span<const Decision> decisions, const Estimates& estimates,
                            double margin) {
  std::vector<Rule> rules;
  const Decision* before = nullptr;
  for (const Decision& decision : decisions) {
    const Bytes bytes = decision.evidence.bytes;
    if (!before) {
      rules.push_back({bytes <= kSmall ? Bytes{0} : bytes, bytes, decision.choice, {}});
    } else if (before->choice != decision.choice) {
      const Bytes border = Border(*before, decision, estimates, margin);
      rules.back().last = Bytes{border.count - 1};
      rules.push_back({border, bytes, decision.choice, {}});
    }
    rules.back().last = bytes;
    rules.back().evidence.push_back(decision.evidence);
    before = &decision;
  }
  return rules;
}

}  // namespace colltune::tune
