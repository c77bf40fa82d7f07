// What measured layouts let expect of a larger one. Pure: no MPI, no clock, no files.
#ifndef COLLTUNE_TUNER_DECIDE_BASIS_H_
#define COLLTUNE_TUNER_DECIDE_BASIS_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tuner/search/line.h"
#include "tuner/search/search.h"

namespace colltune::tune {

/// What counts takes at most so many times as long as the best.
inline constexpr double kCounts = 2;

/// What the library does, by what it took.
struct Likeness {
  std::string choice;  ///< the one of ours that takes the most nearly as long
  LogRatio ratio = 0;  ///< of a time to that of ours, on the average
  double off = 0;      ///< by which that differs from layout to layout and size to size, at most
};

/// The two largest measured layouts with as many ranks on each node as another, larger one.
class Basis {
 public:
  /// Nothing where there are no two, or where nothing in them is alike. `oracle` predicts for the
  /// layouts of the lines of `search`, and outlives it.
  static std::optional<Basis> Of(const Search& search, Collective collective, const Layout& layout,
                                 const Oracle& oracle);

  /// The largest.
  const Line& last() const { return last_; }

  /// Whether what a layout took, rather than the model alone, foretells what the next larger one
  /// takes: of the largest that was nearer to the truth.
  bool is_corrected() const { return is_corrected_; }

  /// By what the library took on both about this size; nothing where none of ours is known there
  /// that counts.
  std::optional<Likeness> LibraryAround(
      Bytes bytes, const std::function<bool(const std::string&)>& counts) const;

  /// How far off it was, about this size on the largest, which share of the library's time our
  /// best choices take: nine in ten, as a logarithm.
  double OffAround(Bytes bytes) const;

 private:
  using Misses = std::map<Bytes, std::vector<double>>;

  Basis(Line before, Line last) : before_(std::move(before)), last_(std::move(last)) {}

  Misses MissesOf(const Line& expected) const;

  Line before_;
  Line last_;
  bool is_corrected_ = true;
  Misses misses_;
};

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_DECIDE_BASIS_H_
