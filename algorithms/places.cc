#include "algorithms/places.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

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

namespace {

/// Numbers the sites of the hosts from 0, in the same order. Returns how many there are.
int NumberSites(std::vector<Host>& hosts) {
  std::map<int, int> numbers;
  for (const Host& host : hosts) numbers[host.site] = 0;
  int count = 0;
  for (auto& [site, number] : numbers) number = count++;
  for (Host& host : hosts) host.site = numbers.at(host.site);
  return count;
}

}  // namespace

Places::Places(std::vector<int> host_of, std::vector<Host> hosts,
               std::shared_ptr<const EdgeCosts> costs)
    : host_of_(std::move(host_of)),
      hosts_(std::move(hosts)),
      costs_(std::move(costs)),
      sites_(NumberSites(hosts_)) {}

bool Places::AreUnlike() const {
  return HaveLevels() ||
         std::ranges::any_of(hosts_, [&](const Host& host) { return host.kind != hosts_[0].kind; });
}

bool Places::HaveLevels() const {
  if (hosts_.size() == 1) return false;
  if (hosts_.size() < host_of_.size()) return true;
  return sites_ > 1;
}

bool Places::HaveEqualGroups() const {
  if (!HaveLevels()) return false;
  std::map<int, int> ranks;
  for (Rank rank = 0; rank < this->ranks(); ++rank) ++ranks[GroupOf(rank)];
  return std::ranges::all_of(
      ranks, [&](const auto& group) { return group.second == ranks.begin()->second; });
}

bool Places::HaveConsecutiveGroups() const {
  if (!HaveEqualGroups()) return false;
  std::set<int> left;  // groups that ranks so far were in, but the last
  for (Rank rank = 1; rank < ranks(); ++rank) {
    if (GroupOf(rank) != GroupOf(rank - 1)) left.insert(GroupOf(rank - 1));
    if (left.contains(GroupOf(rank))) return false;
  }
  return true;
}

namespace {

/// Returns the host that stands for all hosts unknown to the machine: any known one, if all are
/// alike and the costs between two of them are known. Else returns nullptr.
const Host* HostLikeAll(const Machine& machine) {
  if (machine.hosts.empty()) return nullptr;
  const Host& one = machine.hosts.begin()->second;
  const bool are_alike =
      std::ranges::all_of(machine.hosts, [&one](const auto& other) { return other.second == one; });
  return are_alike && machine.costs.Knows(Nearness::kSite, one.kind, one.kind) ? &one : nullptr;
}

}  // namespace

std::shared_ptr<const Places> PlacesIn(const std::shared_ptr<const Machine>& machine,
                                       std::span<const std::string> hosts) {
  const Host* const unknown = HostLikeAll(*machine);
  std::map<std::string, int> numbers;
  std::vector<int> host_of;
  std::vector<Host> known;
  for (const std::string& name : hosts) {
    const auto found = machine->hosts.find(name);
    const Host* const host = found == machine->hosts.end() ? unknown : &found->second;
    if (host == nullptr) return nullptr;
    const auto [number, is_new] = numbers.try_emplace(name, static_cast<int>(known.size()));
    if (is_new) known.push_back(*host);
    const bool knows = is_new || machine->costs.Knows(Nearness::kHost, host->kind, host->kind);
    if (!knows) return nullptr;
    host_of.push_back(number->second);
  }
  return std::make_shared<const Places>(std::move(host_of), std::move(known),
                                        std::shared_ptr<const EdgeCosts>(machine, &machine->costs));
}

}  // namespace colltune
