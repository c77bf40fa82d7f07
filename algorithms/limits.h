// The limits that algorithms declare: problems they cannot solve, or not in the way they promise.
#ifndef COLLTUNE_ALGORITHMS_LIMITS_H_
#define COLLTUNE_ALGORITHMS_LIMITS_H_

#include <bit>
#include <cstdint>
#include <string_view>

#include "algorithms/parameters.h"
#include "algorithms/places.h"
#include "algorithms/segments.h"
#include "algorithms/shape.h"

namespace colltune {

/// Requirement of an algorithm on a problem. A limit never depends on the root; on the number of
/// elements it is an upper or a lower bound.
struct Limit {
  std::string_view needs;  ///< "a power of two of ranks"
  bool (*met)(const Shape&, const Parameters&);
};

inline constexpr Limit kPowerOfTwoRanks = {
    "a power of two of ranks", [](const Shape& shape, const Parameters&) {
      return std::has_single_bit(static_cast<unsigned>(shape.ranks));
    }};

inline constexpr Limit kKnownPlaces = {
    "a profile that knows where the ranks are",
    [](const Shape& shape, const Parameters&) { return shape.places != nullptr; }};

inline constexpr Limit kUnlikePlaces = {
    "ranks that share hosts, or hosts of several kinds or sites",
    [](const Shape& shape, const Parameters&) {
      return shape.places != nullptr && shape.places->AreUnlike();
    }};

inline constexpr Limit kLevels = {"several sites, or hosts with several ranks",
                                  [](const Shape& shape, const Parameters&) {
                                    return shape.places != nullptr && shape.places->HaveLevels();
                                  }};

inline constexpr Limit kEqualLevels = {
    "several sites, or hosts with several ranks, and equally many on each",
    [](const Shape& shape, const Parameters&) {
      return shape.places != nullptr && shape.places->HaveEqualGroups();
    }};

inline constexpr Limit kConsecutiveLevels = {
    "several sites, or hosts with several ranks, and equally many ranks in a row on each",
    [](const Shape& shape, const Parameters&) {
      return shape.places != nullptr && shape.places->HaveConsecutiveGroups();
    }};

inline constexpr Limit kEvenRanks = {
    "an even number of ranks",
    [](const Shape& shape, const Parameters&) { return shape.ranks % 2 == 0; }};

inline constexpr Limit kCommutative = {
    "a commutative operation",
    [](const Shape& shape, const Parameters&) { return shape.commutative; }};

inline constexpr Limit kElementPerRank = {
    "at least one element for each rank",
    [](const Shape& shape, const Parameters&) { return shape.elements >= shape.ranks; }};

inline constexpr Limit kElementPerPowerOfTwo = {
    "at least one element for each of the largest power of two of ranks",
    [](const Shape& shape, const Parameters&) {
      return shape.elements >=
             static_cast<std::int64_t>(std::bit_floor(static_cast<unsigned>(shape.ranks)));
    }};

/// Most segments of a schedule. A segment takes some 64 bytes, and costs a message: more segments
/// than this are never fast.
inline constexpr std::int64_t kMostSegments = 1 << 16;

inline constexpr Limit kFewSegments = {
    "at most 65536 segments", [](const Shape& shape, const Parameters& parameters) {
      return Segments(shape, parameters.segment).count() <= kMostSegments;
    }};

}  // namespace colltune

#endif  // COLLTUNE_ALGORITHMS_LIMITS_H_
