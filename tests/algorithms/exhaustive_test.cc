// Every algorithm of the registry, proved for every small problem.
#include <gtest/gtest.h>

#include <algorithm>

#include "algorithms/buffers.h"
#include "algorithms/registry.h"
#include "algorithms/verify/verifier.h"
#include "tests/algorithms/testing_places.h"

namespace colltune {
namespace {

constexpr Bytes kElement{8};

// All numbers of ranks up to 33, and 64. Sanitizers make each rank count take ten times as long, so
// that only numbers up to 17 are proved under them.
#ifdef __SANITIZE_ADDRESS__
constexpr int kMostRanks = 17;
#else
constexpr int kMostRanks = 64;
#endif

class Exhaustive : public testing::TestWithParam<const Algorithm*> {
 protected:
  const Algorithm& algorithm() const { return *GetParam(); }
  Collective collective() const { return algorithm().collective; }

  /// The values of a parameter that make a difference to blocks of up to 1000 elements.
  std::vector<std::int64_t> Values(const Parameter& parameter) const {
    if (parameter.value != &Parameters::segment) return parameter.tried;
    return {7 * kElement.count, parameter.standard};
  }

  std::vector<Choice> Choices() const {
    std::vector<Choice> choices = {StandardChoice(algorithm())};
    for (const Parameter& parameter : algorithm().parameters) {
      std::vector<Choice> more;
      for (Choice& choice : choices) {
        for (const std::int64_t value : Values(parameter)) {
          choice.parameters.*parameter.value = value;
          more.push_back(choice);
        }
      }
      choices = more;
    }
    return choices;
  }

  std::vector<std::int64_t> Sizes(int ranks) const {
    if (!algorithm().divides) return {1};
    return {0, 1, ranks - 1, ranks, ranks + 1, 1000};
  }

  bool MayBeInPlace() const {
    return BuffersOf(collective(), {.ranks = 2, .root = 1, .in_place = true}, 1).shared;
  }

  /// Calls `check` with every problem of `ranks` ranks.
  template <typename Check>
  void ForEachShape(int ranks, Check check) const {
    ForEachShape(*TestingPlaces(ranks), check);
    if (ranks > 16 || !NeedsPlaces(StandardChoice(algorithm()))) return;  // and those in few places
    ForEachShape(*TestingPlacesInTurn(ranks), check);
    if (ranks > 12 || !NeedsEqualGroups()) return;
    for (int each = 1; each < ranks; ++each) {
      if (ranks % each == 0) ForEachShape(*TestingSites(ranks, each), check);
    }
  }

 private:
  bool NeedsEqualGroups() const {
    return std::ranges::any_of(algorithm().limits, [](const Limit& limit) {
      return limit.needs == kEqualLevels.needs || limit.needs == kConsecutiveLevels.needs;
    });
  }

  template <typename Check>
  void ForEachShape(const Places& places, Check check) const {
    constexpr Rank kMostRoots = 18;  // 0..17
    const int ranks = places.ranks();
    for (Rank root = 0; root < (HasRoot(collective()) ? std::min(ranks, kMostRoots) : 1); ++root) {
      for (const std::int64_t elements : Sizes(ranks)) {
        for (const bool in_place : {false, true}) {
          if (in_place && !MayBeInPlace()) continue;
          for (const bool commutative : {true, false}) {
            if (!commutative && !Reduces(collective())) continue;
            check(Shape{ranks, root, elements, kElement, in_place, commutative, &places});
          }
        }
      }
    }
  }
};

INSTANTIATE_TEST_SUITE_P(All, Exhaustive, testing::ValuesIn([] {
                           std::vector<const Algorithm*> all;
                           for (const Algorithm& a : Algorithms()) all.push_back(&a);
                           return all;
                         }()),
                         [](const auto& algorithm) {
                           return std::string(ToText(algorithm.param->collective)) + "_" +
                                  std::string(algorithm.param->name);
                         });

TEST_P(Exhaustive, IsRight) {
  long proved = 0;
  for (const Choice& choice : Choices()) {
    for (int ranks = 1; ranks <= kMostRanks; ranks += ranks < 33 ? 1 : 31) {
      ForEachShape(ranks, [&](const Shape& shape) {
        if (HasFailure() || !Declines(choice, shape).empty()) return;
        ++proved;
        EXPECT_EQ(Verify(collective(), shape, BuildAll(choice, shape)), "")
            << ToText(choice) << ": " << ranks << " ranks, root " << shape.root << ", "
            << shape.elements << " elements" << (shape.in_place ? ", in place" : "")
            << (shape.commutative ? "" : ", not commutative");
      });
      if (HasFailure()) return;
    }
  }
  EXPECT_GE(proved, 7) << "declines nearly everything";
}

}  // namespace
}  // namespace colltune
