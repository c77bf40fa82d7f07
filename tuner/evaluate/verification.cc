#include "tuner/evaluate/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <tuple>
#include <utility>

#include "algorithms/registry.h"
#include "tuner/evaluate/evaluation.h"
#include "tuner/evaluate/evaluation_text.h"
#include "tuner/problem/usual_siblings.h"

namespace colltune::tune {
namespace {

/// Returns whether ranks of the job can form the row's layout and mapping, on whatever sites.
bool CanForm(const Row& row, const Nodes& nodes) {
  const Layout layout = LayoutOf(row.region);
  const Mapping mapping = row.placement.mapping;
  return layout.ranks >= 2 && layout.ranks_per_node <= nodes.ranks_per_node() &&
         !nodes.Members(layout).empty() &&
         (mapping == Mapping::kAny || mapping == nodes.MappingOf(layout));
}

Claim ClaimOf(const Row& row, const Layout& layout, Rank root, const Rule& rule,
              const Evidence& evidence) {
  Claim claim{{row.collective, layout, evidence.bytes, root}, rule.choice, std::nullopt, {}};
  const Candidate* choice = evidence.Find(rule.choice);
  const Candidate* library = evidence.Find(kLibrary);
  if (choice && library && choice->samples > 0 && library->samples > 0) {
    claim.ratio = choice->median / library->median;
    claim.once = choice->median + library->median;
  }
  return claim;
}

/// Sort key: claims without a ratio come last.
double RatioOf(const Claim& claim) {
  return claim.ratio.value_or(std::numeric_limits<double>::infinity());
}

/// Shuffles alike with every C++ library: the standard fixes the engine's numbers, but not the
/// order that std::shuffle makes of them.
void Shuffle(std::vector<Claim>& claims, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::size_t i = claims.size(); i > 1; --i) std::swap(claims[i - 1], claims[random() % i]);
}

}  // namespace

Claims ClaimsOf(const DecisionTable& table, const Nodes& nodes, const JobPlaces* places,
                SiblingTiming siblings) {
  Claims all;
  const UsualSiblings usual(nodes);
  for (const Row& row : table.rows) {
    if (!CanForm(row, nodes)) {
      ++all.without_layout;
      continue;
    }
    Layout layout = LayoutOf(row.region);
    if (siblings == SiblingTiming::kTogether) layout = usual.Of(layout);
    const Places* const here = places == nullptr ? nullptr : places->Of(layout);
    if (here != nullptr && row.placement.sites > 0 && here->sites() != row.placement.sites) {
      ++all.without_layout;  // the job's first ranks are on other sites
      continue;
    }
    const Rank root = table.RootOf(row, SizeOf(layout));
    for (const Rule& rule : row.rules) {
      if (rule.choice == kLibrary) continue;
      if (rule.evidence.empty()) ++all.without_evidence;
      for (const Evidence& evidence : rule.evidence) {
        Claim claim = ClaimOf(row, layout, root, rule, evidence);
        const Mapping mapping = row.placement.mapping;
        if (ChoiceFor(table, claim.problem, here, mapping) == kLibrary)
          continue;  // declined: no claim
        all.claims.push_back(claim);
      }
    }
  }
  return all;
}

std::vector<Claim> InOrder(std::vector<Claim> claims, std::uint64_t seed) {
  std::ranges::stable_sort(claims, {}, RatioOf);
  // First claim of each collective and layout. Its turn is the number of such claims of the
  // collective before it.
  std::map<std::pair<Collective, Layout>, bool> met;
  std::map<Collective, int> turns;
  std::vector<std::pair<int, Claim>> first;
  std::vector<Claim> others;
  for (Claim& claim : claims) {
    const Collective collective = claim.problem.collective;
    if (met.emplace(std::pair(collective, claim.problem.layout), true).second) {
      first.emplace_back(turns[collective]++, claim);
    } else {
      others.push_back(claim);
    }
  }
  std::ranges::stable_sort(first, {}, &std::pair<int, Claim>::first);
  Shuffle(others, seed);
  std::vector<Claim> ordered;
  for (auto& [turn, claim] : first) ordered.push_back(claim);
  std::ranges::move(others, std::back_inserter(ordered));
  return ordered;
}

Trial Check(const Claim& claim) { return {claim.problem, {claim.choice, kLibrary}}; }

std::optional<Checked> Judge(const Claim& claim, const TrialResult& result, double tolerance) {
  Checked checked{claim, result.timings.at(0), result.timings.at(1), Verdict::kEqual};
  if (checked.chosen.samples == 0 || checked.library.samples == 0) return std::nullopt;
  if (IsSlower(checked.chosen, checked.library, tolerance)) {
    checked.verdict = Verdict::kSlower;
  } else if (checked.chosen.high < checked.library.low) {
    checked.verdict = Verdict::kFaster;
  }
  return checked;
}

std::string CheckedText(const Checked& checked) {
  const std::string claimed =
      checked.claim.ratio ? fmt::format("{:.2f}", *checked.claim.ratio) : "unknown";
  return fmt::format("{}: {}: claimed {}, now {:.2f} of the library's time: {}\n",
                     ProblemText(checked.claim.problem), checked.claim.choice, claimed,
                     checked.Ratio(), kVerdictNames[static_cast<std::size_t>(checked.verdict)]);
}

bool Fits(std::span<const Checked> checked) {
  return std::ranges::none_of(checked,
                              [](const Checked& one) { return one.verdict == Verdict::kSlower; });
}

}  // namespace colltune::tune
