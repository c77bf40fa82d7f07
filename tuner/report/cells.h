// What heat maps show: for each row of a collective and each size the choice, what it saves, and
// how sure that is. Pure.
#ifndef COLLTUNE_TUNER_REPORT_CELLS_H_
#define COLLTUNE_TUNER_REPORT_CELLS_H_

#include <optional>
#include <string>
#include <vector>

#include "profiles/profile.h"
#include "tuner/text/risk.h"

namespace colltune::tune {

/// What a cell's choice rests on.
enum class Standing : unsigned char {
  kSure,       ///< measured; `explain` finds it significant, or the library's place not in doubt
  kUncertain,  ///< measured; by what `explain` says another one may be as fast or faster
  kExpected,   ///< only predicted
  kBetween,    ///< the rule also holds here, where nothing was looked at
  kUnproved,   ///< the profile has no evidence for the rule, or no times of its choice
  kOutside,    ///< no rule holds here: the library's
};

struct Cell {
  Bytes bytes;
  const Rule* rule = nullptr;          ///< nullptr: none holds here
  const Evidence* evidence = nullptr;  ///< of this very size; nullptr: none
  Standing standing = Standing::kOutside;
  /// The share of the library's time that the choice saves here, by the medians, or by the
  /// predictions where nothing was measured: 0.1 is a tenth, -0.1 that it takes a tenth more.
  std::optional<double> gain = {};
  std::optional<Risk> risk = {};  ///< of the choice, where it was measured

  /// The rule's, or the library.
  std::string Choice() const;
};

struct MapRow {
  const Row* row = nullptr;
  std::vector<Cell> cells;  ///< one for each size of the map
};

/// All rows of a collective, with whatever roots and placement, by all sizes that one of them has
/// evidence of, and the first size of each rule without evidence.
struct HeatMap {
  Collective collective = Collective::kBcast;
  std::vector<Bytes> sizes;  ///< rising
  std::vector<MapRow> rows;  ///< in the order of the table
};

/// Of these rows, which are of one collective and which it points into. Requires one.
HeatMap MapOf(const std::vector<const Row*>& rows, const Provenance& provenance);

/// One for each collective of the table.
std::vector<HeatMap> MapsOf(const DecisionTable& table, const Provenance& provenance);

/// "flat takes 38 % less than the library", with what the standing adds.
std::string CellText(const Cell& cell);

/// A header line and one row for each cell:
///
///   op,ranks,ranks_per_node,sites,mapping,first_root,last_root,bytes,choice,standing,saved,
///   choice_us,library_us,wrong
///
/// Roots are empty for all that no other row names, and other fields where nothing is known;
/// `saved` is a share of 1, and `wrong` the probability that another candidate is really faster, at
/// most.
std::string MapCsv(const HeatMap& map);

/// "sure", "uncertain", "expected", "between", "unproved", "outside".
std::string_view ToText(Standing standing);

}  // namespace colltune::tune

#endif  // COLLTUNE_TUNER_REPORT_CELLS_H_
