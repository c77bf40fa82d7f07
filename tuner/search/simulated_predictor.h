// Predicted times by a fitted network, for choices on layouts of a job.
#ifndef COLLTUNE_TUNER_SEARCH_SIMULATED_PREDICTOR_H_
#define COLLTUNE_TUNER_SEARCH_SIMULATED_PREDICTOR_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "algorithms/algorithm.h"
#include "models/network/network.h"
#include "tuner/problem/job_places.h"
#include "tuner/problem/predictor.h"

namespace colltune::tune {

/// Predicts by one fitted network; siblings together, where they can meet on it. Candidates and
/// predictions are computed at their first use, and kept. One thread at a time may use a predictor.
///
/// Schedules of many messages on layouts of more than 64 ranks, or on jobs of more than 256 of more
/// than 32, are simulated on smaller layouts of as many sites instead, and their times extrapolated
/// (smaller_layouts.h): one simulation serves all larger layouts.
class SimulatedPredictor final : public Predictor {
 public:
  /// Predicts by `network`, which has the ranks of the whole job; the job runs on `nodes`, at
  /// `places`.
  SimulatedPredictor(std::string model, std::unique_ptr<const models::Network> network,
                     const Nodes& nodes, std::span<const measure::Place> places = {});

  const std::string& model() const { return model_; }

  /// Infers the machine's topology from the network. Requires places.
  Machine MachineSeen() const;

  /// Adds the choices that are shaped by the machine to the candidates.
  void UseMachine(Machine machine);
  const JobPlaces& on_machine() const { return on_machine_; }
  /// nullptr before UseMachine.
  const std::shared_ptr<const Machine>& machine() const { return on_machine_.machine(); }

  /// Limits predictions to `times` the smallest one so far on the same problem. A slower choice is
  /// simulated up to that limit only, which is returned as its prediction. Nothing is extrapolated
  /// from smaller layouts then.
  void GiveUpBeyond(double times) { enough_ = times; }

  std::vector<ChoiceId> Candidates(const Problem& problem) const override;
  std::vector<ChoiceId> Distinct(const Problem& problem,
                                 const std::vector<ChoiceId>& choices) const override;

  std::optional<Seconds> Predict(ChoiceId choice, const Problem& problem) const override;

 private:
  /// Schedule that differs for most choices which perform a problem differently.
  struct Sample {
    Layout layout;
    bool agrees;
    Schedule schedule;  // of the root
    friend bool operator==(const Sample&, const Sample&) = default;
  };

  Layout Meeting(Layout layout) const;
  /// Returns the network between the ranks of a layout and then of its siblings, which are numbered
  /// from 0.
  const models::Network& NetworkOf(const Layout& layout) const;
  /// Returns the shape of a problem in each sibling.
  std::vector<Shape> ShapesOf(const Problem& problem) const;
  Shape ShapeFor(const Problem& problem) const;
  Problem SimulatedProblem(ChoiceId choice, const Problem& problem) const;
  std::optional<Sample> SampleOf(ChoiceId id, const Problem& problem) const;
  bool AreAlike(ChoiceId a, ChoiceId b, const Problem& problem) const;
  std::optional<Seconds> PredictWithin(const Choice& choice, std::span<const Shape> shapes,
                                       const Problem& problem, Seconds limit) const;
  bool IsSmall(const Layout& layout) const;
  std::vector<Layout> LadderOf(ChoiceId choice, const Problem& problem) const;
  bool HasFewMessages(ChoiceId choice, const Problem& problem) const;
  std::optional<Seconds> Extrapolate(ChoiceId choice, const Problem& problem) const;
  Seconds PredictUpToEnough(const Choice& choice, std::span<const Shape> shapes,
                            const Problem& problem) const;

  std::string model_;
  std::unique_ptr<const models::Network> network_;
  Nodes nodes_;
  std::int64_t most_messages_;
  std::vector<measure::Place> places_;
  JobPlaces on_machine_;
  mutable std::map<Layout, std::unique_ptr<const models::Network>> parts_;
  mutable std::map<Problem, std::vector<ChoiceId>> candidates_;
  mutable std::map<std::tuple<Problem, ChoiceId>, std::optional<Seconds>> known_;
  /// Choices that Distinct has left out, and the earlier ones that they repeat.
  mutable std::map<std::tuple<Problem, ChoiceId>, ChoiceId> repeats_;
  mutable std::map<Layout, std::vector<Layout>> ladders_;  // SmallerLayouts on as many sites
  mutable std::map<std::tuple<Problem, ChoiceId>, bool> has_few_;  // messages
  std::optional<double> enough_;
  mutable std::map<Problem, Seconds> least_;  // smallest prediction so far
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_SIMULATED_PREDICTOR_H_
