// Findings that a report shows of one collective, before they become a page. Pure.
#ifndef COLLTUNE_TUNER_REPORT_FINDINGS_H_
#define COLLTUNE_TUNER_REPORT_FINDINGS_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tuner/report/cells.h"
#include "tuner/report/predictions.h"

namespace colltune::tune {

/// A picture that gnuplot draws.
struct PlottedPicture {
  std::string title;
  std::string script;
  std::string svg;       ///< gnuplot's file; empty until drawn
  bool special = false;  ///< shows some roots only
};

struct Findings {
  HeatMap map;
  std::vector<PlottedPicture> times;  ///< of each row that was timed
  std::vector<Prediction> predictions;
  std::optional<PlottedPicture> predicted;  ///< set if there are predictions
};

/// Draws gnuplot scripts, and returns a picture for each as RunGnuplot does.
using Draw = std::function<std::vector<std::string>(const std::vector<std::string>&)>;

/// Returns the findings of each collective of the profile; the findings point into the profile.
/// Draws all figures by one call of `draw`.
std::vector<Findings> FindingsOf(const Profile& profile, const Draw& draw);

/// "bcast: predicted and measured times".
std::string PredictionTitle(Collective collective);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_FINDINGS_H_
