#include "measure/statistics/comparison.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numeric>

namespace colltune::measure {
namespace {

/// Ranks of all values, first those of `first`: 1 for the smallest; equal values have the mean of
/// their ranks. Also the tie correction: the sum of t^3 - t over groups of t equal values.
struct Ranks {
  Ranks(std::span<const Seconds> first, std::span<const Seconds> second) {
    std::vector<Seconds> all(first.begin(), first.end());
    all.insert(all.end(), second.begin(), second.end());
    std::vector<Seconds> sorted = all;
    std::sort(sorted.begin(), sorted.end());
    for (const Seconds value : all) {
      const auto [begin, end] = std::equal_range(sorted.begin(), sorted.end(), value);
      const auto below = static_cast<double>(begin - sorted.begin());
      const auto equal = static_cast<double>(end - begin);
      ranks.push_back(below + (equal + 1) / 2);
      ties += equal * equal - 1;  // each of t values adds its share of t^3 - t
    }
  }

  std::vector<double> ranks;
  double ties = 0;
};

/// Returns the probability of each u = 0, 1, ..., m n when all orders are equally likely, by Mann &
/// Whitney's recursion. The largest of m + n values belongs to the first sample with probability
/// m / (m + n). It is then larger than all n values of the second.
std::vector<double> Distribution(std::size_t first, std::size_t second) {
  // by_second[n] is the distribution for the current m and for n.
  std::vector<std::vector<double>> by_second(second + 1, {1.0});
  for (std::size_t m = 1; m <= first; ++m) {
    for (std::size_t n = 1; n <= second; ++n) {
      const double share = static_cast<double>(m) / static_cast<double>(m + n);
      std::vector<double> sum(m * n + 1, 0.0);
      const std::vector<double>& without_first = by_second[n];       // m - 1 and n
      const std::vector<double>& without_second = by_second[n - 1];  // m and n - 1
      for (std::size_t u = 0; u < without_first.size(); ++u) sum[u + n] += share * without_first[u];
      for (std::size_t u = 0; u < without_second.size(); ++u) {
        sum[u] += (1 - share) * without_second[u];
      }
      by_second[n] = std::move(sum);
    }
  }
  return by_second[second];
}

struct Tails {
  double low = 1;   ///< P(U <= u)
  double high = 1;  ///< P(U >= u)
};

Tails ExactTails(double u, std::size_t first, std::size_t second) {
  const std::vector<double> distribution = Distribution(first, second);
  const auto at = distribution.begin() + std::lround(u);
  return {std::accumulate(distribution.begin(), at + 1, 0.0),
          std::accumulate(at, distribution.end(), 0.0)};
}

Tails NormalTails(double u, double first, double second, double ties) {
  const double all = first + second;
  const double variance = first * second / 12 * (all + 1 - ties / (all * (all - 1)));
  if (variance <= 0) return {};  // all values are equal
  const boost::math::normal normal(first * second / 2, std::sqrt(variance));
  // Continuity correction: u has steps of one (a half, with ties), and covers half a step beyond.
  constexpr double kContinuity = 0.5;
  return {boost::math::cdf(normal, u + kContinuity),
          boost::math::cdf(boost::math::complement(normal, u - kContinuity))};
}

}  // namespace

RankSum WilcoxonRankSum(std::span<const Seconds> first, std::span<const Seconds> second,
                        Alternative alternative) {
  const Ranks all(first, second);
  const auto m = static_cast<double>(first.size());
  const auto n = static_cast<double>(second.size());
  const auto firsts = all.ranks.begin() + static_cast<std::ptrdiff_t>(first.size());
  RankSum result;
  result.u = std::accumulate(all.ranks.begin(), firsts, 0.0) - m * (m + 1) / 2;
  result.exact = all.ties < 1 && std::max(first.size(), second.size()) < kExactBelow;
  const Tails tails = result.exact ? ExactTails(result.u, first.size(), second.size())
                                   : NormalTails(result.u, m, n, all.ties);
  const double either = std::min(1.0, 2 * std::min(tails.low, tails.high));
  result.p = alternative == Alternative::kTwoSided ? either
             : alternative == Alternative::kLess   ? tails.low
                                                   : tails.high;
  return result;
}

std::vector<double> Holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> corrected(p.size());
  double least = 0;  // a larger probability is never corrected to less than a smaller one
  for (std::size_t i = 0; i < order.size(); ++i) {
    least = std::max(least, static_cast<double>(p.size() - i) * p[order[i]]);
    corrected[order[i]] = std::min(least, 1.0);
  }
  return corrected;
}

std::vector<Comparison> Compare(std::span<const Contender> contenders, double confidence) {
  std::vector<Comparison> comparisons;
  std::vector<double> p;
  for (std::size_t a = 0; a < contenders.size(); ++a) {
    for (std::size_t b = a + 1; b < contenders.size(); ++b) {
      const std::vector<Seconds>& first = contenders[a].runs;
      const std::vector<Seconds>& second = contenders[b].runs;
      const RankSum test = WilcoxonRankSum(first, second);
      const bool first_is_slower = test.u > static_cast<double>(first.size() * second.size()) / 2;
      comparisons.push_back({first_is_slower ? b : a, first_is_slower ? a : b});
      p.push_back(test.p);
    }
  }
  const std::vector<double> corrected = Holm(p);
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    comparisons[i].p = corrected[i];
    comparisons[i].significant = corrected[i] <= 1 - confidence;
  }
  return comparisons;
}

int LeastRuns(std::size_t contenders, double confidence) {
  const double pairs = static_cast<double>(contenders * (contenders - 1)) / 2;
  double orders = 1;  // C(2 n, n)
  for (int n = 1;; ++n) {
    orders *= 2.0 * (2 * n - 1) / n;
    if (2 * pairs / orders <= 1 - confidence) return n;
  }
}

}  // namespace colltune::measure
