#include "tuner/problem/communicators.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace colltune::tune {
namespace {

/// Returns the communicators of a job, one for each kind that has two ranks or more.
std::vector<Made> MadeIn(int nodes, int each) {
  const int all = nodes * each;
  const int rows = RowsOf(all);
  const int columns = all / rows;
  const int column_each = std::max(each / columns, 1);
  Made row{{columns, std::min(columns, each)}, each};
  for (int i = 0; i < rows; ++i) row.ranks.push_back({nodes, each, i * columns, 1});
  Made column{{rows, std::min(rows, column_each)}, each};
  for (int i = 0; i < columns; ++i) column.ranks.push_back({nodes, each, i, columns});
  std::vector<Made> made = {{{all, each}, each},
                            row,
                            column,
                            {{each, each}, each},
                            {{nodes, 1}, each},
                            {{all / 2, std::min(all / 2, each)}, each}};
  std::erase_if(made, [](const Made& one) { return one.layout.ranks < 2; });
  return made;
}

constexpr double kElsewhere = 3;

/// Distance of layouts; of ranks that do not begin at the first one, as they lie on other sites,
/// far from all others.
double Doublings(const Layout& a, const Layout& b) {
  const auto log = [](int value) { return std::log2(static_cast<double>(value)); };
  return std::abs(log(a.ranks) - log(b.ranks)) +
         std::abs(log(a.ranks_per_node) - log(b.ranks_per_node)) +
         (a.HasProgression() == b.HasProgression() ? 0 : kElsewhere);
}

}  // namespace

std::vector<int> RanksPerNode(int all) {
  std::vector<int> numbers;
  for (const int number : {all, all / 2, all - 4, all / 4}) {
    const bool is_new = std::ranges::find(numbers, number) == numbers.end();
    if (number >= 1 && is_new) numbers.push_back(number);
  }
  return numbers;
}

int RowsOf(int ranks) {
  int rows = 1;
  for (int divisor = 1; divisor <= ranks / divisor; ++divisor) {
    if (ranks % divisor == 0) rows = divisor;
  }
  return rows;
}

void ForEachMade(int nodes, int ranks_per_node,
                 const std::function<void(const Made& made, double share)>& take) {
  std::vector<int> numbers = RanksPerNode(ranks_per_node);
  std::ranges::sort(numbers);
  for (int count = 1; count <= nodes; ++count) {
    const double share = std::log(static_cast<double>(count + 1) / count);
    for (const int each : numbers) {
      const std::vector<Made> all = MadeIn(count, each);
      for (const Made& made : all) take(made, share / static_cast<double>(all.size()));
    }
  }
}

std::map<Layout, double> ApplicationLayouts(int nodes, int ranks_per_node) {
  std::map<Layout, double> shares;
  double sum = 0;
  ForEachMade(nodes, ranks_per_node, [&](const Made& made, double share) {
    shares[made.layout] += share;
    sum += share;
  });
  for (auto& [layout, share] : shares) share /= sum;
  return shares;
}

std::map<Layout, double> Representatives(const std::map<Layout, double>& shares,
                                         std::size_t count) {
  if (shares.size() <= count) return shares;
  std::map<Layout, double> distances;
  for (const auto& [layout, share] : shares) {
    distances[layout] = std::numeric_limits<double>::infinity();
  }
  std::vector<Layout> kept;
  while (kept.size() < count) {
    // The largest share of calls times its distance comes next: see GridOf in tuner/search.
    const auto next = std::ranges::max_element(shares, {}, [&](const auto& each) {
      const double distance = distances.at(each.first);
      return each.second *
             (std::isinf(distance) ? 1 / std::numeric_limits<double>::min() : distance);
    });
    kept.push_back(next->first);
    for (auto& [layout, distance] : distances) {
      distance = std::min(distance, Doublings(layout, next->first));
    }
  }
  std::map<Layout, double> result;
  for (const auto& [layout, share] : shares) {
    const auto distance = [&one = layout](const Layout& each) { return Doublings(one, each); };
    result[*std::ranges::min_element(kept, {}, distance)] += share;
  }
  return result;
}

}  // namespace colltune::tune
