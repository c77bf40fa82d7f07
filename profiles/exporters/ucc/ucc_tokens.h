// UCC_TL_UCP_TUNE: tokens between #, each of qualifiers between : in any order,
// "bcast:host:0-1023:[4]:inf:@knomial".
//
// Source: UCC's docs/user_guide.md, and src/coll_score/ucc_coll_score.c of 2024 for what is
// refused.
#ifndef COLLTUNE_PROFILES_EXPORTERS_UCC_UCC_TOKENS_H_
#define COLLTUNE_PROFILES_EXPORTERS_UCC_UCC_TOKENS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "profiles/exporters/flat_rules.h"

namespace colltune::ucc {

inline constexpr std::int64_t kInfinite = INT64_MAX;
inline constexpr std::int64_t kDefaultScore = 10;  ///< of TL/UCP's own choices without the variable

/// Rule of a token, with the token's score and sizes. At both ends the rule may lose against a
/// neighbour.
struct ScoredRule {
  FlatRule rule;
  std::int64_t score = kDefaultScore;
};

/// Returns the rules for memory of the host. Throws std::invalid_argument for a text that UCC
/// refuses, or would split differently than it reads.
std::vector<ScoredRule> ParseTokens(std::string_view text);

}  // namespace colltune::ucc

#endif  // COLLTUNE_PROFILES_EXPORTERS_UCC_UCC_TOKENS_H_
