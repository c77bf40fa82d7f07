// Bounds beyond which candidates are ignored, all in one place.
#ifndef COLLTUNE_TUNER_SEARCH_PRUNING_H_
#define COLLTUNE_TUNER_SEARCH_PRUNING_H_

namespace colltune::tune {

/// Multiples of the best time: a slower candidate is ignored. Each is set by how far estimates
/// carry over from the measurements that it compares; a larger one costs time, a smaller one misses
/// winners.
struct Pruning {
  /// On both neighbouring layouts; the candidate is not measured on the layout between. Times
  /// change smoothly with the number of ranks.
  static constexpr double kBetweenLayouts = 1.3;

  /// At both neighbouring sizes; no saving is expected of the candidate between them.
  static constexpr double kBetweenSizes = 1.5;

  /// With root 0; the candidate is ignored for roots that the model expects to differ.
  static constexpr double kOtherRoots = 2;

  /// With one root; the candidate is not measured with a root that is expected to be like it.
  static constexpr double kLikeRoots = 1.2;

  /// By the predictions of every model; the candidate takes no part in the choice of a model.
  static constexpr double kModelTrials = 4;

  /// On the largest measured layout; the candidate is not predicted on more nodes.
  static constexpr double kMoreNodes = 4;

  /// On more nodes, by predictions; the candidate counts neither for an error nor as evidence.
  static constexpr double kExtrapolated = 2;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_PRUNING_H_
