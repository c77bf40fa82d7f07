#include "models/features/link_contention.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/features/experiment_replay.h"

namespace colltune::models {
namespace {

class Sharing {
  static constexpr double kClearly = 1.05;
  using Key = std::pair<std::string, std::string>;

 public:
  Sharing(const measure::NetworkData& data, const Sites& sites, const Network& network)
      : data_(data), sites_(sites), network_(network) {}

  SharedByteTime Find(LinkClass link) const {
    // Samples by shared link and number of pairs, each of the largest size.
    std::map<Key, std::map<std::size_t, const measure::NetworkSample*>> groups;
    for (const measure::NetworkSample& s : data_.samples) {
      if (s.experiment != measure::Experiment::kPairsAtOnce || s.bytes <= Bytes{0}) continue;
      const Key key = KeyOf(s, link);
      if (key.first.empty()) continue;
      const measure::NetworkSample*& known = groups[key][s.others.size() / 2 + 1];
      if (known == nullptr || known->bytes < s.bytes) known = &s;
    }
    std::vector<SharedByteTime> found;
    for (const auto& [key, times] : groups) {
      const auto& [least, alone] = *times.begin();
      const auto& [pairs, together] = *times.rbegin();
      if (least == 1 && pairs > 1) AddIfShared(*alone, *together, pairs, found);
    }
    SharedByteTime mean;
    for (const SharedByteTime& one : found) {
      mean.value += one.value / static_cast<double>(found.size());
      mean.half_width = std::max(mean.half_width, one.half_width);
    }
    return mean;
  }

 private:
  void AddIfShared(const measure::NetworkSample& alone, const measure::NetworkSample& together,
                   std::size_t pairs, std::vector<SharedByteTime>& found) const {
    const double n = alone.messages;
    const double wire = n * network_.Cost(alone.from, alone.to, alone.bytes).transfer.count();
    const double shared = (together.time - alone.time).count() + wire;
    if (shared <= kClearly * wire) return;
    const double bytes = static_cast<double>(pairs) * n * static_cast<double>(alone.bytes.count);
    const Seconds uncertain = (together.high - together.low + alone.high - alone.low) / 2;
    found.push_back({shared / bytes, uncertain.count() / bytes});
  }

  /// Returns the hosts, or the sites, that both ends of all pairs have in common; else an empty
  /// key.
  Key KeyOf(const measure::NetworkSample& s, LinkClass link) const {
    const auto one = [&](Rank from, Rank to) -> Key {
      const measure::Place& a = data_.places.at(static_cast<std::size_t>(from));
      const measure::Place& b = data_.places.at(static_cast<std::size_t>(to));
      if (ClassOf(a, b, sites_) != link) return {};
      if (link == LinkClass::kSwitch) return {a.host, b.host};
      return {std::to_string(sites_.at(a.host)), std::to_string(sites_.at(b.host))};
    };
    Key key = one(s.from, s.to);
    for (const auto& [from, to] : StreamsOf(s)) {
      if (one(from, to) != key) return {};
    }
    return key;
  }

  const measure::NetworkData& data_;
  const Sites& sites_;
  const Network& network_;
};

}  // namespace

SharedByteTime SharedByPairs(const measure::NetworkData& data, const Sites& sites,
                             const Network& network, LinkClass link) {
  return Sharing(data, sites, network).Find(link);
}

}  // namespace colltune::models
