#include "measure/statistics/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/measure/samples.h"

namespace colltune::measure {
namespace {

// Permeability constants of the human chorioamnion at term and between 12 and 26 weeks: the example
// of Hollander & Wolfe (1973), page 69, and of R's documentation of wilcox.test, which prints
// W = 35, p-value = 0.1272 for "greater".
const std::vector<Seconds> kTerm =
    Values({0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46});
const std::vector<Seconds> kEarlier = Values({1.15, 0.88, 0.90, 0.74, 1.21});

TEST(WilcoxonRankSum, AgreesWithThePublishedExample) {
  const RankSum test = WilcoxonRankSum(kTerm, kEarlier, Alternative::kGreater);
  EXPECT_DOUBLE_EQ(test.u, 35);
  EXPECT_NEAR(test.p, 0.1272, 5e-5);
  EXPECT_TRUE(test.exact);
  EXPECT_NEAR(WilcoxonRankSum(kTerm, kEarlier).p, 0.2544, 1e-4);
  const RankSum swapped = WilcoxonRankSum(kEarlier, kTerm, Alternative::kLess);
  EXPECT_DOUBLE_EQ(swapped.u, 15);  // 5 * 10 - 35
  EXPECT_NEAR(swapped.p, 0.1272, 5e-5);
}

// The critical values of Mann & Whitney's U, two-sided at 5 %, as all tables have them: 2 for 5
// and 5, 8 for 5 and 10 with p below 0.05, and the next u above it.
TEST(WilcoxonRankSum, AgreesWithTheTableOfCriticalValues) {
  const auto p = [](std::size_t m, std::size_t n, std::size_t wanted) {
    // The first sample is 0.5, 1.5, ...: each value is above as many of 1 .. n as makes up
    // `wanted`.
    std::vector<Seconds> first;
    std::vector<Seconds> second;
    for (std::size_t i = 1; i <= n; ++i) second.emplace_back(static_cast<double>(i));
    for (std::size_t i = 0; i < m; ++i) {
      const std::size_t above = std::min(n, wanted);
      wanted -= above;
      first.emplace_back(static_cast<double>(above) + 0.5 + 0.01 * static_cast<double>(i));
    }
    return WilcoxonRankSum(first, second).p;
  };
  EXPECT_LE(p(5, 5, 2), 0.05);
  EXPECT_GT(p(5, 5, 3), 0.05);
  EXPECT_LE(p(5, 10, 8), 0.05);
  EXPECT_GT(p(5, 10, 9), 0.05);
  EXPECT_LE(p(8, 8, 13), 0.05);
  EXPECT_GT(p(8, 8, 14), 0.05);
  EXPECT_LE(p(20, 20, 127), 0.05);
  EXPECT_GT(p(20, 20, 128), 0.05);
}

/// P(U >= u) and P(U <= u), by trying all choices of `first` of the values.
std::pair<double, double> ByEnumeration(const std::vector<Seconds>& first,
                                        const std::vector<Seconds>& second) {
  std::vector<Seconds> all = first;
  all.insert(all.end(), second.begin(), second.end());
  std::vector<bool> chosen(all.size(), false);
  std::fill(chosen.end() - static_cast<std::ptrdiff_t>(first.size()), chosen.end(), true);
  const auto count = [&](const std::vector<bool>& is_first) {
    int u = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j < all.size(); ++j)
        u += is_first[i] && !is_first[j] && all[i] > all[j];
    }
    return u;
  };
  std::vector<bool> observed(all.size(), false);
  std::fill_n(observed.begin(), first.size(), true);
  const int seen = count(observed);
  int orders = 0;
  int above = 0;
  int below = 0;
  do {
    ++orders;
    above += count(chosen) >= seen;
    below += count(chosen) <= seen;
  } while (std::next_permutation(chosen.begin(), chosen.end()));
  return {static_cast<double>(above) / orders, static_cast<double>(below) / orders};
}

TEST(WilcoxonRankSum, IsExactForAllSmallSizes) {
  for (std::size_t m = 1; m <= 5; ++m) {
    for (std::size_t n = 1; n <= 6; ++n) {
      std::vector<Seconds> values;
      // 7 generates all residues of 13 except 0, so that these are different and in no order.
      for (std::size_t i = 0, x = 1; i < m + n; ++i, x = x * 7 % 13) values.emplace_back(x);
      const auto middle = values.begin() + static_cast<std::ptrdiff_t>(m);
      const std::vector<Seconds> first(values.begin(), middle);
      const std::vector<Seconds> second(middle, values.end());
      const auto [above, below] = ByEnumeration(first, second);
      EXPECT_NEAR(WilcoxonRankSum(first, second, Alternative::kGreater).p, above, 1e-12);
      EXPECT_NEAR(WilcoxonRankSum(first, second, Alternative::kLess).p, below, 1e-12);
      EXPECT_NEAR(WilcoxonRankSum(first, second).p, std::min(1.0, 2 * std::min(above, below)),
                  1e-12);
    }
  }
}

