#include "tuner/problem/search_space.h"

#include "algorithms/buffers.h"

namespace colltune::tune {

std::vector<Bytes> SearchSpace::SizesOf(Collective collective, const Layout& layout) const {
  if (!Calls(collective, layout)) return {};
  if (collective == Collective::kBarrier) return {Bytes{0}};
  const Bytes most{LargestBlock(collective, layout.ranks, memory).count / kWholeDoubles *
                   kWholeDoubles};
  std::vector<Bytes> fitting;
  if (!workload.empty() && KnowsSizes(collective)) {
    for (const auto& [bytes, time] : workload.at({collective, layout})) {
      if (bytes <= most) fitting.push_back(bytes);
    }
    return fitting;
  }
  for (const Bytes bytes : sizes) {
    if (bytes <= most) fitting.push_back(bytes);
  }
  // The largest size that fits is added, so that all sizes up to it are decided.
  const bool is_cut = fitting.size() < sizes.size();
  if (is_cut && !fitting.empty() && fitting.back() < most) fitting.push_back(most);
  return fitting;
}

}  // namespace colltune::tune
