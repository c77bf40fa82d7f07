// What a report shows of one collective, before it becomes a page. Pure.
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
  std::string svg;       ///< gnuplot's file, once it is drawn
  bool special = false;  ///< of some roots only
};

struct Findings {
  HeatMap map;
  std::vector<PlottedPicture> times;  ///< of each row that was timed
  std::vector<Prediction> predictions;
  std::optional<PlottedPicture> predicted;  ///< where there are any
};

/// Draws the pictures of gnuplot scripts, one for each, as RunGnuplot does.
using Draw = std::function<std::vector<std::string>(const std::vector<std::string>&)>;

/// Of each collective of the profile, into which they point, with all figures drawn at once.
std::vector<Findings> FindingsOf(const Profile& profile, const Draw& draw);

/// "bcast: predicted and measured times".
std::string PredictionTitle(Collective collective);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_FINDINGS_H_
