#include "tuner/text/explain_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "algorithms/printable.h"
#include "algorithms/registry.h"
#include "tuner/text/error_probability.h"
#include "tuner/text/table_text.h"

namespace colltune::tune {
namespace {

constexpr std::size_t kNameWidth = 20;  // at least

const Evidence& Nearest(const Rule& rule, Bytes bytes) {
  const auto distance = [&](const Evidence& evidence) {
    return std::abs(std::log2(1.0 + static_cast<double>(evidence.bytes.count)) -
                    std::log2(1.0 + static_cast<double>(bytes.count)));
  };
  return *std::ranges::min_element(rule.evidence, {}, distance);
}

/// Whether the choice rests on no samples of these communicators: candidates were only predicted,
/// or a reason stands alone.
bool IsUntimed(const Rule& rule, const Evidence& evidence) {
  if (rule.interpolated) return true;
  if (evidence.candidates.empty()) return rule.choice == kLibrary;
  return std::ranges::all_of(evidence.candidates,
                             [](const Candidate& c) { return c.samples == 0; });
}

std::string MeasuredLayoutText(const NodesAndRanks& layout) {
  const Span nodes{layout.nodes, layout.nodes};
  const Span each{layout.ranks_per_node, layout.ranks_per_node};
  if (!layout.ranks) return ToText(Region{nodes, each, {}});
  return fmt::format("{} ({} ranks)", ToText(Region{nodes, each, {}}), *layout.ranks);
}

/// Says which communicators a row of several layouts, or of one placement, is for, and what a rule
/// was interpolated from.
std::string RegionText(const Row& row, const Rule& rule) {
  std::string text;
  if (!row.region.IsOneLayout() || row.placement != Placement{}) {
    text = fmt::format("the row is for {}{}\n", ToText(row.region), PlacementText(row.placement));
  }
  if (!rule.interpolated) return text;
  const auto& [from, within] = *rule.interpolated;
  text += from.size() == 2
              ? fmt::format("interpolated between {} and {}", MeasuredLayoutText(from.front()),
                            MeasuredLayoutText(from.back()))
              : fmt::format("taken from {}", MeasuredLayoutText(from.front()));
  return text + fmt::format(": the expected saving may be off by {:.3g} %\n", 100 * within);
}

std::string ExpectedText(const Evidence& evidence, ChoiceId choice, Bytes bytes) {
  std::string text = fmt::format(
      "{}: {}\n",
      evidence.bytes == bytes
          ? "at this size"
          : fmt::format("at {} bytes, the nearest size that was looked at", evidence.bytes.count),
      Printable(evidence.reason));
  if (evidence.candidates.empty()) return text;
  std::size_t width = kNameWidth;
  for (const Candidate& c : evidence.candidates) width = std::max(width, c.choice.text().size());
  text += fmt::format("  {:<{}}  {:>9}\n", "candidate", width, "predicted");
  for (const Candidate& c : evidence.candidates) {
    if (!c.predicted) continue;
    text += fmt::format("  {:<{}}  {:>9}{}\n", c.choice, width, TimeText(*c.predicted),
                        c.choice == choice ? "  chosen" : "");
  }
  return text;
}

/// Says which size was measured. A profile does not say which root was: of the roots that the
/// machine treats alike, one is. Root 0 is no other's.
std::string WhereText(const Evidence& evidence, Bytes bytes, Rank root) {
  std::string text = evidence.bytes == bytes
                         ? "measured at this size"
                         : fmt::format("extrapolated from {} bytes, the nearest measured size",
                                       evidence.bytes.count);
  if (root != 0) text += fmt::format(", with a root that the machine treats like rank {}", root);
  return text;
}

/// The least prediction of all.
std::optional<Seconds> BestPrediction(const Evidence& evidence) {
  std::optional<Seconds> best;
  for (const Candidate& c : evidence.candidates) {
    if (c.predicted && (!best || *c.predicted < *best)) best = c.predicted;
  }
  return best;
}

/// "0.015", "8.8", "126": never "1.3e+02".
std::string TwoDigits(double number) {
  constexpr double kWhole = 10;
  return number < kWhole ? fmt::format("{:.2g}", number) : fmt::format("{:.0f}", number);
}

/// Describes the fate of a candidate; `chosen` has samples.
std::string FateText(const Candidate& c, const Candidate& chosen, std::optional<Seconds> best) {
  if (c.samples == 0) {
    return c.predicted
               ? fmt::format("ruled out by the model: predicted {} times as slow as the best",
                             TwoDigits(*c.predicted / *best))
               : "not measured";
  }
  if (c.choice == chosen.choice) return "chosen";
  if (c.median < chosen.median) return "faster, but not chosen: see above";
  if (c.median == chosen.median) return "as fast";
  const bool left = c.samples < chosen.samples;
  if (c.low <= chosen.high)
    return left ? "left the race as worse" : "slower; the intervals overlap";
  return left ? "slower; left the race early" : "slower";
}

std::string CandidateText(const Candidate& c, std::size_t width, const std::string& fate) {
  const std::string predicted = c.predicted ? TimeText(*c.predicted) : "-";
  const std::string interval =
      c.samples == 0 ? "-" : fmt::format("{:>9} .. {:>9}", TimeText(c.low), TimeText(c.high));
  return fmt::format("  {:<{}}  {:>9}  {:>22}  {:>7}  {:>9}  {}\n", c.choice, width,
                     c.samples == 0 ? "-" : TimeText(c.median), interval, c.samples, predicted,
                     fate);
}

std::string MarginText(const Candidate& chosen, const Candidate& other) {
  const double saved = 1 - chosen.median / other.median;
  return fmt::format("{:.1f} % {} than {}", 100 * std::abs(saved), saved < 0 ? "more" : "less",
                     other.choice);
}

/// Smaller probabilities say more about the formula than about the machine.
constexpr double kLeastProbability = 1e-4;

std::string PercentText(double probability) {
  return probability > 0 && probability < kLeastProbability
             ? fmt::format("below {} %", TwoDigits(100 * kLeastProbability))
             : fmt::format("{} %", TwoDigits(100 * probability));
}

/// Whether the evidence makes the rule's choice significant.
bool IsSignificantAt(const Evidence& evidence, ChoiceId choice, const Provenance& provenance) {
  const Candidate* chosen = evidence.Find(choice);
  if (chosen == nullptr || chosen->samples == 0) return false;
  const Risk risk = RiskOf(evidence, choice, provenance.confidence, provenance.margin);
  return IsSignificant(evidence, risk, *chosen, provenance.confidence, provenance.between_runs);
}

/// Describes the significance of a choice other than the library's own. Between two sizes the
/// choice must be significant at both.
std::string SignificanceText(const Rule& rule, Bytes bytes, const Provenance& provenance) {
  const auto above = std::ranges::lower_bound(rule.evidence, bytes, {}, &Evidence::bytes);
  const bool is_measured = above != rule.evidence.end() && above->bytes == bytes;
  if (!is_measured && (above == rule.evidence.begin() || above == rule.evidence.end())) {
    return "margin not known here: it was not measured on both sides\n";
  }
  const auto below = is_measured ? above : std::prev(above);
  const bool is = IsSignificantAt(*below, rule.choice, provenance) &&
                  IsSignificantAt(*above, rule.choice, provenance);
  const std::string runs =
      provenance.between_runs
          ? fmt::format("runs differ by up to {:.0f} % ({:.4g} % of comparisons)",
                        100 * *provenance.between_runs, 100 * provenance.confidence)
          : "how much runs differ was not measured";
  return fmt::format("margin {}: {}\n", is ? "significant" : "not significant", runs);
}

std::string RiskText(const Rule& rule, Bytes bytes, const Evidence& evidence,
                     const Candidate& chosen, const Provenance& provenance) {
  const Risk risk = RiskOf(evidence, chosen.choice, provenance.confidence, provenance.margin);
  if (risk.runner_up == nullptr) return "no other candidate was measured\n";
  std::string text = fmt::format("winner {}, runner-up {}: it takes {}", chosen.choice,
                                 risk.runner_up->choice, MarginText(chosen, *risk.runner_up));
  const Candidate* library = evidence.Find(kLibrary);
  if (library != nullptr && library->samples > 0 && library != &chosen &&
      library != risk.runner_up) {
    text += fmt::format(", {}", MarginText(chosen, *library));
  }
  const std::string faster =
      chosen.choice == kLibrary && provenance.margin > 0
          ? fmt::format("faster by more than {:.3g} %", 100 * provenance.margin)
          : "faster";
  text += fmt::format(
      "\nprobability of being wrong, by these samples: {} that {} is really {}, {} at most that "
      "any is\n",
      PercentText(risk.of_runner_up), risk.runner_up->choice, faster, PercentText(risk.of_any));
  return chosen.choice == kLibrary ? text : text + SignificanceText(rule, bytes, provenance);
}

}  // namespace

std::string ExplainText(const Row& row, const Rule& rule, Bytes bytes, Rank root,
                        const Provenance& provenance) {
  std::string text =
      fmt::format("{} for {} to {} bytes\n", rule.choice, rule.first.count, rule.last.count);
  text += RegionText(row, rule);
  if (rule.evidence.empty()) {
    return rule.interpolated ? text : text + "the profile has no evidence for it\n";
  }
  const Evidence& evidence = Nearest(rule, bytes);
  if (IsUntimed(rule, evidence)) return text + ExpectedText(evidence, rule.choice, bytes);
  text += fmt::format("{}: {}\n", WhereText(evidence, bytes, root), Printable(evidence.reason));
  const Candidate* chosen = evidence.Find(rule.choice);
  if (chosen == nullptr || chosen->samples == 0) {
    return text + fmt::format("the evidence has no times of {}\n", rule.choice);
  }
  std::size_t width = kNameWidth;
  for (const Candidate& c : evidence.candidates) width = std::max(width, c.choice.text().size());
  text += fmt::format("  {:<{}}  {:>9}  {:>22}  {:>7}  {:>9}\n", "candidate", width, "median",
                      "confidence interval", "samples", "predicted");
  const std::optional<Seconds> best = BestPrediction(evidence);
  for (const Candidate& c : evidence.candidates) {
    text += CandidateText(c, width, FateText(c, *chosen, best));
  }
  return text + RiskText(rule, bytes, evidence, *chosen, provenance);
}

std::string CallText(Collective collective, Bytes bytes, int ranks) {
  return fmt::format("{} of {} bytes on {} ranks", ToText(collective), bytes.count, ranks);
}

std::string ExplainCall(const Row& row, int ranks, Bytes bytes, Rank root,
                        const Provenance& provenance) {
  const std::string call = CallText(row.collective, bytes, ranks);
  const Rule* rule = row.Find(bytes);
  if (!rule) {
    return fmt::format("{}: {}, as the size is outside of what was measured\n", call, kLibrary);
  }
  return fmt::format("{}: {}", call, ExplainText(row, *rule, bytes, root, provenance));
}

}  // namespace colltune::tune
