#include "tuner/problem/usual_siblings.h"

#include <algorithm>

#include "tuner/problem/communicators.h"

namespace colltune::tune {

UsualSiblings::UsualSiblings(const Nodes& nodes) : nodes_(nodes) {
  std::map<Layout, std::map<int, double>> shares;  // by layout and siblings
  ForEachMade(nodes.count(), nodes.ranks_per_node(), [&](const Made& made, double share) {
    shares[made.layout][made.Siblings()] += share;
  });
  for (const auto& [layout, by_siblings] : shares) {
    // The most siblings, where several numbers are as usual.
    usual_[layout] =
        std::max_element(by_siblings.rbegin(), by_siblings.rend(),
                         [](const auto& a, const auto& b) { return a.second < b.second; })
            ->first;
  }
}

Layout UsualSiblings::Of(const Layout& layout) const {
  const auto found = usual_.find(layout);
  return found == usual_.end() ? nodes_.WithSiblings(layout)
                               : nodes_.WithSiblings(layout, found->second);
}

}  // namespace colltune::tune
