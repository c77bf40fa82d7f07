// A report: one page of HTML that needs no other file and no network.
#ifndef COLLTUNE_TUNER_REPORT_PAGE_H_
#define COLLTUNE_TUNER_REPORT_PAGE_H_

#include <optional>
#include <string>

#include "tuner/report/cost.h"
#include "tuner/report/findings.h"

namespace colltune::tune {

struct Report {
  std::string name;  ///< of the profile's file
  const Profile& profile;
  std::optional<TuningCost> cost;
  std::string without_cost;  ///< a sentence: why there is none
};

/// Returns the whole page. All texts of the profile and the journal are escaped. The page's own
/// policy forbids the browser to load anything.
std::string PageOf(const Report& report, const Draw& draw);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_PAGE_H_
