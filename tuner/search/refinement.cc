#include "tuner/search/refinement.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "algorithms/buffers.h"
#include "tuner/search/pruning.h"

namespace colltune::tune {
namespace {

/// A trial is worth its time where it may save this share of an operation's time.
constexpr double kWorth = 0.01;

/// Expected regret where the library's time is unknown and another choice is planned: libraries
/// change their algorithms at sizes that no model can know.
constexpr double kSurprise = 0.01;

/// A library estimated to take at least this multiple of the planned choice's time is not expected
/// to become the faster one between two sizes where it was slower.
constexpr double kNoSurprise = 2;

/// A library slower than this multiple of a choice on both neighbouring layouts is not expected to
/// be faster on the layout between.
constexpr double kClear = 1.1;

/// Sizes closer than a quarter of a power of two are not told apart.
constexpr double kLeastRatio = 1.19;

/// Least loss (at the worst size, as a logarithm) from which on the border between the choices of
/// two neighbouring grid sizes is refined.
constexpr double kSteep = 0.1;

double LogOf(Seconds a, Seconds b) { return std::log(a / b); }

Bytes Middle(Bytes low, Bytes high) {
  const double middle = std::sqrt(static_cast<double>(std::max<std::int64_t>(low.count, 1)) *
                                  static_cast<double>(high.count));
  return Bytes{std::llround(middle / kWholeDoubles) * kWholeDoubles};
}

}  // namespace

RefinementFinder::Decided RefinementFinder::DecidedAt(Bytes bytes) const {
  return {bytes, measurements_.DecisionAt(curve_, bytes).choice};
}

std::optional<Refinement> RefinementFinder::Best(
    const std::function<bool(const Problem&)>& was_asked) const {
  if (curve_.measured().size() < 2) return std::nullopt;
  std::optional<Refinement> best;
  for (auto low = curve_.measured().begin(), high = std::next(low); high != curve_.measured().end();
       ++low, ++high) {
    const Decided at_low = DecidedAt(low->first);
    const Decided at_high = DecidedAt(high->first);
    std::vector<Bytes> between = SizesBetween(low->first, high->first);
    const bool is_finer = between.empty();
    const double ratio = static_cast<double>(high->first.count) /
                         static_cast<double>(std::max<std::int64_t>(low->first.count, 1));
    // Layouts between two neighbours have borders between the neighbours' borders, which need no
    // refining. An application takes no notice of borders between its sizes.
    const bool may_refine = !curve_.is_interpolated() && measurements_.space().workload.empty();
    if (is_finer && may_refine && ratio > kLeastRatio && high->first.count > 2 * kSmall.count) {
      between.push_back(Middle(low->first, high->first));
    }
    for (const Bytes bytes : between) {
      if (was_asked(curve_.At(bytes))) continue;
      Refinement refinement{index_, bytes, Value(at_low, bytes, at_high)};
      if (refinement.value < kWorth && !is_finer && MaySurprise(at_low, bytes, at_high)) {
        refinement.value = kSurprise;
        refinement.checked = {at_low.choice, at_high.choice};
      }
      if (refinement.value < (is_finer ? kSteep : kWorth)) continue;
      if (!best || refinement.value > best->value) best = std::move(refinement);
    }
  }
  return best;
}

std::vector<Bytes> RefinementFinder::SizesBetween(Bytes low, Bytes high) const {
  std::vector<Bytes> between;
  for (const Bytes bytes : measurements_.space().SizesOf(curve_.collective(), curve_.layout())) {
    if (low < bytes && bytes < high) between.push_back(bytes);
  }
  return between;
}

bool RefinementFinder::MaySurprise(const Decided& low, Bytes middle, const Decided& high) const {
  // A library changes its algorithm with other roots at the same sizes as with root 0, which was
  // measured.
  if (!curve_.roots().empty() || !KnowsSizes(curve_.collective())) return false;
  for (const Decided& near : {low, high}) {
    if (near.choice == kLibrary || IsClearAround(near.choice, middle)) continue;
    for (const Bytes bytes : {near.bytes, middle}) {
      const auto planned = curve_.Estimate(near.choice, bytes);
      const auto library = curve_.Estimate(kLibrary, bytes);
      if (!planned || !library || *library < kNoSurprise * *planned) return true;
    }
  }
  return false;
}

bool RefinementFinder::IsClearAround(ChoiceId choice, Bytes bytes) const {
  return curve_.is_interpolated() &&
         std::ranges::all_of(curve_.neighbours(), [&](const CostCurve* other) {
           const Candidate* mine = other->Find(bytes, choice);
           const Candidate* library = other->Find(bytes, kLibrary);
           return mine != nullptr && library != nullptr && library->low > kClear * mine->high;
         });
}

double RefinementFinder::Value(const Decided& low, Bytes middle, const Decided& high) const {
  const double saved = Saved(middle, {low.choice, high.choice});
  if (low.choice == high.choice) return saved;
  // The choices differ: a wrong border costs `most` at most, and no more than the error of the
  // estimates.
  const auto loss = [&](ChoiceId mine, ChoiceId other, Bytes at) {
    const auto a = curve_.Estimate(mine, at);
    const auto b = curve_.Estimate(other, at);
    return a && b ? std::max(LogOf(*a, *b), 0.0) : kSteep;
  };
  const double most =
      std::max(loss(high.choice, low.choice, low.bytes), loss(low.choice, high.choice, high.bytes));
  const bool is_predicted = low.choice != kLibrary && high.choice != kLibrary;
  const auto deviation = [&](ChoiceId choice) {
    const auto estimate = curve_.UncertainEstimate(choice, middle);
    return estimate ? estimate->deviation : 0;
  };
  const double off = error_.Level(std::max(deviation(low.choice), deviation(high.choice)));
  return std::max(saved, std::min(most, is_predicted ? off : std::max(off, kSteep)));
}

double RefinementFinder::Saved(Bytes bytes, const std::array<ChoiceId, 2>& planned) const {
  Seconds least(std::numeric_limits<double>::infinity());
  bool is_library = false;
  for (const ChoiceId name : planned) {
    const auto estimate = curve_.Estimate(name, bytes);
    if (!estimate || *estimate >= least) continue;
    least = *estimate;
    is_library = name == kLibrary;
  }
  if (std::isinf(least.count())) return 0;
  double saved = 0;
  for (const ChoiceId name : curve_.Promising(bytes, Pruning::kBetweenSizes)) {
    const auto estimate = curve_.Estimate(name, bytes);
    if (estimate) saved = std::max(saved, LogOf(least, *estimate));
  }
  // The library keeps its place where others are faster by less than the margin.
  return is_library ? std::max(saved - measurements_.rule().margin, 0.0) : saved;
}

}  // namespace colltune::tune
