// The profile whose header is compiled.
#ifndef COLLTUNE_TESTS_PROFILES_EXPORTERS_C_HEADER_PROFILE_H_
#define COLLTUNE_TESTS_PROFILES_EXPORTERS_C_HEADER_PROFILE_H_

#include "profiles/profile.h"

namespace colltune {

/// Rows with and without roots, with gaps, without an end, and without rules.
inline Profile CHeaderProfile() {
  constexpr Bytes kLargest{std::int64_t{1} << 62};
  const Row others{Collective::kBcast,
                   RegionOf(4, 2),
                   {{Bytes{0}, Bytes{9}, "binomial", {}},
                    {Bytes{12}, Bytes{12}, "library", {}},
                    {Bytes{13}, kLargest, "chain_pipelined:segment=8K", {}}}};
  Row second = others;
  second.roots = {1, 2};
  second.rules = {{Bytes{0}, Bytes{10}, "mpich:binomial", {}}};
  Row last = others;
  last.roots = {3, 3};
  last.rules = {};
  Profile profile;
  profile.table.rows = {
      others,
      second,
      last,
      {Collective::kBcast, RegionOf(4, 4), {{Bytes{0}, Bytes{20}, "flat", {}}}},
      {Collective::kAlltoallw, RegionOf(3, 1), {{Bytes{0}, kLargest, "pairwise", {}}}},
      {Collective::kBarrier, RegionOf(4, 2), {{Bytes{0}, Bytes{0}, "tree:k=2", {}}}},
      {Collective::kScan, {{2, 3}, {1, 2}, {1, 4}}, {{Bytes{0}, Bytes{9}, "chain", {}}}}};
  return profile;
}

}  // namespace colltune

#endif  // COLLTUNE_TESTS_PROFILES_EXPORTERS_C_HEADER_PROFILE_H_
