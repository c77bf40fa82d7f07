// Bine (binomial negabinary) trees and butterflies: index arithmetic of partners whose distances
// are numbers in base -2.
//
// The distances d_1 = 1, d_2 = -1, 3, -5, 11, -21, ... have the digits 1, 11, 111, ... in base -2.
// The partner of level l is d_l above an even rank and d_l below an odd one, around the ring. If
// the l lowest negabinary digits of a rank are equal, its partner has these digits inverted. So
// partners are two thirds as far apart as in a binomial tree or a butterfly, in which one binary
// digit changes.
//
// Ranks are relative to a root, or not where there is none; their number n is a power of two. The
// lg n lowest digits in base -2 then tell the ranks apart, as (-2)^(lg n) is a multiple of n.
//
// Source: De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication
// Locality" (SC 2025, arXiv 2508.17311).
#ifndef COLLTUNE_ALGORITHMS_PHASES_BINE_H_
#define COLLTUNE_ALGORITHMS_PHASES_BINE_H_

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "algorithms/phases/exchange_phases.h"
#include "algorithms/phases/trees.h"
#include "algorithms/schedule.h"
#include "algorithms/shape.h"

namespace colltune {

/// The digits of negative weight in base -2.
inline constexpr std::uint32_t kNegativeDigits = 0xAAAAAAAA;

/// Returns the digits of `value` in base -2, the lowest digit in the lowest bit.
constexpr std::uint32_t Negabinary(std::int32_t value) {
  return (static_cast<std::uint32_t>(value) + kNegativeDigits) ^ kNegativeDigits;
}

/// Returns the number whose digits in base -2 are `digits`.
constexpr std::int32_t FromNegabinary(std::uint32_t digits) {
  return static_cast<std::int32_t>((digits ^ kNegativeDigits) - kNegativeDigits);
}

/// Returns the distance of partners of level 1 <= level < 31: the number of so many digits 1.
constexpr int BineDistance(int level) { return FromNegabinary((1U << level) - 1); }

/// Returns the number of levels of n ranks, lg n.
constexpr int BineLevels(int n) { return std::countr_zero(static_cast<unsigned>(n)); }

/// Returns the partner of `self` in level 1 <= level <= BineLevels(n).
constexpr Rank BinePartner(Rank self, int level, int n) {
  const int distance = BineDistance(level);
  return Around(self, self % 2 == 0 ? distance : -distance, n);
}

/// Returns a node of the Bine tree. It has the shape of the binomial tree. A rank whose l lowest
/// negabinary digits are equal has its partner of level l as its parent, for the largest such l.
/// Its partners of lower levels are its children. The root has all its partners as children.
inline Node Bine(Rank self, int n) {
  Node node{.parent = kNobody, .children = {}, .span = 0};
  int level = BineLevels(n) + 1;
  if (self > 0) {
    const std::uint32_t digits = Negabinary(self);
    const int run = std::max(std::countr_zero(digits), std::countr_one(digits));
    level = std::min(run, BineLevels(n));
    node.parent = BinePartner(self, level, n);
  }
  while (--level > 0) node.children.push_back(BinePartner(self, level, n));
  return node;
}

/// Returns the first of the 2^level ranks that `self` meets, directly or not, in the levels up to
/// `level` of a Bine butterfly. They follow each other around the ring. Their distances from an
/// even rank, upwards, and from an odd one, downwards, are the numbers of `level` digits in base
/// -2. The ranks of `self` and those of its next partner are the two halves of the next level's.
constexpr Rank BineGroup(Rank self, int level, int n) {
  const std::uint32_t low = (1U << level) - 1;
  const int least = FromNegabinary(low & kNegativeDigits);  // of the numbers of so many digits
  const int most = FromNegabinary(low & ~kNegativeDigits);
  return Around(self, self % 2 == 0 ? least : -most, n);
}

/// Returns elements [first, first + count) of `buffer` around a ring of n elements, in one or two
/// blocks. Requires 0 <= first < n and count <= n.
inline std::vector<Block> AroundRing(Rank first, int count, int n, Buffer buffer) {
  const int before_end = std::min(count, n - first);
  std::vector<Block> blocks = {{buffer, first, before_end}};
  if (before_end < count) blocks.push_back({buffer, 0, count - before_end});
  return blocks;
}

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_PHASES_BINE_H_
