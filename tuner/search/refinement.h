// Refinements: further sizes of a curve that are worth measuring. Pure.
#ifndef COLLTUNE_TUNER_SEARCH_REFINEMENT_H_
#define COLLTUNE_TUNER_SEARCH_REFINEMENT_H_

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "tuner/search/measurements.h"
#include "tuner/search/model_error.h"

namespace colltune::tune {

/// A size of a curve that may be measured next.
struct Refinement {
  std::size_t curve = 0;  ///< its index
  Bytes bytes;
  double value = 0;  ///< expected regret that the result may save; the priority of an anchor
  /// The choices that are compared with the library; empty: all that may win.
  std::vector<ChoiceId> checked = {};
};

/// Finds the refinement of one curve. Regret is the share of the best time that a wrong decision
/// loses.
class RefinementFinder {
 public:
  /// Requires that all arguments outlive the finder. `error` is of the curve's collective.
  RefinementFinder(const Measurements& measurements, std::size_t index, const ModelError& error)
      : measurements_(measurements),
        index_(index),
        curve_(measurements.curves()[index]),
        error_(error) {}

  /// Returns the refinement that is expected to save the most regret; nothing where none is worth
  /// its time. Skips problems that pass `was_asked`: they got no usable result.
  std::optional<Refinement> Best(const std::function<bool(const Problem&)>& was_asked) const;

 private:
  struct Decided {
    Bytes bytes;
    ChoiceId choice;
  };

  Decided DecidedAt(Bytes bytes) const;
  std::vector<Bytes> SizesBetween(Bytes low, Bytes high) const;
  /// Whether the choices planned around `middle` have to be compared with the library there.
  bool MaySurprise(const Decided& low, Bytes middle, const Decided& high) const;
  /// Whether the library is clearly slower than `choice` at `bytes` on both neighbours of the
  /// curve.
  bool IsClearAround(ChoiceId choice, Bytes bytes) const;
  double Value(const Decided& low, Bytes middle, const Decided& high) const;
  /// Returns the saving of the best estimate over the better one of two planned choices, as a
  /// logarithm; less the margin where that one is the library.
  double Saved(Bytes bytes, const std::array<ChoiceId, 2>& planned) const;

  const Measurements& measurements_;
  std::size_t index_;
  const CostCurve& curve_;
  const ModelError& error_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_REFINEMENT_H_
