#include "algorithms/places.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "algorithms/model_tree.h"

namespace colltune {

EdgeCosts::EdgeCosts(int kinds, std::vector<Bytes> sizes)
    : kinds_(kinds), sizes_(std::move(sizes)) {
  times_.resize(Index(Nearness::kFar, kinds_ - 1, kinds_ - 1, sizes_.size()));
}

EdgeTimes EdgeCosts::At(Nearness nearness, int from, int to, Bytes bytes) const {
  if (sizes_.size() == 1) return Of(nearness, from, to, 0);
  const auto above = std::ranges::lower_bound(sizes_, bytes) - sizes_.begin();
  const auto last = std::clamp(static_cast<std::size_t>(above), std::size_t{1}, sizes_.size() - 1);
  const EdgeTimes& low = Of(nearness, from, to, last - 1);
  const EdgeTimes& high = Of(nearness, from, to, last);
  const double share = static_cast<double>(bytes.count - sizes_[last - 1].count) /
                       static_cast<double>(sizes_[last].count - sizes_[last - 1].count);
  const auto mix = [share](double a, double b) { return std::max(0.0, a + share * (b - a)); };
  return {mix(low.next, high.next), mix(low.there, high.there), mix(low.shared, high.shared)};
}

class Places::KeptTrees {
 public:
  std::shared_ptr<const ModelTree> Of(const Places& places, Rank root, Bytes bytes) {
    const std::lock_guard lock(mutex_);
    if (trees_.size() == kMost) trees_.clear();
    std::shared_ptr<const ModelTree>& tree = trees_[{root, bytes}];
    if (!tree) tree = std::make_shared<ModelTree>(GrowTree(places, root, bytes));
    return tree;
  }

 private:
  static constexpr std::size_t kMost = 64;  // of 100 bytes for each rank

  std::mutex mutex_;
  std::map<std::pair<Rank, Bytes>, std::shared_ptr<const ModelTree>> trees_;
};

Places::Places(std::vector<int> host_of, std::vector<Host> hosts,
               std::shared_ptr<const EdgeCosts> costs)
    : host_of_(std::move(host_of)),
      hosts_(std::move(hosts)),
      costs_(std::move(costs)),
      trees_(std::make_unique<KeptTrees>()) {}

Places::~Places() = default;

std::shared_ptr<const ModelTree> Places::TreeOf(Rank root, Bytes bytes) const {
  return trees_->Of(*this, root, bytes);
}

std::shared_ptr<const Places> PlacesIn(const std::shared_ptr<const Machine>& machine,
                                       std::span<const std::string> hosts) {
  std::map<std::string, int> numbers;
  std::vector<int> host_of;
  std::vector<Host> known;
  for (const std::string& name : hosts) {
    const auto found = machine->hosts.find(name);
    if (found == machine->hosts.end()) return nullptr;
    const auto [number, is_new] = numbers.try_emplace(name, static_cast<int>(known.size()));
    if (is_new) known.push_back(found->second);
    const int kind = found->second.kind;
    if (!is_new && !machine->costs.Knows(Nearness::kHost, kind, kind)) return nullptr;
    host_of.push_back(number->second);
  }
  return std::make_shared<const Places>(std::move(host_of), std::move(known),
                                        std::shared_ptr<const EdgeCosts>(machine, &machine->costs));
}

}  // namespace colltune