// Ranks of 1 2 2 3 | 2 4 4 5: 1, 3, 3, 5 | 3, 6.5, 6.5, 8; u = 12 - 4 * 5 / 2 = 2, mean 8, groups
// of 3 and 2 equal values: variance 16 / 12 * (9 - (24 + 6) / (8 * 7)) = 11.28571. With continuity
// z = (2.5 - 8) / 3.359422 = -1.637187, and P(Z < z) = 0.050796.
TEST(WilcoxonRankSum, CorrectsForTiesAndContinuity) {
  const RankSum test =
      WilcoxonRankSum(Values({1, 2, 2, 3}), Values({2, 4, 4, 5}), Alternative::kLess);
  EXPECT_FALSE(test.exact);
  EXPECT_DOUBLE_EQ(test.u, 2);
  const double expected = std::erfc(1.637187 / std::sqrt(2)) / 2;
  EXPECT_NEAR(expected, 0.050796, 5e-6);
  EXPECT_NEAR(test.p, expected, 1e-6);
  // And for "greater" z = (1.5 - 8) / 3.359422 = -1.934857.
  EXPECT_NEAR(WilcoxonRankSum(Values({1, 2, 2, 3}), Values({2, 4, 4, 5}), Alternative::kGreater).p,
              1 - std::erfc(1.934857 / std::sqrt(2)) / 2, 1e-6);
}

TEST(WilcoxonRankSum, OfEqualValuesFindsNothing) {
  const std::vector<Seconds> same(30, Seconds(1));
  EXPECT_DOUBLE_EQ(WilcoxonRankSum(same, same).p, 1);
  EXPECT_DOUBLE_EQ(WilcoxonRankSum(Values({1}), Values({1})).p, 1);
}

// Samples of unequal sizes: a test that expects m * m / 2 instead of m * n / 2 finds a difference
// in perfectly mixed samples. A test that counts ranks from 1 reads beyond the end.
TEST(WilcoxonRankSum, OfUnequalSizesExpectsHalfOfThePairs) {
  std::vector<Seconds> many;
  for (int i = 1; i <= 60; ++i) many.emplace_back(i);
  const std::vector<Seconds> few = Values({15.5, 30.5, 45.5});
  const RankSum test = WilcoxonRankSum(few, many);
  EXPECT_FALSE(test.exact);
  EXPECT_DOUBLE_EQ(test.u, 90);
  EXPECT_DOUBLE_EQ(test.p, 1);
  EXPECT_DOUBLE_EQ(WilcoxonRankSum(many, few).u, 90);
  // The largest value last: u = 2 * 60 + 0 of 180; variance 180 / 12 * 64 = 960, z = 29.5 / 30.98.
  EXPECT_NEAR(WilcoxonRankSum(Values({0.5, 61, 62}), many, Alternative::kGreater).p,
              std::erfc(29.5 / std::sqrt(960.0) / std::sqrt(2)) / 2, 1e-9);
}

// The sorted 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1: 0.02, 0.03, 0.06, 0.04, and the last is
// raised to the one before it.
TEST(Holm, MultipliesByWhatIsLeft) {
  EXPECT_THAT(Holm(std::vector{0.01, 0.04, 0.03, 0.005}),
              testing::Pointwise(testing::DoubleEq(), {0.03, 0.06, 0.06, 0.02}));
  EXPECT_THAT(Holm(std::vector{0.9, 0.8}), testing::ElementsAre(1, 1));
  EXPECT_TRUE(Holm({}).empty());
}

// Runs of 5: the least two-sided p is 2 / C(10, 5) = 1 / 126. Two of three pairs are perfectly
// separate and get 3 / 126 and (raised to at least that) 2 / 126; a and b do not differ.
TEST(Compare, TellsWhoIsFasterAtAConfidence) {
  const std::vector<Contender> contenders = {
      {"slow", Values({21, 22, 23, 24, 25})},
      {"a", Values({1, 4, 5, 8, 9})},
      {"b", Values({2, 3, 6, 7, 10})},
  };
  const auto comparisons = Compare(contenders, 0.95);
  ASSERT_EQ(comparisons.size(), 3u);
  EXPECT_EQ(comparisons[0].faster, 1u);
  EXPECT_EQ(comparisons[0].slower, 0u);
  EXPECT_NEAR(comparisons[0].p, 3.0 / 126, 1e-12);
  EXPECT_TRUE(comparisons[0].significant);
  EXPECT_EQ(comparisons[1].faster, 2u);
  EXPECT_NEAR(comparisons[1].p, 3.0 / 126, 1e-12);
  EXPECT_TRUE(comparisons[1].significant);
  EXPECT_EQ(comparisons[2].faster, 1u);  // 12 of the 25 pairs have the larger value in a
  EXPECT_FALSE(comparisons[2].significant);
  EXPECT_FALSE(Compare(contenders, 0.99)[0].significant);
}

TEST(Compare, NeedsSoManyRuns) {
  EXPECT_EQ(LeastRuns(2, 0.95), 4);  // 2 / C(8, 4) = 0.029
  EXPECT_EQ(LeastRuns(2, 0.99), 5);  // 2 / C(10, 5) = 0.0079
  EXPECT_EQ(LeastRuns(3, 0.95), 5);  // 3 * 0.029 = 0.087, 3 * 0.0079 = 0.024
}

}  // namespace
}  // namespace colltune::measure
