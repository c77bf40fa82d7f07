// What a fitted network says that a choice takes on some layout of a job.
#ifndef COLLTUNE_TUNER_SEARCH_FORECAST_H_
#define COLLTUNE_TUNER_SEARCH_FORECAST_H_

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "models/network/network.h"
#include "tuner/problem/job_places.h"
#include "tuner/problem/oracle.h"

namespace colltune::tune {

/// Candidates and predictions are found when they are first asked for, and kept. Not for several
/// threads.
class Forecast final : public Oracle {
 public:
  /// `network` knows the ranks of the whole job, which run on `nodes`, at `places`.
  Forecast(std::string model, std::unique_ptr<const Network> network, const Nodes& nodes,
           std::span<const Place> places = {});

  const std::string& model() const { return model_; }

  /// What the network tells of the hosts. Requires places.
  Machine MachineSeen() const;

  /// From now on there are also the choices that are shaped by the machine.
  void UseMachine(Machine machine);
  const JobPlaces& on_machine() const { return on_machine_; }
  /// nullptr before.
  const std::shared_ptr<const Machine>& machine() const { return on_machine_.machine(); }

  /// From now on what takes more than so many times as long as the best that was asked for so far
  /// on the same problem is taken to take so long: the rest of it is not looked at.
  void GiveUpBeyond(double times) { enough_ = times; }

  /// Those that do the same as one before them (on two ranks most broadcasts do) are left out.
  std::vector<std::string> Candidates(const Problem& problem) const override;

  std::optional<Seconds> Predict(const std::string& choice, const Problem& problem) const override;

 private:
  /// The ranks of a layout, numbered anew.
  const Network& NetworkOf(const Layout& layout) const;
  std::vector<std::string> FindCandidates(const Problem& problem) const;
  Seconds PredictUpToEnough(const Choice& choice, const Shape& shape, const Problem& problem) const;

  std::string model_;
  std::unique_ptr<const Network> network_;
  Nodes nodes_;
  std::vector<Place> places_;
  JobPlaces on_machine_;
  mutable std::map<Layout, std::unique_ptr<const Network>> parts_;
  mutable std::map<Problem, std::vector<std::string>> candidates_;
  mutable std::map<std::tuple<Problem, std::string>, std::optional<Seconds>> known_;
  std::optional<double> enough_;
  mutable std::map<Problem, Seconds> least_;  // predicted so far
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_FORECAST_H_
