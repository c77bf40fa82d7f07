// The parts of a report's page, as HTML.
#ifndef COLLTUNE_TUNER_REPORT_SECTIONS_H_
#define COLLTUNE_TUNER_REPORT_SECTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "tuner/report/cost.h"
#include "tuner/report/findings.h"

namespace colltune::tune {

/// The regret that the tuning bought; nothing where the profile does not say.
std::string RegretHtml(const std::optional<RegretReport>& regret);

/// The machine, how it was measured, and the fitted network.
std::string ClusterHtml(const Profile& profile);

/// A line for each collective: how many cells were measured, what is gained, what is uncertain.
std::string OverviewHtml(const std::vector<Findings>& all);

/// The map of a collective and its plots.
std::string CollectiveHtml(const Findings& findings);

/// The output of `explain` for each cell of the collective's map.
std::string EvidenceHtml(const Findings& findings, const Provenance& provenance);

/// The measured cells that `explain` does not find significant, and the numbers of cells that were
/// not measured. First come the cells where another candidate was faster by most, then the cells
/// whose choice is likeliest to be wrong.
std::string DoubtsHtml(const Profile& profile, const std::vector<Findings>& all);

/// The cost by the journal. Without a journal, the cost by the profile's evidence, and `without`,
/// the reason why there is no journal.
std::string CostHtml(const DecisionTable& table, const std::optional<TuningCost>& cost,
                     const std::string& without);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_SECTIONS_H_
