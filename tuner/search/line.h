// What was measured of one collective on one layout with some roots, and what follows for the sizes
// between.
#ifndef COLLTUNE_TUNER_SEARCH_LINE_H_
#define COLLTUNE_TUNER_SEARCH_LINE_H_

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profiles/decision_table.h"
#include "tuner/problem/oracle.h"

namespace colltune::tune {

/// The natural logarithm of a ratio of times; what is added to a prediction's logarithm.
using LogRatio = double;

/// Whether it was measured, with samples enough for an interval that ends.
bool IsKnown(const Candidate& candidate);

/// Rising, without those that touch.
using RootSet = std::vector<Roots>;

class Line {
 public:
  /// For `roots`, of which the first is measured; without, for all that no other line has, of which
  /// 0 is. `oracle` outlives it.
  Line(Collective collective, const Layout& layout, const Oracle& oracle, RootSet roots = {})
      : collective_(collective), layout_(layout), oracle_(&oracle), roots_(std::move(roots)) {}

  /// From now on what this line does not know is as between two others of the same collective, a
  /// straight line between them on a logarithmic axis of ranks. Both outlive it.
  void LeanOn(const Line& low, const Line& high);
  /// As another, of the same layout with other roots or of the next smaller one, which outlives it.
  void LeanOn(const Line& line) { LeanOn(line, line); }
  bool leans() const { return low_ != nullptr; }
  /// Those, maybe twice the same. Requires that it leans.
  std::array<const Line*, 2> neighbours() const { return {low_, high_}; }

  Collective collective() const { return collective_; }
  const Layout& layout() const { return layout_; }
  const RootSet& roots() const { return roots_; }
  /// From now on it is for these only, of which the first one is its first one.
  void Keep(RootSet roots) { roots_ = std::move(roots); }
  Problem At(Bytes bytes) const {
    return {collective_, layout_, bytes, roots_.empty() ? 0 : roots_.front().first};
  }

  /// From now on nothing is known of a choice that failed, at any size.
  void LeaveOut(const std::string& choice, const std::string& reason);
  /// Those, and why.
  const std::map<std::string, std::string>& left_out() const { return left_out_; }

  /// What a race at `bytes` found; candidates that are not known are ignored.
  void Add(Bytes bytes, const std::vector<Candidate>& timings);

  /// By size, then by choice, those that are known. A size may have been raced more than once: the
  /// latest race counts.
  const std::map<Bytes, std::map<std::string, Candidate>>& measured() const { return measured_; }
  const Candidate* Find(Bytes bytes, const std::string& choice) const;

  /// The median where it was measured. Else the prediction, corrected by what was measured of this
  /// choice at the sizes around: the correction's logarithm is a straight line between them, on a
  /// logarithmic axis of sizes, and constant beyond. What was never measured here is corrected as
  /// its algorithm with other parameters was at the nearest size, or as all that were measured
  /// there on the average. What cannot be predicted is taken to follow the predictable choice that
  /// it resembles most at the two measured sizes around it; a line that has none of them, but leans
  /// on one of other roots, takes it from there. Else it is not known, nor where it is left out.
  std::optional<Seconds> Estimate(const std::string& choice, Bytes bytes) const;

  /// Our choices that are worth looking at: all; or those that are Promising on the lines that this
  /// one leans on, which have been looked at from near, among those that this one has as well; or
  /// are so here by what those know.
  std::vector<std::string> Candidates(Bytes bytes) const;

  /// All of ours, but for those that are left out.
  std::vector<std::string> AllCandidates(Bytes bytes) const;

  /// Our choices that are estimated to take at most so many times as long as the best of them, at
  /// one of the measured sizes around `bytes`. Requires measured sizes.
  std::vector<std::string> Promising(Bytes bytes, double slack) const;

  /// What the prediction of a choice has to be corrected by at `bytes`, as above; before anything
  /// was measured 0, or as the lines have it that this one leans on.
  LogRatio Correction(const std::string& choice, Bytes bytes) const;

 private:
  using Points = std::map<Bytes, LogRatio>;  // measured / predicted

  /// The two measured sizes that a size lies between; may be the same, and it itself.
  struct Around {
    Bytes low;
    Bytes high;
    double share = 0;  ///< of the way from low to high
  };
  struct Likeness {
    std::string other;   ///< the predictable choice that is the most alike
    LogRatio ratio = 0;  ///< of a time to that of the other
  };

  using Test = std::function<bool(const std::string& choice)>;

  bool Has(const std::string& choice, Bytes bytes) const {
    return !left_out_.contains(choice) && oracle_->Predict(choice, At(bytes)).has_value();
  }
  /// As Promising, of those that another line has as well.
  std::vector<std::string> PromisingFor(const Line& other, Bytes bytes, double slack) const;
  /// Of those that `counts` is true for. It is asked no more often than it has to be.
  std::vector<std::string> PromisingAmong(const std::vector<std::string>& names, Bytes bytes,
                                          double slack, const Test& counts) const;
  std::optional<Around> SizesAround(const std::string& choice, Bytes bytes) const;
  /// Requires the choice to be measured at both sizes.
  std::optional<Likeness> LikenessOf(const std::string& choice, const Around& around) const;
  std::optional<Seconds> EstimateByLikeness(const std::string& choice, Bytes bytes) const;
  std::optional<LogRatio> CorrectionOfOthers(const std::string& choice, Bytes bytes) const;

  Collective collective_;
  Layout layout_;
  const Oracle* oracle_;
  RootSet roots_;
  const Line* low_ = nullptr;
  const Line* high_ = nullptr;
  double share_ = 0;  // of `high_` in what is as between
  std::map<Bytes, std::map<std::string, Candidate>> measured_;
  std::map<std::string, Points> corrections_;
  std::map<std::string, std::string> left_out_;
};

/// Where `bytes` lies from `low` to `high`, 0 to 1, on a logarithmic axis; 0 bytes count as 1.
double ShareBetween(Bytes low, Bytes bytes, Bytes high);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_SEARCH_LINE_H_
