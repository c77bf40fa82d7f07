// The parts of a report's page, as HTML.
#ifndef COLLTUNE_TUNER_REPORT_SECTIONS_H_
#define COLLTUNE_TUNER_REPORT_SECTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "tuner/report/cost.h"
#include "tuner/report/findings.h"

namespace colltune::tune {

/// The machine, how it was measured, and the fitted network.
std::string ClusterHtml(const Profile& profile);

/// A line for each collective: how many cells were measured, what is gained, what is uncertain.
std::string OverviewHtml(const std::vector<Findings>& all);

/// The map of a collective and its plots.
std::string CollectiveHtml(const Findings& findings);

/// What `explain` prints for each cell of the collective's map.
std::string EvidenceHtml(const Findings& findings, const Provenance& provenance);

/// The measured cells that `explain` does not find significant, those first where another candidate
/// was faster by most, then the likeliest to be wrong; and what was not measured at all.
std::string DoubtsHtml(const Profile& profile, const std::vector<Findings>& all);

/// What the journal tells; without one, what the profile's evidence tells, and `without`, why there
/// is none.
std::string CostHtml(const DecisionTable& table, const std::optional<TuningCost>& cost,
                     const std::string& without);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_SECTIONS_H_
