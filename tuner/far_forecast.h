// What a model says that choices take on more nodes than a job has.
#ifndef COLLTUNE_TUNER_FAR_FORECAST_H_
#define COLLTUNE_TUNER_FAR_FORECAST_H_

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "models/network.h"
#include "tuner/job_places.h"
#include "tuner/oracle.h"

namespace colltune {

/// The places on so many nodes, the first of which are those of the job, and all others like the
/// first. Requires that the job's are alike, see Nodes.
std::vector<Place> PlacesOnNodes(int nodes, std::span<const Place> job);

/// Predictions are found when they are first asked for, and kept. Not for several threads.
class FarForecast final : public Oracle {
 public:
  /// `network` knows ranks at `places`, as PlacesOnNodes has them; `machine` the job's nodes.
  FarForecast(std::unique_ptr<const Network> network, std::span<const Place> places,
              Machine machine);

  std::vector<std::string> Candidates(const Problem& problem) const override;

  /// What takes more than kEnough times as long as the best that was asked for so far on the same
  /// problem takes so long at least: the rest of it is not looked at.
  std::optional<Seconds> Predict(const std::string& choice, const Problem& problem) const override;

  static constexpr double kEnough = 2;

 private:
  std::unique_ptr<const Network> network_;
  Nodes nodes_;
  JobPlaces on_machine_;
  mutable std::map<Problem, Seconds> least_;
  mutable std::map<std::tuple<Problem, std::string>, std::optional<Seconds>> known_;
};

}  // namespace colltune

#endif  // COLLTUNE_TUNER_FAR_FORECAST_H_
