// The rules of a file of Open MPI's component "tuned", whatever its format: how calls look them up,
// and the rules that a profile is turned into.
#ifndef COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_RULE_TABLE_H_
#define COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_RULE_TABLE_H_

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "profiles/exporters/exporters.h"
#include "profiles/exporters/openmpi/openmpi_algorithms.h"
#include "profiles/exporters/openmpi/openmpi_collectives.h"

namespace colltune {

/// Text for Exporter::use of the formats. From Open MPI 5 on "han" comes before "tuned", and
/// divides the communicators of several nodes. Wrong results were seen in 4.1.4: of reduce by
/// chain, pipeline, binary and binomial, of allreduce by ring and segmented_ring, of reduce_scatter
/// by recursive_halving and ring.
inline constexpr std::string_view kTunedUse =
    "mpiexec --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename FILE "
    "--mca coll_han_priority 0. Where rules choose the algorithm of a reduction, Open MPI does not "
    "ask whether the operation is commutative, and may compute wrong results if it is not.";

/// Rule for sizes first .. last, as the rule's collective counts them (RuleSize), both included.
struct TunedRule {
  Bytes first;
  Bytes last{std::numeric_limits<std::int64_t>::max()};
  TunedChoice choice;
  std::string where = {};  ///< "FILE:LINE" of the rule; empty: from no file

  friend bool operator==(const TunedRule&, const TunedRule&) = default;
};

/// Distribution of a communicator's ranks over nodes.
enum class Distribution { kAny, kOnePerNode, kSingleNode };

/// Rules for communicators of first .. last ranks, both included.
struct TunedBlock {
  int first = 0;
  int last = std::numeric_limits<int>::max();
  Distribution distribution = Distribution::kAny;
  std::vector<TunedRule> rules;
};

/// Blocks by collective. The first block that suits the communicator holds, and in it the first
/// rule that suits the size. Without such a rule Open MPI chooses as it does without the file.
using TunedTable = std::map<Collective, std::vector<TunedBlock>>;

/// Content of a file, and Selection::notes on it.
struct TunedRead {
  TunedTable table;
  std::vector<std::string> notes;
};

std::unique_ptr<Selection> MakeSelection(TunedRead read, OpenMpi release);

/// Tells whether Open MPI counts sizes that grow with the number of ranks.
bool IsScaled(const TunedCollective& tuned);

/// Returns a row's rules for communicators of so many ranks for Open MPI, from 0 on without gaps. A
/// choice without counterpart, or the library's, becomes Open MPI's own choice. If Open MPI cannot
/// tell sizes apart, there is one rule: the row's choice if it has only one, else Open MPI's own.
/// Requires FindTuned(row.collective).
std::vector<TunedRule> RulesOf(const Row& row, int ranks, OpenMpi release);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_OPENMPI_OPENMPI_RULE_TABLE_H_
