#include "tuner/decide.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "algorithms/registry.h"

namespace colltune {
namespace {

double MicrosecondsOf(Seconds time) { return Microseconds(time).count(); }

/// The first size above `low` that should use what is chosen at `high`.
Bytes Border(const Decision& low, const Decision& high) {
  const double from =
      std::log2(static_cast<double>(std::max<std::int64_t>(low.evidence.bytes.count, 1)));
  const double to = std::log2(static_cast<double>(high.evidence.bytes.count));
  // By how much, in powers of two, the choice at `high` is slower than that at `low`.
  const auto lag = [&](const Evidence& evidence) {
    const Candidate* early = evidence.Find(low.choice);
    const Candidate* late = evidence.Find(high.choice);
    if (!early || !late || early->samples == 0 || late->samples == 0) return 0.0;
    return std::log2(late->median / early->median);
  };
  const double at_low = std::max(lag(low.evidence), 0.0);
  const double at_high = std::max(-lag(high.evidence), 0.0);
  // One that was not measured, or wins by its margin only, gives no lines to cut: the middle.
  const double share = at_low + at_high > 0 ? at_low / (at_low + at_high) : 0.5;
  const auto border =
      static_cast<std::int64_t>(std::llround(std::exp2(from + share * (to - from))));
  return Bytes{std::clamp(border, low.evidence.bytes.count + 1, high.evidence.bytes.count)};
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
  const auto best = std::ranges::find_if(evidence.candidates, [](const Candidate& c) {
    return c.choice != kLibrary && c.samples > 0;
  });
  if (best == evidence.candidates.end()) {
    evidence.reason = "no other candidate was measured";
    return {std::string(kLibrary), evidence};
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
  return {std::string(kLibrary), evidence};
}

std::vector<Rule> MakeRules(std::span<const Decision> decisions) {
  std::vector<Rule> rules;
  const Decision* before = nullptr;
  for (const Decision& decision : decisions) {
    const Bytes bytes = decision.evidence.bytes;
    if (!before) {
      rules.push_back({bytes <= kSmall ? Bytes{0} : bytes, bytes, decision.choice, {}});
    } else if (before->choice != decision.choice) {
      const Bytes border = Border(*before, decision);
      rules.back().last = Bytes{border.count - 1};
      rules.push_back({border, bytes, decision.choice, {}});
    }
    rules.back().last = bytes;
    rules.back().evidence.push_back(decision.evidence);
    before = &decision;
  }
  return rules;
}

std::vector<std::string> Promising(const std::map<std::string, Seconds>& predicted, double slack) {
  Seconds best(std::numeric_limits<double>::infinity());
  for (const auto& [name, time] : predicted) best = std::min(best, time);
  std::vector<std::string> names;
  for (const auto& [name, time] : predicted) {
    if (time <= slack * best) names.push_back(name);
  }
  return names;
}

}  // namespace colltune
