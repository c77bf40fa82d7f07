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

/// The first of those that fit; nothing where none does. Of an algorithm inside MPICH that of ours
/// which is the same; on two ranks one that does the same there.
std::optional<Counterpart> FindMatch(std::span<const Match> matches, const Call& call,
                                     const Choice& choice);

/// The same table the other way round, for imports: of those of the program's name an exact one,
/// else the first.
std::optional<Counterpart> FindOurs(std::span<const Match> matches, Collective collective,
                                    std::string_view name);

/// How many of the blocks whose bytes decision tables count a program counts the bytes of; 0 where
/// it asks for no size.
using BlocksOf = int (*)(Collective collective, int ranks);

/// The size of a call as the program counts it; the largest number where that is too small.
std::int64_t SizeOf(const Call& call, BlocksOf blocks_of);

/// The fewest bytes by which a call has at least this size; 0 where the program asks for none.
Bytes BytesAt(std::int64_t size, const Call& call, BlocksOf blocks_of);

/// Calls of first_ranks .. last_ranks ranks and of first .. last bytes, as the program counts them,
/// all included, run `name`; nothing in it is the program's own choice.
struct FlatRule {
  Collective collective = Collective::kBcast;
  int first_ranks = 0;
  int last_ranks = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::string name;
  std::string where = {};  ///< "FILE:LINE" of what was read; empty: of no file

  friend bool operator==(const FlatRule&, const FlatRule&) = default;
};

/// Whether some call has both.
bool Overlap(const FlatRule& one, const FlatRule& other);

/// The rules that have a counterpart, in the order of the table, for sizes up to `most`. Where rows
/// differ in the ranks per node alone, those of the most: there most messages stay on a node, as
/// on the full nodes of a usual job. Without the rows that name roots.
std::vector<FlatRule> Flatten(const DecisionTable& table, std::span<const Match> matches,
                              BlocksOf blocks_of, std::int64_t most);

/// A program that takes the first rule that has the call.
std::unique_ptr<Selection> FirstOf(std::vector<FlatRule> rules, BlocksOf blocks_of);

}  // namespace colltune

#endif  // COLLTUNE_PROFILES_EXPORTERS_FLAT_RULES_H_
