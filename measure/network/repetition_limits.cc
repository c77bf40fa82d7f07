#include "measure/network/repetition_limits.h"

#include <algorithm>
#include <numeric>

namespace colltune::measure {
namespace {

constexpr Seconds kShortest(1e-9);  // least time assumed where the clock reads 0

}  // namespace

int RepetitionsWithin(Seconds limit, Seconds once, int most) {
  if (most <= kFewestRepetitions) return most;
  return static_cast<int>(
      std::clamp<double>(limit / std::max(once, kShortest), kFewestRepetitions, most));
}

int MessagesWithin(Seconds limit, Seconds one_way, int most) {
  const double fit = limit / ((kFewestRepetitions + 1) * std::max(one_way, kShortest));
  return static_cast<int>(std::clamp<double>(fit, 2, most));
}

Seconds ShareOfFirst(Seconds left, std::span<const double> weights) {
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  return std::max(left, Seconds(0)) * (weights.front() / all);
}

std::vector<std::size_t> SpreadOrder(std::size_t n) {
  std::size_t whole = 1;
  while (whole < n) whole *= 2;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < whole; ++i) {
    // Reverse the binary digits of i.
    std::size_t at = 0;
    for (std::size_t from = 1, to = whole / 2; to > 0; from *= 2, to /= 2) {
      if (i & from) at += to;
    }
    if (at < n) order.push_back(at);
  }
  return order;
}

}  // namespace colltune::measure
