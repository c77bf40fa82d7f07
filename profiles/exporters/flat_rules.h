// Profiles for programs that look a call up by its collective, its number of ranks and its size
// alone: they know neither how many ranks a node has nor the root.
#ifndef COLLTUNE_PROFILES_EXPORTERS_FLAT_RULES_H_
#define COLLTUNE_PROFILES_EXPORTERS_FLAT_RULES_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "profiles/exporters/exporters.h"

namespace colltune {

/// A program's algorithm for a choice.
struct Match {
  Collective collective;
  std::string_view choice;  ///< an algorithm with its parameters, or with any: "bruck:k=2", "bruck"
  std::string_view name;    ///< the program's own
  bool is_exact = false;
};

/// Returns the counterpart of the first match that fits; nothing where none does. For an algorithm
/// inside MPICH, looks for the same algorithm of ours. On two ranks, also accepts an algorithm that
/// does the same there.
std::optional<Counterpart> FindMatch(std::span<const Match> matches, const Call& call,
                                     const Choice& choice);

/// Returns our choice for a program's name, for imports: the first exact match of that name, else
/// the first match.
std::optional<Counterpart> FindOurs(std::span<const Match> matches, Collective collective,
                                    std::string_view name);

/// Returns how many blocks a program counts as the size of a call, in the blocks of decision
/// tables; 0 where the program asks for no size.
using BlocksOf = int (*)(Collective collective, int ranks);

/// Returns the size of a call as the program counts it; the largest number where that is too small.
std::int64_t SizeOf(const Call& call, BlocksOf blocks_of);

/// Returns the fewest bytes by which a call has at least this size; 0 where the program asks for
/// none.
Bytes BytesAt(std::int64_t size, const Call& call, BlocksOf blocks_of);

/// Rule for calls of first_ranks .. last_ranks ranks and of first .. last bytes, as the program
/// counts them, all included: they run `name`. An empty name is the program's own choice.
struct FlatRule {
  Collective collective = Collective::kBcast;
  int first_ranks = 0;
  int last_ranks = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::string name;
  std::string where = {};  ///< "FILE:LINE" of the rule; empty: from no file

  friend bool operator==(const FlatRule&, const FlatRule&) = default;
};

/// Tells whether some call matches both rules.
bool Overlap(const FlatRule& one, const FlatRule& other);

/// Numbers of ranks for which one row speaks.
struct RowOfRanks {
  Span ranks;
  const Row* row = nullptr;
  int ranks_per_node = 0;  ///< of the row's communicators of ranks.first ranks: the most
};

/// Returns the most ranks that have the thresholds of `ranks` where a program counts the blocks of
/// all ranks: 9/8 as many, so that a threshold is off by 1/8 at most. Rows are known at sizes that
/// are farther apart.
constexpr std::int64_t LastOfOneThreshold(std::int64_t ranks) { return ranks + ranks / 8; }

/// Returns the rows of a collective for any root and the communicators `within`, by rising numbers
/// of ranks without overlap. Of the rows for a number of ranks, takes the one with the most ranks
/// per node: there most messages stay on a node, as on the full nodes of a usual job. 2 ranks are
/// apart from more. Where `scaled`, ends spans by LastOfOneThreshold.
std::vector<RowOfRanks> RowsByRanks(const DecisionTable& table, Collective collective, bool scaled,
                                    const Region& within = {});

/// Returns the rules that have a counterpart, by rising ranks, for sizes up to `most`; sizes are
/// counted for the first of the ranks. Takes the rows that RowsByRanks takes.
std::vector<FlatRule> Flatten(const DecisionTable& table, std::span<const Match> matches,
                              BlocksOf blocks_of, std::int64_t most);

/// Returns the selection of a program that takes the first rule that has the call.
std::unique_ptr<Selection> FirstOf(std::vector<FlatRule> rules, BlocksOf blocks_of);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_FLAT_RULES_H_
