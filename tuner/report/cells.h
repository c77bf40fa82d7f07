// Cells of heat maps: for each row of a collective and each size the choice, the time it saves, and
// how sure the choice is. Pure.
#ifndef COLLTUNE_TUNER_REPORT_CELLS_H_
#define COLLTUNE_TUNER_REPORT_CELLS_H_

#include <optional>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "tuner/text/error_probability.h"

namespace colltune::tune {

/// Grounds for a cell's choice.
enum class Standing : unsigned char {
  kSure,       ///< measured; `explain` finds the choice significant, or the library not in doubt
  kUncertain,  ///< measured; `explain` says that another choice may be as fast or faster
  kExpected,   ///< not measured: interpolated from other communicators, or predicted
  kBetween,    ///< the rule covers this size, but its evidence is of other sizes
  kUnproved,   ///< the profile has no evidence for the rule, or no times of its choice
  kOutside,    ///< no rule covers this size: the library's choice
};

struct Cell {
  Bytes bytes;
  const Rule* rule = nullptr;          ///< nullptr: no rule covers this size
  const Evidence* evidence = nullptr;  ///< of exactly this size; nullptr: none
  Standing standing = Standing::kOutside;
  /// Share of the library's time that the choice saves: 0.1 is a tenth less, -0.1 a tenth more.
  /// Follows from the medians, or from the predictions if neither of the two was measured.
  std::optional<double> gain = {};
  std::optional<Risk> risk = {};  ///< of the choice, if it was measured

  /// Returns the rule's choice, or the library's without a rule.
  ChoiceId Choice() const;
};

struct MapRow {
  const Row* row = nullptr;
  std::vector<Cell> cells;  ///< one for each size of the map
};

/// Heat map of rows of one collective, whatever their roots and placement. Columns: all sizes of
/// which any row has evidence, and the first size of each rule without evidence.
struct HeatMap {
  Collective collective = Collective::kBcast;
  std::vector<Bytes> sizes;  ///< rising
  std::vector<MapRow> rows;  ///< in the order of the table
};

/// Returns the heat map of these rows; the map points into the rows. Requires rows of one
/// collective, at least one.
HeatMap MapOf(const std::vector<const Row*>& rows, const Provenance& provenance);

/// Returns a heat map for each collective of the table; the maps point into the table.
std::vector<HeatMap> MapsOf(const DecisionTable& table, const Provenance& provenance);

/// Returns "flat takes 38 % less than the library", or "is expected to take", and the standing in
/// words.
std::string CellText(const Cell& cell);

/// Returns the map as CSV, a header line and one row for each cell:
///
///   op,ranks,ranks_per_node,sites,mapping,first_root,last_root,bytes,choice,standing,saved,
///   choice_us,library_us,wrong
///
/// Roots are empty in a row for all roots that no other row names. Other fields are empty where
/// nothing is known. `saved` is a share of 1. `wrong` is an upper bound of the probability that
/// another candidate is really faster.
std::string MapCsv(const HeatMap& map);

/// "sure", "uncertain", "expected", "between", "unproved", "outside".
std::string_view ToText(Standing standing);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_CELLS_H_
