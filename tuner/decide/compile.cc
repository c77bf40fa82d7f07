#include "tuner/decide/compile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "profiles/sizes.h"
#include "tuner/decide/library_intervals.h"
#include "tuner/decide/replication.h"
#include "tuner/search/size_independent_choice.h"

namespace colltune::tune {
namespace {

Estimates EstimatesOf(const CostCurve& curve) {
  return [&curve](ChoiceId choice, Bytes bytes) { return curve.Estimate(choice, bytes); };
}

/// Makes the one rule of a collective whose ranks do not know sizes.
std::vector<Rule> RuleForAll(const Measurements& measurements, const CostCurve& curve,
                             const Confirmations* confirmations) {
  auto [best, gain] = ChooseForAll(curve.measured(), measurements.rule().margin);
  std::string reason = best == kLibrary
                           ? "none is faster on the average and slower nowhere"
                           : fmt::format("{} is {:.0f} % faster on the average, and slower nowhere",
                                         best, 100 * (1 - std::exp(-gain)));
  if (best != kLibrary && confirmations != nullptr) {
    const Replication replication = JudgeForAllSizes(measurements, curve, best, *confirmations);
    reason += ReasonText(replication);
    if (replication.state != ReplicationState::kConfirmed) best = kLibrary;
  }
  Rule rule{Bytes{0}, kLargestSize, best, {}};
  for (const auto& [bytes, point] : curve.measured()) {
    Evidence evidence = measurements.DecisionAt(curve, bytes).evidence;
    if (confirmations != nullptr)
      AddReplicatedMedians(evidence, measurements, curve, best, *confirmations);
    evidence.reason += "; one choice for all sizes, as ranks do not know them: " + reason;
    rule.evidence.push_back(std::move(evidence));
  }
  return {rule};
}

/// Returns the share of the library's time that must be saved between measured sizes. The share is
/// larger where the curve decides for other roots than the measured one: those may save less.
double MarginOf(const Measurements& measurements, const CostCurve& curve) {
  const RootSet roots = measurements.RootsOf(curve);
  const bool is_one = roots.front().first == roots.back().last;
  return measurements.rule().margin + (is_one ? 0 : kRootLoss);
}

/// Leaves the candidates that tell how clear the choice was: the choice itself, the library and the
/// runner-up.
void Shorten(Evidence& evidence, ChoiceId choice) {
  const auto is_runner_up = [&](const Candidate& c) { return c.samples > 0 && c.choice != choice; };
  const auto found = std::ranges::find_if(evidence.candidates, is_runner_up);
  const ChoiceId runner_up = found == evidence.candidates.end() ? choice : found->choice;
  std::erase_if(evidence.candidates, [&](const Candidate& c) {
    return c.choice != choice && c.choice != kLibrary && c.choice != runner_up;
  });
}

/// Copies a row for roots that are expected to be like the measured one. The copy's evidence is
/// shortened; the original keeps the whole evidence.
Row ForOthers(Row row, const Roots& roots) {
  const Rank measured = row.MeasuredRoot();
  row.roots = roots;
  for (Rule& rule : row.rules) {
    for (Evidence& evidence : rule.evidence) {
      Shorten(evidence, rule.choice);
      evidence.reason += fmt::format(
          "; measured with rank {} as the root, which has the other candidates, and expected to "
          "suit rank {} as well",
          measured, roots.first);
    }
  }
  return row;
}

/// Makes a row that leaves roots to the library: roots that were not measured, and with which root
/// 0's choices are expected to be slower.
Row LibrarysFor(const CostCurve& curve, const Roots& roots) {
  Evidence evidence;
  evidence.reason = fmt::format(
      "not measured with rank {} as the root, where what suits rank 0 is expected to be slower "
      "than the library",
      roots.first);
  return {curve.collective(),
          RegionOf(curve.layout().ranks, curve.layout().ranks_per_node),
          {Rule{Bytes{0}, kLargestSize, kLibrary, {std::move(evidence)}}},
          roots};
}

}  // namespace

Row RowOf(const Measurements& measurements, const CostCurve& curve,
          const Confirmations* confirmations) {
  Row row{curve.collective(),
          RegionOf(curve.layout().ranks, curve.layout().ranks_per_node),
          {},
          std::nullopt};
  if (!curve.roots().empty()) row.roots = curve.roots().front();
  if (curve.measured().empty()) return row;
  if (!KnowsSizes(curve.collective())) {
    row.rules = RuleForAll(measurements, curve, confirmations);
    return row;
  }
  std::vector<Decision> decisions;
  for (const auto& [bytes, point] : curve.measured()) {
    Decision decision = measurements.DecisionAt(curve, bytes);
    decisions.push_back(confirmations == nullptr
                            ? std::move(decision)
                            : Replicated(std::move(decision), measurements, curve, *confirmations));
  }
  const Estimates estimates = EstimatesOf(curve);
  row.rules =
      GiveToLibrary(MakeRules(decisions, estimates, MarginOf(measurements, curve)), estimates);
  return row;
}

DecisionTable Compile(const Measurements& measurements, const Confirmations* confirmations) {
  DecisionTable table;
  for (const CostCurve& curve : measurements.curves()) {
    if (!curve.HasRow()) {
      for (const Roots& roots : curve.slower()) {
        table.rows.push_back(LibrarysFor(curve, roots));
      }
      continue;
    }
    Row row = RowOf(measurements, curve, confirmations);
    if (row.rules.empty()) continue;
    for (std::size_t i = 1; i < curve.roots().size(); ++i) {
      table.rows.push_back(ForOthers(row, curve.roots()[i]));
    }
    table.rows.push_back(std::move(row));
  }
  std::ranges::sort(table.rows, {}, &Row::Key);
  return table;
}

}  // namespace colltune::tune
